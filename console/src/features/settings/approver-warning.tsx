import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/ui/notice.tsx';
import type { Deciders } from '../../gql/graphql.ts';
import type { Settings } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  settings: Settings;
  /** As it is being typed. */
  policy: { approvalsRequired: number | string; deciders: Deciders; refusesSelfApproval: boolean };
}

const words = texts.policy.tooFew;

/** A policy that needs more people than there are blocks everything: warns before it is saved. */
export function ApproverWarning({ settings, policy }: Props) {
  const people = policy.deciders === 'OWNERS' ? settings.owners : settings.ownersAndApprovers;
  const required = Number(policy.approvalsRequired);
  const isNever = required > people;
  const isNeverOfOwn = !isNever && policy.refusesSelfApproval && required > people - 1;
  return (
    <div aria-live="polite">
      {(isNever || isNeverOfOwn) && (
        <Box mt="md">
          <Notice tone="wait" title={isNever ? words.never : words.neverOfOwn}>
            <p>{isNever ? words.neverWhy({ required, people, more: required - people }) : words.neverOfOwnWhy({ people })}</p>
            <Link to="/settings/members">{words.invite}</Link>
          </Notice>
        </Box>
      )}
    </div>
  );
}
