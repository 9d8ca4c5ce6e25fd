import { recordAudit } from '../../audit/record-audit.ts';
import type { Connection } from '../../connections/connection.entity.ts';
import type { Context } from '../../context.ts';
import type { HoldInput } from '../../credits/draw-credit.ts';
import { type LockedDraft, moveDraft } from '../../drafts/lock-draft.ts';
import { newId } from '../../new-id.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { Intent, JsonObject } from '../../platforms/platform.ts';
import type { Gate } from '../gates/gate.ts';
import type { GateSnapshot, TargetSnapshot } from '../gates/gate-snapshot.ts';
import { evaluateGates } from '../gates.ts';
import { moveJob, movePublication } from '../jobs/job-moves.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { unitOfMode } from '../snapshot/load-credits.ts';
import type { lockGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { LEASE_MS } from './lease.ts';
import type { LimitedSend } from './respect-rate-limits.ts';
import { verifyContentHash } from './verify-content-hash.ts';

/** The right to make one try, and everything that the try needs. */
export interface Claim {
  publicationId: string;
  accountId: string;
  draftId: string;
  lease: number;
  jobId: string;
  attemptId: string;
  platform: string;
  /** Exactly what was approved. */
  body: JsonObject;
  connection: Pick<Connection, 'id'>;
  intent: Intent;
}

/** What the gates were asked by. */
export type GateRows = Awaited<ReturnType<typeof lockGateSnapshots>>['rows'];

/** All gates but one: whether this one connection rests is looked at by itself, since it must not hold up the others. */
export function gatesOfSend(snapshot: GateSnapshot): Gate[] {
  return evaluateGates({ ...snapshot, targets: snapshot.targets.map(withoutRest) });
}

const withoutRest = (target: TargetSnapshot): TargetSnapshot =>
  target.connection ? { ...target, connection: { ...target.connection, rest: null } } : target;

/** The credits that a publication takes; `coGrantIds`: whose limits it counts against beside those of whoever asked. */
export function creditOf(job: PublishJob, publication: Publication, coGrantIds: readonly string[]): HoldInput {
  return {
    accountId: job.accountId,
    publicationId: publication.id,
    workspaceId: job.workspaceId,
    unit: unitOfMode(job.mode),
    credits: publication.credits,
    grantId: job.grantId ?? null,
    coGrantIds,
  };
}

/** What one try sends. */
export interface Send extends LimitedSend {
  payload: Payload;
}

/** What is to be sent through which connection: the very rows that the gates have passed. Throws ContentChangedError. */
export function checkedSend(ctx: Context, job: PublishJob, publication: Publication, rows: GateRows): Send {
  const connection = rows.connections.find(({ id }) => id === publication.connectionId);
  const platform = ctx.platforms.get(publication.platform);
  if (!platform) throw new Error(`${publication.id} is for the unknown platform ${publication.platform}.`);
  const approvedHash = rows.approvals.find(({ id }) => id === job.approvalId)?.content_hash ?? null;
  const set = rows.payloads.filter(({ draftId, contentHash }) => draftId === job.draftId && contentHash === job.contentHash);
  const payload = verifyContentHash({ job, publication, set, approvedHash });
  if (!connection) throw new Error(`${publication.id} has no connection.`);
  return { job, publication, connection, platform, payload, body: payload.body };
}

/** One more try begins: its intent, its lease and its row among the attempts. The caller writes what was changed, and the attempt. */
export async function beginTry(
  ctx: Context,
  { draft, job, publication, connection, platform, payload }: Send & { draft: LockedDraft },
  gates: readonly Gate[],
) {
  const now = ctx.clock.now();
  // Written once and never changed: every further try sends the same intent, and so makes the same post.
  publication.intent ??= { id: publication.id, createdAt: now.toISOString(), keys: platform.allocate(payload.body, publication) };
  movePublication(publication, 'leased');
  publication.lease += 1;
  publication.leasedUntil = new Date(now.getTime() + LEASE_MS);
  publication.attempts += 1;
  publication.nextAttemptAt = null;
  const { id: publicationId, accountId, workspaceId, attempts: number } = publication;
  const attempt = { id: newId('att'), accountId, workspaceId, publicationId, number, startedAt: now, gates: [...gates] };
  if (job.state === 'ready') moveJob(ctx, job, 'queued');
  moveJob(ctx, job, 'publishing');
  moveDraft(ctx, draft, 'publishing');
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publication.sending',
    subjectId: publication.id,
    details: {
      jobId: job.id,
      approvalId: job.approvalId ?? null,
      contentHash: job.contentHash,
      payloadHash: payload.payloadHash,
      attempt: attempt.number,
      gates: gates.map(({ gate, code }) => `${gate}: ${code}`),
    },
  });
  const claim: Claim = {
    publicationId: publication.id,
    accountId: job.accountId,
    draftId: draft.id,
    lease: publication.lease,
    jobId: job.id,
    attemptId: attempt.id,
    platform: platform.id,
    body: payload.body,
    connection: { id: connection.id },
    intent: publication.intent,
  };
  return { claim, attempt };
}
