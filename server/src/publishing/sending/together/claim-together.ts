import type { Context } from '../../../context.ts';
import { holdCredits } from '../../../credits/hold-credit.ts';
import { withNextQuestion } from '../../../db/reading/in-one-message.ts';
import { lockFreeDrafts } from '../../../drafts/lock-draft.ts';
import type { GateSnapshot } from '../../gates/gate-snapshot.ts';
import { outlookOf } from '../../gates.ts';
import { lockGateSnapshots } from '../../snapshot/load-gate-snapshot.ts';
import { beginTry, type Claim, checkedSend, creditOf, type GateRows, gatesOfSend } from '../begin-try.ts';
import { fitsIntoLimits } from '../respect-rate-limits.ts';
import { ContentChangedError } from '../verify-content-hash.ts';
import { type Asked, type Candidate, type Ready, readCandidates } from './candidates.ts';
import { waitForLittle } from './wait-for-little.ts';

/**
 * claimPublication() for many at once, in as many statements as for one: everything that the gates of any of them look at is locked
 * and they are checked once more, each credit is set aside, each intent written, each lease taken. Only what goes the plain way, which is
 * nearly all: whatever has to wait, is refused, is limited or was tried before is left out as it is, and claimPublication()
 * does and says what follows. By publication id.
 */
export async function claimTogether(ctx: Context, asked: readonly Asked[]): Promise<Map<string, Claim>> {
  await waitForLittle(ctx);
  const drafts = await lockFreeDrafts(
    ctx,
    asked.map(({ draftId }) => draftId),
  );
  if (drafts.size === 0) return new Map();
  const { candidates, grantsOf } = await readCandidates(ctx, asked, drafts);
  if (candidates.length === 0) return new Map();
  const jobs = new Map(candidates.map(({ job }) => [job.id, job]));
  const { snapshots, rows } = await lockGateSnapshots(ctx, [...jobs.values()], grantsOf);
  const ready = await payable(ctx, await withinLimits(ctx, passing(ctx, candidates, { snapshots, rows })));
  const tries = [];
  for (const each of ready) tries.push(await beginTry(ctx, { draft: each.draft, ...each.send }, each.gates));
  await writeTries(ctx, ready, tries);
  return new Map(tries.map(({ claim }) => [claim.publicationId, claim]));
}

/** Those whose gates are all open, also if all the others of the account go out with them, and whose content is what was approved. */
function passing(
  ctx: Context,
  candidates: readonly Candidate[],
  { snapshots, rows }: { snapshots: ReadonlyMap<string, GateSnapshot>; rows: GateRows },
): Ready[] {
  const needed = new Map<string, number>();
  for (const { id, accountId } of new Map(candidates.map(({ job }) => [job.id, job])).values())
    needed.set(accountId, (needed.get(accountId) ?? 0) + (snapshots.get(id)?.credits.required ?? 0));
  return candidates.flatMap((candidate) => {
    const snapshot = snapshots.get(candidate.job.id);
    // What a standing approval let through counts for its day.
    if (!snapshot || snapshot.approval?.standing) return [];
    const required = needed.get(candidate.job.accountId) ?? 0;
    if (outlookOf(gatesOfSend({ ...snapshot, credits: { ...snapshot.credits, required } })) !== 'open') return [];
    const send = provenSend(ctx, candidate, rows);
    return send ? [{ ...candidate, send, gates: gatesOfSend(snapshot), coGrantIds: snapshot.coAuthors.map(({ grantId }) => grantId) }] : [];
  });
}

function provenSend(ctx: Context, { job, publication }: Candidate, rows: GateRows): Ready['send'] | null {
  try {
    return checkedSend(ctx, job, publication, rows);
  } catch (error) {
    if (error instanceof ContentChangedError) return null;
    throw error;
  }
}

/** Quotas are counted one after the other, those of the whole service in the order of their platforms: each is locked until the commit. */
async function withinLimits(ctx: Context, ready: readonly Ready[]): Promise<Ready[]> {
  const within: Ready[] = [];
  const inOrder = ready.toSorted((a, b) => a.publication.platform.localeCompare(b.publication.platform));
  for (const each of inOrder) if (await fitsIntoLimits(ctx, each.send)) within.push(each);
  return within;
}

/** Throws where something was counted against a platform's limits that does not go out: then nothing of it has happened. */
async function payable(ctx: Context, ready: readonly Ready[]): Promise<Ready[]> {
  const paid = await holdCredits(
    ctx,
    ready.map(({ job, publication, coGrantIds }) => creditOf(job, publication, coGrantIds)),
  );
  const isCountedInVain = ({ publication, send }: Ready) => !paid.has(publication.id) && (send.platform.quotas?.length ?? 0) > 0;
  if (ready.some(isCountedInVain)) throw new Error('Not everything that was counted against the limits of a platform can be paid for.');
  return ready.filter(({ publication }) => paid.has(publication.id));
}

/** All rows of all tries in one statement, which goes with what the transaction ends with. */
async function writeTries(ctx: Context, ready: readonly Ready[], tries: readonly Awaited<ReturnType<typeof beginTry>>[]): Promise<void> {
  if (ready.length === 0) return;
  const rows = ready.map(({ publication, job, draft }, index) => ({
    id: publication.id,
    intent: publication.intent,
    lease: publication.lease,
    leasedUntil: publication.leasedUntil,
    attempts: publication.attempts,
    accountId: job.accountId,
    workspaceId: job.workspaceId,
    jobId: job.id,
    draftId: draft.id,
    attemptId: tries[index]?.attempt.id,
    gates: tries[index]?.attempt.gates,
  }));
  await withNextQuestion(ctx.em, WRITE, [JSON.stringify(rows), ctx.clock.now()]);
}

const WRITE = `
  with now as materialized (select ?::text as rows, ?::timestamptz as at), tries as (
    select t.*, now.at from now, json_to_recordset(now.rows::json) as t (id text, intent jsonb, lease int, "leasedUntil" timestamptz, attempts int,
      "accountId" text, "workspaceId" text, "jobId" text, "draftId" text, "attemptId" text, gates jsonb)
  ), leased as (
    update publications p set state = 'leased', intent = t.intent, lease = t.lease, leased_until = t."leasedUntil", attempts = t.attempts,
      next_attempt_at = null, failure_code = null, failure_message = null
    from tries t where p.id = t.id
  ), jobs as (
    update publish_jobs j set state = 'publishing', updated_at = t.at from tries t where j.id = t."jobId" and j.state <> 'publishing'
  ), drafts as (
    update drafts d set state = 'publishing', updated_at = t.at from tries t where d.id = t."draftId" and d.state <> 'publishing'
  )
  insert into attempts (id, account_id, workspace_id, publication_id, number, started_at, gates)
    select "attemptId", "accountId", "workspaceId", id, attempts, at, gates from tries`;
