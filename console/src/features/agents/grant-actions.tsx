import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import type { GrantViewFragment } from '../../gql/graphql.ts';
import classes from './agents.module.css';
import { NarrowDialog } from './narrow-dialog.tsx';
import { useGrantStep } from './queries.ts';
import { texts } from './texts.ts';

/**
 * A person's own program can only be revoked. An agent can be paused and resumed with one click; what cannot be
 * undone asks for confirmation.
 */
export function GrantActions({ grant }: { grant: GrantViewFragment }) {
  const { kind, agentName, pausedAt, rotationRequestedAt, viewerCan } = grant;
  const isManaged = viewerCan.manage && kind === 'AGENT';
  const [isNarrowing, { open, close }] = useDisclosure(false);
  const toggle = useGrantStep(grant, pausedAt ? 'resume' : 'pause');
  const rotate = useGrantStep(grant, 'rotate');
  const revoke = useGrantStep(grant, 'revoke');
  return (
    <>
      {toggle.error && <Problem error={toggle.error} title={texts.failed} />}
      <div className={classes.actions}>
        {isManaged && (
          <>
            <Button variant="default" size="xs" onClick={() => toggle.mutate()} loading={toggle.isPending}>
              {pausedAt ? texts.resume : texts.pause}
            </Button>
            <Button variant="default" size="xs" onClick={open} aria-haspopup="dialog">
              {texts.narrow}
            </Button>
          </>
        )}
        {isManaged && !rotationRequestedAt && (
          <ConfirmButton
            size="xs"
            tone="accent"
            label={texts.rotate}
            title={texts.rotateAsk({ name: agentName })}
            what={texts.rotateWhat}
            failed={texts.failed}
            onConfirm={() => rotate.mutateAsync()}
          />
        )}
        <ConfirmButton
          size="xs"
          label={texts.revoke}
          title={texts.revokeAsk({ name: agentName })}
          what={texts.revokeWhat}
          failed={texts.failed}
          onConfirm={() => revoke.mutateAsync()}
        />
      </div>
      <NarrowDialog grant={grant} isOpen={isNarrowing} onClose={close} />
    </>
  );
}
