import { LockMode } from '@mikro-orm/postgresql';
import { canIn, requireScope, requireWorkspace } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { requireSight } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import type { Platform } from '../../platforms/platform.ts';
import { nextState } from '../../state-table.ts';
import { recordRetractionEvent } from '../jobs/job-events.ts';
import { loadPublication } from '../jobs/load-job.ts';
import { isPostRemoved, lockPost, newestOf, retractionHash } from '../jobs/post-queries.ts';
import { Publication } from '../publication.entity.ts';
import { RETRACTION_TRANSITIONS, Retraction } from '../retraction.entity.ts';

const { reason: REASON } = FIELD_RULES.settlement;

/**
 * Requests the removal of a published post. If requested by a person who may decide, it is thereby signed;
 * one owner or approver is enough, since an urgent removal must not wait. Costs nothing. Needs a transaction
 * and, for agents, `jobs:write`.
 */
export async function requestRetraction(ctx: Context, input: { publicationId: string; reason: string }): Promise<Retraction> {
  assertTransaction(ctx);
  const { job, publication: found } = await loadPublication(ctx, input.publicationId);
  await requireWorkspace(ctx, job.workspaceId, 'write');
  requireScope(ctx, 'jobs:write');
  requireSight(ctx, found);
  const reason = readReason(input.reason);
  const post = await lockPost(ctx, input.publicationId);
  const publication = await ctx.em.findOneOrFail(Publication, input.publicationId, { refresh: true });
  const open = await ctx.em.findOne(
    Retraction,
    { publicationId: { $in: post.map(({ id }) => id) }, state: { $in: ['requested', 'signed', 'removed'] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const { actor } = ctx;
  const isSigned = actor.kind === 'user' && canIn(ctx, publication.accountId, 'decide');
  const newest = await ctx.em.findOneOrFail(Publication, newestOf(post)?.id ?? publication.id, { refresh: true });
  if (open) {
    // Someone else’s request of the same content is thereby signed.
    const isSame = open.state === 'requested' && open.contentHash === (await retractionHash(ctx, newest));
    if (isSigned && isSame) await answerRequest(ctx, open, { userId: actor.userId, isSigned, reason });
    return open;
  }
  const platform = ctx.platforms.get(publication.platform);
  if (publication.state !== 'published') throw notPublished(publication.state);
  if (!platform?.retract || !publication.providerId) throw notRemovable(platform, publication);
  const { accountId, workspaceId } = publication;
  const now = ctx.clock.now();
  const retraction = ctx.em.create(Retraction, {
    id: newId('rtr'),
    accountId,
    workspaceId,
    publicationId: publication.id,
    state: isSigned ? 'signed' : 'requested',
    contentHash: await retractionHash(ctx, newest),
    reason,
    // An earlier removal left its first comment.
    isPostGone: await isPostRemoved(ctx.em, post),
    grantId: actor.kind === 'agent' ? actor.grantId : null,
    userId: actor.kind === 'user' ? actor.userId : null,
    decidedBy: isSigned ? actor.userId : null,
    decidedAt: isSigned ? now : null,
    nextAttemptAt: isSigned ? now : null,
    createdAt: now,
  });
  await ctx.em.flush();
  recordRetractionEvent(ctx, retraction, { job, publication });
  await recordAudit(ctx, {
    accountId,
    action: isSigned ? 'retraction.signed' : 'retraction.requested',
    subjectId: publication.id,
    details: { jobId: job.id, retractionId: retraction.id, contentHash: retraction.contentHash, reason },
  });
  return retraction;
}

function notRemovable(platform: Platform | undefined, { platform: id }: Publication): DomainError {
  return new DomainError('invalid_state', {
    message: platform?.retract
      ? say`The network’s own id of the post is not known, so it cannot be removed from here.`
      : say`Posts on ${platform?.label ?? id} cannot be removed from here.`,
    remedy: say`Open the post there and delete it by hand.`,
  });
}

function readReason(given: string): string {
  const reason = given.trim();
  if (reason.length >= REASON.minLength && reason.length <= REASON.maxLength) return reason;
  const message = say`must say why, in ${REASON.minLength} to ${REASON.maxLength} characters.`;
  throw new DomainError('validation_failed', { fields: [{ pointer: '/reason', message }] });
}

/** Records what a person decided about a requested removal, with their own reason if they gave one. The caller has locked it. */
export async function answerRequest(
  ctx: Context,
  retraction: Retraction,
  { userId, isSigned, reason }: { userId: string; isSigned: boolean; reason?: string },
): Promise<void> {
  const now = ctx.clock.now();
  retraction.state = nextState('removal', RETRACTION_TRANSITIONS, retraction.state, isSigned ? 'signed' : 'declined');
  Object.assign(retraction, { decidedBy: userId, decidedAt: now, ...(isSigned ? { nextAttemptAt: now } : { endedAt: now }) });
  await ctx.em.flush();
  recordRetractionEvent(ctx, retraction, await loadPublication(ctx, retraction.publicationId));
  const { accountId, publicationId, id: retractionId, contentHash } = retraction;
  await recordAudit(ctx, {
    accountId,
    action: isSigned ? 'retraction.signed' : 'retraction.declined',
    subjectId: publicationId,
    details: { retractionId, contentHash, ...(reason && { reason }) },
  });
}

function notPublished(state: string): DomainError {
  return new DomainError('invalid_state', {
    message: say`The publication is ${state}: there is nothing to remove.`,
    remedy: say`Cancel the post if it has not been sent; if its outcome is unknown, settle that first.`,
    details: { from: state },
  });
}
