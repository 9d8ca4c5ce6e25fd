import type { Budget } from '../../credits/budget-queries.ts';
import type { Balance } from '../../credits/credit-queries.ts';
import type { CreditUnit } from '../../credits/products.ts';
import { creditsOn, type Surcharges } from '../../credits/surcharges.ts';
import { type Part, partOf } from '../../db/read-together.ts';
import { NO_IDS } from '../../db/reading/query.ts';
import { anyOf, literal, type Places, prepared, tables } from '../../db/tables.ts';
import type { GateSnapshot, PostCredits, TargetSnapshot } from '../gates/gate-snapshot.ts';
import { heldTargets } from '../gates/target-faults.ts';
import type { PublicationState } from '../publication.entity.ts';
import type { Subject, SubjectIds } from './subject.ts';

/** Approved publications and autopostings are paid in different units. */
export function unitOfMode(mode: 'approval' | 'auto'): CreditUnit {
  return mode === 'auto' ? 'autoposting' : 'publication';
}

interface PostRow extends PostCredits {
  job_id: string;
  state: PublicationState;
  /** Being sent, with no credits reserved yet. */
  is_unpaid: boolean;
}

const POSTS = prepared(({ jobs }: Places<Pick<SubjectIds, 'jobs'>>) =>
  tables
    .selectFrom('publications as p')
    .select(['p.job_id', 'p.platform', 'p.connection_id as connectionId', 'p.credits', 'p.state'])
    .select(({ and, eb, exists, not, selectFrom }) =>
      and([
        eb('p.state', '=', literal('pending')),
        not(exists(selectFrom('credit_holds as h').whereRef('h.publication_id', '=', 'p.id').where('h.state', '=', literal('held')))),
      ]).as('is_unpaid'),
    )
    .where('p.job_id', '=', anyOf(jobs))
    .where('p.superseded_at', 'is', null),
);

/** The jobs' publications with their progress and cost. */
export const postsPart = (ids: SubjectIds): Part<PostRow> | null => (ids.jobs === NO_IDS ? null : partOf(POSTS(ids)));

/** The progress of each target's publication, by `job/platform/connection`. */
export function progressFrom(rows: readonly PostRow[]): Map<string, NonNullable<TargetSnapshot['progress']>> {
  return new Map(
    rows.map(({ job_id: jobId, state, ...target }) => [
      `${jobId}/${keyOf(target)}`,
      state === 'pending' ? 'open' : ['leased', 'sent', 'unknown'].includes(state) ? 'under_way' : 'ended',
    ]),
  );
}

/** Identifies a target within a job. */
export const keyOf = ({ platform, connectionId }: Pick<PostCredits, 'platform' | 'connectionId'>): string => `${platform}/${connectionId}`;

/** Their total cost. */
export function creditsOf(posts: readonly Pick<PostCredits, 'credits'>[]): number {
  return posts.reduce((sum, { credits }) => sum + credits, 0);
}

/**
 * The credits that each subject needs and its account has, by subject id; held targets need none yet. A subject
 * without a job needs what its targets cost today.
 */
export function creditsFrom(
  subjects: readonly Subject[],
  sources: {
    posts: readonly PostRow[];
    balances: ReadonlyMap<string, readonly Balance[]>;
    budgets: ReadonlyMap<string, Budget>;
    surcharges: Surcharges;
    targets: ReadonlyMap<string, readonly TargetSnapshot[]>;
  },
): Map<string, GateSnapshot['credits']> {
  const unpaid = Map.groupBy(
    sources.posts.filter((row) => row.is_unpaid),
    (row) => row.job_id,
  );
  const heldOf = (id: string) =>
    new Set(
      heldTargets(sources.targets.get(id) ?? []).map(({ platform, connection }) =>
        keyOf({ platform, connectionId: connection?.id ?? null }),
      ),
    );
  const asOfNow = ({ id, isEdit }: Subject): PostCredits[] =>
    (sources.targets.get(id) ?? []).map(({ platform, connection, hasLink }) => ({
      platform,
      connectionId: connection?.id ?? null,
      credits: creditsOn({ platform, hasLink, isEdit }, sources.surcharges),
    }));
  return new Map(
    subjects.map((subject) => {
      const { id, jobId, accountId, workspaceId, mode } = subject;
      const unit = unitOfMode(mode);
      const available = (sources.balances.get(accountId) ?? [])
        .filter((balance) => balance.unit === unit)
        .reduce((sum, balance) => sum + balance.available, 0);
      const held = heldOf(id);
      const posts = (jobId === null ? asOfNow(subject) : (unpaid.get(jobId) ?? []))
        .filter((post) => !held.has(keyOf(post)))
        .map(({ platform, connectionId, credits }) => ({ platform, connectionId, credits }));
      return [id, { unit, required: creditsOf(posts), posts, available, budget: sources.budgets.get(workspaceId) ?? null }];
    }),
  );
}
