import { sql } from 'kysely';
import { coalesce } from '../../coalesce.ts';
import { type ReadSealed, readSealed } from '../../connections/renew-credentials.ts';
import type { Context, Services } from '../../context.ts';
import { settleHolds } from '../../credits/credit-holds.ts';
import { idsOf, query } from '../../db/reading/query.ts';
import { withRetries } from '../../db/retry-transaction.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../../db/tables.ts';
import { limitLockWaits } from '../../db/time-limits.ts';
import { assertTransaction, inTransaction } from '../../db/transaction.ts';
import { lockDrafts } from '../../drafts/lock-draft.ts';
import { fromStoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import { publicationLateness, publicationOutcomes } from '../../metrics.ts';
import { statesBefore } from '../../state-table.ts';
import { Attempt } from '../attempt.entity.ts';
import { movePublication, rollUpJob } from '../jobs/roll-up-job.ts';
import { PUBLICATION_TRANSITIONS, Publication, type PublicationState } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { applyOutcome, notePublished } from './apply-outcome.ts';
import type { CallOutcome, Claimed, Ended, Sending, ToClaim } from './attempt-types.ts';
import { claim } from './claim.ts';
import { leaseEnd } from './lease.ts';

/**
 * The part of a publication that determines what it is due for. Its draft never changes, so it can be read
 * before anything is locked.
 */
export interface Due {
  id: string;
  accountId: string;
  jobId: string;
  draftId: string;
  platform: string;
  connectionId: string | null;
  state: PublicationState;
  nextAttemptAt: Date | string | null;
  /** The network is asked before it is sent. */
  checksFirst: boolean;
  /** When it was due. */
  dueAt: Date | string | null;
}

/**
 * The database work of deliveries. Platform calls happen between these, each on its own, with no transaction open.
 * Concurrent requests are batched; one that a batch leaves out, or a lone one, is a batch of one.
 */
export interface Deliveries {
  find(publicationId: string): Promise<Due | null>;
  claim(due: ToClaim): Promise<Claimed>;
  readSealed: ReadSealed;
  /** Whether the lease is still held. */
  markSent(sending: Sending): Promise<boolean>;
  record(ended: Ended): Promise<PublicationState | null>;
}

export function createDeliveries(services: Services): Deliveries {
  const ctx = systemContext(services);
  const report = (error: unknown) => services.log.debug({ err: error }, 'a batch of deliveries failed; each goes by itself');
  const batch = <Item, Answer>(run: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Answer>>, otherwise: Answer) =>
    coalesce({ together: run, otherwise, report });

  return {
    find: batch<string, Due | null>((ids) => findDue(services, ids), null),
    claim: batch<ToClaim, Claimed>(async (due) => {
      const claimed = await inTransaction(ctx, (tx) => claim(tx, due));
      // Two queue entries of one publication are one attempt.
      const first = new Map(due.toReversed().map((each) => [each.id, each]));
      for (const each of first.values()) observeLateness(services, each, claimed.get(each.id));
      return new Map([...first].flatMap(([id, each]) => (claimed.has(id) ? [[each, claimed.get(id) ?? null]] : [])));
    }, null),
    readSealed: batch((ids) => readSealed(services, ids), null),
    markSent: batch<Sending, boolean>(async (sending) => new Map((await markSent(services, sending)).map((each) => [each, true])), false),
    record: batch<Ended, PublicationState | null>(async (ended) => {
      const write = () => inTransaction(ctx, (tx) => record(tx, ended));
      const states = await (ended.length > 1 ? write() : withRetries(services, write));
      for (const { made, outcome } of ended)
        if (states.get(made.attemptId)) publicationOutcomes.inc({ platform: made.platform, outcome: outcome.kind });
      return new Map(ended.flatMap((each) => (states.has(each.made.attemptId) ? [[each, states.get(each.made.attemptId) ?? null]] : [])));
    }, null),
  };
}

function observeLateness({ clock }: Services, { dueAt }: ToClaim, claimed: Claimed | undefined): void {
  if (!dueAt || !claimed || typeof claimed === 'string') return;
  const late = clock.now().getTime() - new Date(dueAt).getTime();
  publicationLateness.observe({ platform: claimed.platform }, Math.max(0, late) / 1_000);
}

const FIND = prepared(({ publications }: Places<{ publications: BoundValue }>) =>
  tables
    .selectFrom('publications as p')
    .innerJoin('publish_jobs as j', 'j.id', 'p.job_id')
    .select([
      'p.id',
      'p.account_id as accountId',
      'p.job_id as jobId',
      'j.draft_id as draftId',
      'p.platform',
      'p.connection_id as connectionId',
      'p.state',
      'p.next_attempt_at as nextAttemptAt',
      sql<boolean>`p.check_first is not null`.as('checksFirst'),
      sql<Date | null>`greatest(p.next_attempt_at, j.scheduled_at, j.quiet_until, j.updated_at)`.as('dueAt'),
    ])
    .where('p.id', '=', anyOf(publications)),
);

/** By id; ids that do not exist are absent. */
async function findDue({ orm }: Services, publicationIds: readonly string[]): Promise<Map<string, Due>> {
  const found = await query(forkAsOwner(orm), FIND({ publications: idsOf(publicationIds) }));
  return new Map(found.map((due) => [due.id, due]));
}

/**
 * Transaction 2 of an attempt, for any number of them: the outcome and its consequences for credits, job and draft.
 * Returns the new state by attempt id; null if a later lease exists, which makes this outcome void. An outcome after
 * the lease expired, but before another was taken, still counts. A batch of several skips locked rows and accepts
 * only published outcomes: others may lock connections and balances in another order.
 */
async function record(ctx: Context, ended: readonly Ended[]): Promise<Map<string, PublicationState | null>> {
  assertTransaction(ctx);
  const isBatch = ended.length > 1;
  if (isBatch) await limitLockWaits(ctx.em);
  const tries = isBatch ? ended.filter(({ outcome }) => outcome.kind === 'published') : ended;
  const draftIds = tries.map(({ made }) => made.draftId);
  const drafts = new Map((await lockDrafts(ctx, draftIds, { skipLocked: isBatch })).map((draft) => [draft.id, draft]));
  const jobIds = tries.flatMap(({ made }) => (drafts.has(made.draftId) ? [made.jobId] : []));
  const jobs = new Map((await ctx.em.find(PublishJob, { id: { $in: jobIds } }, { refresh: true })).map((job) => [job.id, job]));
  const current = { jobId: { $in: jobIds }, supersededAt: null };
  const publications = await ctx.em.find(Publication, current, { orderBy: { id: 'asc' }, refresh: true });

  const states = new Map<string, PublicationState | null>();
  const moved = new Set<PublishJob>();
  const paid: string[] = [];
  for (const { made, outcome } of tries) {
    const [job, draft] = [jobs.get(made.jobId), drafts.get(made.draftId)];
    if (!job || !draft) continue;
    // Superseded publications are cancelled and get no outcome.
    const publication = publications.find(({ id }) => id === made.publicationId);
    if (!publication || !isStillTheirs(publication, made)) {
      states.set(made.attemptId, null);
      continue;
    }
    noteAttempt(ctx, made.attemptId, outcome);
    if (publication.state === 'leased' && ['published', 'pending', 'unknown'].includes(outcome.kind)) {
      ctx.log.error({ publicationId: publication.id }, 'a connector sent without announcing it');
      movePublication(publication, 'sent');
    }
    publication.leasedUntil = null;
    if (outcome.kind === 'published') {
      await notePublished(ctx, { publication, job, draft }, outcome);
      if (publication.credits > 0) paid.push(publication.id);
    } else await applyOutcome(ctx, { publication, job, draft }, outcome);
    moved.add(job);
    states.set(made.attemptId, publication.state);
  }
  for (const job of moved) {
    const draft = drafts.get(job.draftId);
    if (draft)
      await rollUpJob(
        ctx,
        job,
        draft,
        publications.filter(({ jobId }) => jobId === job.id),
      );
  }
  await ctx.em.flush();
  if (paid.length > 0) await settleHolds(ctx, paid);
  return states;
}

function isStillTheirs({ lease, state }: Publication, made: Ended['made']): boolean {
  return lease === made.lease && ['leased', 'sent', 'unknown'].includes(state);
}

function noteAttempt(ctx: Context, attemptId: string, outcome: CallOutcome): void {
  Object.assign(ctx.em.getReference(Attempt, attemptId), {
    endedAt: ctx.clock.now(),
    outcome: outcome.kind === 'unreadable' || outcome.kind === 'service_refused' ? 'unauthorized' : outcome.kind,
    ...('message' in outcome ? toStoredMessage(fromStoredMessage(outcome)) : { message: null }),
  });
}

/**
 * Records that sending begins; returns the publications that may be sent. The others must not be sent: their
 * lease is lost, their job was cancelled meanwhile, or their standing approval has ended. Ending a standing approval either waits for this
 * statement or is visible to it; a post that has begun is completed, since half a thread is of no use. A
 * batch also skips locked rows.
 */
async function markSent({ orm, clock }: Services, sending: readonly Sending[]): Promise<Sending[]> {
  const now = clock.now();
  // An earlier attempt of the same publication, whose lease expired, may ask concurrently.
  const byKey = new Map(sending.toReversed().map((each) => [keyOf(each.claim.publicationId, each.claim.lease), each]));
  const asked = [...byKey.values()].map(({ claim: { publicationId, lease }, learned }) => ({ id: publicationId, lease, learned }));
  const from = statesBefore(PUBLICATION_TRANSITIONS, 'sent');
  const marked = await orm.em
    .fork()
    .execute<{ id: string; lease: number }[]>(markSql(sending.length > 1), [JSON.stringify(asked), from.join(), now, leaseEnd(now)]);
  return marked.flatMap(({ id, lease }) => byKey.get(keyOf(id, lease)) ?? []);
}

const keyOf = (publicationId: string, lease: number): string => `${publicationId} ${lease}`;

const markSql = (isBatch: boolean): string => `
  with asked as materialized (
    select * from json_to_recordset(?::json) as a (id text, lease int, learned jsonb)
  ), standing as materialized (
    select p.id, s.state from asked a join publications p on p.id = a.id join publish_jobs j on j.id = p.job_id
      join approvals b on b.id = j.approval_id join standing_approvals s on s.id = b.standing_id
    order by s.id for share of s ${isBatch ? 'skip locked' : ''}
  ), free as materialized (
    select p.id, a.learned from publications p join asked a on a.id = p.id and a.lease = p.lease
      join publish_jobs j on j.id = p.job_id left join approvals b on b.id = j.approval_id left join standing s on s.id = p.id
    where (p.state = 'sent' or p.state = any(string_to_array(?, ',')) and j.cancelled_at is null
        and (b.standing_id is null or s.state = 'active'))
      and p.leased_until > ?::timestamptz
    order by p.id for update of p ${isBatch ? 'skip locked' : ''}
  )
  update publications p set leased_until = ?::timestamptz, state = 'sent', intent = jsonb_set(p.intent, '{keys}', (p.intent -> 'keys') || f.learned)
  from free f where p.id = f.id returning p.id, p.lease`;
