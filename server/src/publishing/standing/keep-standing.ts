import { endWhereActive } from '../../approvals/standing/end-standing.ts';
import type { StandingEnd } from '../../approvals/standing/standing-approval.entity.ts';
import { notBy } from '../../approvals/standing/standing-queries.ts';
import { recombines, type TargetTemplate } from '../../approvals/standing/template.ts';
import type { Context, Services } from '../../context.ts';
import { isOutage, logFault } from '../../db/database-faults.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import { liveJobOf, publicationsIn } from '../jobs/load-job.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { submitContent } from '../review/content/submit-content.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';

const PAGE = 100;

/** A process's cursor in the waiting posts under standing approvals. */
export interface StandingRound {
  heldAfter: string;
}

/**
 * For the reconciler: ends standing approvals that lost their basis, and requests approval for posts that they no
 * longer cover, a page per run. The gates block these already. Returns how many were ended and requested.
 */
export async function keepStanding(services: Services, round: StandingRound, page = PAGE): Promise<{ ended: number; asked: number }> {
  const ctx = systemContext(services);
  let [ended, asked] = [0, 0];
  for (const { id, reason } of [...(await findInvalid(ctx)), ...(await findRecombining(ctx))])
    ended += (await inTransaction(ctx, (tx) => endWhereActive(tx, id, reason))) ? 1 : 0;
  const jobs = await findHeldJobs(ctx, round.heldAfter, page);
  round.heldAfter = jobs.length < page ? '' : (jobs.at(-1)?.id ?? '');
  // First without locks, since most wait for something else.
  const snapshots = await loadGateSnapshots(ctx, jobs);
  for (const { id, draftId } of jobs) if (isOver(snapshots.get(id))) asked += await tryAskPeople(ctx, draftId);
  return { ended, asked };
}

const isOver = (snapshot: GateSnapshot | undefined): boolean => (snapshot?.approval?.standing?.reasons.length ?? 0) > 0;

/** A post's failure does not affect the others, nor the rest of the run. */
async function tryAskPeople(ctx: Context, draftId: string): Promise<number> {
  try {
    return await inTransaction(ctx, (tx) => askPeople(tx, draftId));
  } catch (error) {
    if (isOutage(error)) throw error;
    logFault(ctx.log, error, { draftId }, 'people could not be asked about what was let through; it is tried again');
    return 0;
  }
}

/** Those that permanently no longer apply: the gates use whyNotStanding() for the same. */
async function findInvalid(ctx: Context): Promise<{ id: string; reason: StandingEnd }[]> {
  const now = ctx.clock.now();
  return ctx.em.execute(
    `select * from (
       select s.id, case
         when s.ends_at <= ? then 'time'
         when m.role is null or u.email_confirmed_at is null or not (m.role = 'owner' or m.role = 'approver' and w.deciders <> 'owners') then 'signer_left'
         when not exists (select from grants g where g.agent_id = s.agent_id and g.workspace_id = s.workspace_id and g.state = 'active'
           and (g.expires_at is null or g.expires_at > ?)) then 'access_ended'
       end as reason
       from standing_approvals s join workspaces w on w.id = s.workspace_id
       left join memberships m on m.user_id = s.signed_by and m.account_id = s.account_id left join users u on u.id = m.user_id
       where s.state = 'active') found
     where reason is not null order by id limit ?`,
    [now, now, PAGE],
  );
}

/** Those that permit more than was signed, from before word combinations were stored. Proposals expire anyway. */
async function findRecombining(ctx: Context): Promise<{ id: string; reason: StandingEnd }[]> {
  const rows = await ctx.em.execute<{ id: string; state: string; template: TargetTemplate[] }[]>(
    `select id, state, template from standing_approvals where state in ('active', 'proposed')
       and template @? '$[*].texts.*[*] ? (@.kind == "word")' and not template @? '$[*].seen' order by id`,
  );
  const found = rows.filter(({ template }) => recombines(template));
  const proposed = found.flatMap(({ id, state }) => (state === 'proposed' ? id : []));
  if (proposed.length > 0)
    await query(
      ctx.em,
      tables
        .updateTable('standing_approvals')
        .set({ state: 'lapsed', closed_at: ctx.clock.now() })
        .where('id', '=', anyOf(proposed))
        .where('state', '=', literal('proposed')),
    );
  return found.flatMap(({ id, state }) => (state === 'active' ? [{ id, reason: 'recombines' as const }] : []));
}

/** Jobs under a standing approval that wait for a gate, or whose standing approval has ended. */
async function findHeldJobs(ctx: Context, after: string, limit: number): Promise<PublishJob[]> {
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('standing_approvals as s', 's.id', 'a.standing_id')
      .innerJoin('publish_jobs as j', (join) => join.onRef('j.draft_id', '=', 'a.draft_id').onRef('j.approval_id', '=', 'a.id'))
      .innerJoin('workspaces as w', 'w.id', 'j.workspace_id')
      .select('j.id')
      .where('a.state', '=', literal('approved'))
      .where('w.archived_at', 'is', null)
      .where(({ and, eb, or }) =>
        or([eb('j.state', '=', literal('blocked')), and([eb('j.state', '=', literal('ready')), eb('s.state', '=', literal('ended'))])]),
      )
      .where('j.id', '>', after)
      .orderBy('j.id')
      .limit(limit),
  );
  if (rows.length === 0) return [];
  return ctx.em.find(PublishJob, { id: { $in: rows.map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
}

/** Replaces a standing approval by an approval request, with the reason. */
async function askPeople(tx: Context, draftId: string): Promise<number> {
  const draft = await lockDraft(tx, draftId);
  const job = await liveJobOf(tx, draftId);
  if (!job || (await publicationsIn(tx, job.id)).some(({ state }) => state !== 'pending')) return 0;
  const snapshot = (await loadGateSnapshots(tx, [job])).get(job.id);
  const standing = snapshot?.approval?.standing;
  if (!standing || standing.reasons.length === 0) return 0;
  const author = { grantId: job.grantId ?? null, userId: job.userId ?? null };
  const reason = notBy(standing.name, standing.reasons);
  await submitContent(tx, draft, { live: job, mode: 'approval', author, reason });
  return 1;
}
