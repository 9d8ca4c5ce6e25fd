import { queryOptions, useQuery } from '@tanstack/react-query';
import { metrics as known, texts } from '../../../components/figure-texts.ts';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { Moment } from '../../../components/ui/moment.tsx';
import { UsualFiguresDocument, type UsualFiguresQuery } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { number } from '../../../lib/language.ts';
import type { ApprovalView } from '../queries.ts';
import classes from './approval-detail.module.css';

export type Usual = NonNullable<UsualFiguresQuery['workspace']>['usualMetrics'];
type Payloads = readonly Pick<ApprovalView['payloads'][number], 'platform' | 'connection'>[];

/** What the posts of each account usually get. Asked on its own, so the decision is drawn before it. */
function usualFiguresQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['usual-figures', workspaceId],
    queryFn: async ({ signal }): Promise<Usual> =>
      (await runDocument(UsualFiguresDocument, { workspaceId }, signal)).workspace?.usualMetrics ?? [],
    // Networks are read at most once an hour for a post.
    staleTime: 10 * 60_000,
  });
}

/** What posts on the accounts of this one usually get; nothing where too few were read, and of an edit, which is no new post. */
export function UsualFigures({ approval: { draft, payloads } }: { approval: ApprovalView }) {
  const { data = [] } = useQuery({ ...usualFiguresQuery(draft.workspaceId), enabled: draft.editedWords === null });
  return <UsualOfAccounts usual={draft.editedWords === null ? data : []} payloads={payloads} />;
}

/** Medians by account. A figure that its network does not report is left out: it is not 0. */
export function UsualOfAccounts({ usual, payloads }: { usual: Usual; payloads: Payloads }) {
  const accounts = payloads.flatMap(({ platform, connection }) => {
    const own = known.flatMap((name) => usual.filter(({ connectionId, metric }) => connectionId === connection?.id && metric === name));
    return connection && own.length > 0 ? [{ platform, connection, own }] : [];
  });
  if (accounts.length === 0) return null;
  const all = accounts.flatMap(({ own }) => own);
  const newest = all.map(({ readAt }) => readAt).reduce((one, other) => (Date.parse(one) > Date.parse(other) ? one : other));
  return (
    <section className={classes.usual} aria-label={texts.usual}>
      <p>{texts.usual}</p>
      <ul>
        {accounts.map(({ platform, connection, own }) => (
          <li key={connection.id} className={classes.line}>
            <PlatformMark id={platform.id} label={platform.label} />
            <bdi>{connection.handle}</bdi>
            {own.map(({ metric, median }) => (
              <span key={metric}>
                {texts.names[metric as keyof typeof texts.names]} <b>{number(median)}</b>
              </span>
            ))}
            <span>{texts.medianOf({ count: Math.max(...own.map(({ posts }) => posts)) })}</span>
          </li>
        ))}
      </ul>
      <p className={classes.dim}>
        {texts.usualFrom} <Moment at={newest} />
      </p>
    </section>
  );
}
