import { Select, Textarea } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { useKeptText } from '../../components/unsaved/use-kept-text.tsx';
import { ApproveSignupDocument, RefuseSignupDocument, type SignupViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './operator.module.css';
import { Place } from './place.tsx';
import { type OperatorFacts, signupsQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.signups;
const { maxLength } = FIELD_RULES.signup.refusalReason;
type Facts = Pick<OperatorFacts, 'isSignUpOpen' | 'plans'>;
type Plans = Facts['plans'];

/** Pending sign-ups; hidden where sign-up is closed. */
export function Signups({ operator: { isSignUpOpen, plans } }: { operator: Facts }) {
  const query = useInfiniteQuery(signupsQuery);
  const { data: signups = [] } = query;
  if (!isSignUpOpen && signups.length === 0) return null;
  return (
    <Place id="signups">
      <Panel title={words.title} isFlush>
        <ul className={rows.rows}>
          {signups.map((signup) => (
            <SignupRow key={signup.id} signup={signup} plans={plans} />
          ))}
          {query.data?.length === 0 && (
            <li className={rows.row}>
              <p className={classes.dim}>{words.empty}</p>
            </li>
          )}
        </ul>
        {query.error && (
          <Problem error={query.error} title={words.unread} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        )}
        <MoreButton query={query} />
      </Panel>
    </Place>
  );
}

function SignupRow({
  signup: { id, name, workspaceName, email, askedAt, expiresAt },
  plans,
}: {
  signup: SignupViewFragment;
  plans: Plans;
}) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState(plans.find(({ isFirst }) => isFirst)?.id ?? null);
  const { text: reason, setText: setReason, notice } = useKeptText(`signup ${id}`);
  const decide = useMutation<unknown, Error, 'approve' | 'refuse'>({
    mutationFn: (what) =>
      freshly(
        (): Promise<unknown> =>
          what === 'approve' ? runDocument(ApproveSignupDocument, { id, plan }) : runDocument(RefuseSignupDocument, { id, reason }),
      ),
    onSuccess: () => {
      setReason('');
      return queryClient.invalidateQueries();
    },
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
          className={classes.plan}
          aria-label={words.planOf({ name: workspaceName })}
          data={plans.map(({ id: value, label, publicationsPerMonth: posts }) => ({ value, label: words.plan({ label, posts }) }))}
          value={plan}
          onChange={setPlan}
          allowDeselect={false}
        />
        <ConfirmButton
          size="xs"
          tone="accent"
          label={texts.approve}
          title={texts.approveAsk({ name: workspaceName })}
          what={words.approveWhat({ email })}
          failed={texts.approveFailed}
          onConfirm={() => decide.mutateAsync('approve')}
        />
        <ConfirmButton
          size="xs"
          label={words.refuse}
          title={words.refuseAsk({ name: workspaceName })}
          what={words.refuseWhat({ email })}
          failed={words.refuseFailed}
          onConfirm={() => decide.mutateAsync('refuse')}
        >
          <Textarea
            label={words.reason}
            description={words.reasonHint}
            autosize
            minRows={2}
            maxLength={maxLength}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {notice}
        </ConfirmButton>
      </div>
    </li>
  );
}
