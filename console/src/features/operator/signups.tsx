import { Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { ApproveSignupDocument, RefuseSignupDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './operator.module.css';
import type { OperatorFacts } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.signups;
type Facts = Pick<OperatorFacts, 'isSignUpOpen' | 'signups' | 'plans'>;
type Plans = Facts['plans'];
type Signup = Facts['signups']['edges'][number]['node'];

/** Who asks for an account; not shown where nobody can. */
export function Signups({ operator: { isSignUpOpen, signups, plans } }: { operator: Facts }) {
  const [first] = signups.edges;
  if (!isSignUpOpen && !first) return null;
  return (
    <Panel title={words.title} isFlush>
      <ul className={rows.rows}>
        {signups.edges.map(({ node }) => (
          <SignupRow key={node.id} signup={node} plans={plans} />
        ))}
        {!first && (
          <li className={rows.row}>
            <p className={classes.dim}>{words.empty}</p>
          </li>
        )}
        {signups.pageInfo.hasNextPage && (
          <li className={rows.row}>
            <p className={classes.dim}>{words.more}</p>
          </li>
        )}
      </ul>
    </Panel>
  );
}

function SignupRow({ signup: { id, name, workspaceName, email, askedAt, expiresAt }, plans }: { signup: Signup; plans: Plans }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState(plans[0]?.id ?? null);
  const decide = useMutation<unknown, Error, 'approve' | 'refuse'>({
    mutationFn: (what) =>
      freshly(
        (): Promise<unknown> =>
          what === 'approve' ? runDocument(ApproveSignupDocument, { id, plan }) : runDocument(RefuseSignupDocument, { id }),
      ),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>{workspaceName}</span>
        <span className={rows.line}>
          <span>{name}</span>
          <bdi>{email}</bdi>
        </span>
        <span className={rows.line}>
          <span>
            {words.asked} <Moment at={askedAt} />
          </span>
          <span>
            {words.ends} <Moment at={expiresAt} />
          </span>
        </span>
      </div>
      <div className={rows.side}>
        <Select
          size="xs"
          w={130}
          aria-label={words.planOf(workspaceName)}
          data={plans.map(({ id: value, label }) => ({ value, label }))}
          value={plan}
          onChange={setPlan}
          allowDeselect={false}
        />
        <ConfirmButton
          size="xs"
          tone="accent"
          label={texts.approve}
          title={texts.approveAsk(workspaceName)}
          what={words.approveWhat(email)}
          failed={texts.approveFailed}
          onConfirm={() => decide.mutateAsync('approve')}
        />
        <ConfirmButton
          size="xs"
          label={words.refuse}
          title={words.refuseAsk(workspaceName)}
          what={words.refuseWhat(email)}
          failed={words.refuseFailed}
          onConfirm={() => decide.mutateAsync('refuse')}
        />
      </div>
    </li>
  );
}
