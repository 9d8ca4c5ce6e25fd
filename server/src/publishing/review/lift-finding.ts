import { requireRole } from '../../access/authorise.ts';
import { requireRecentSignIn } from '../../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { plainWords, textFault } from '../../drafts/draft-text.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { grouped, type LocalizedMessage, say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { currentPayloads } from '../../payloads/payload-queries.ts';
import { findingId, type SafetyFinding } from '../../safety/safety-finding.ts';
import { SafetyLift } from '../../safety/safety-lift.entity.ts';
import { safetyFindingsOf } from '../../safety/safety-queries.ts';
import { advanceJob } from '../jobs/advance-job.ts';
import { liveJobOf } from '../jobs/live-job.ts';

export interface LiftFindingInput {
  draftId: string;
  /** What the person saw; `content_changed` if it is not the current content. */
  contentHash: string;
  findingId: string;
  /** Why it may be published anyway; stored with their name. */
  reason: string;
}

export interface LiftedFinding {
  lift: SafetyLift;
  /** The name of the person who dismissed it first. */
  by: LocalizedMessage;
}

const { maxLength: MAX_REASON_LENGTH } = FIELD_RULES.decision.liftReason;

/**
 * An owner or approver dismisses one blocking finding of the safety checks for exactly this content. This approves
 * nothing, and any change of content restores the finding. Idempotent. Refuses: not_found, insufficient_role (agents
 * too), reauthentication_required, content_changed, invalid_state (it blocks nothing), validation_failed. Needs a
 * transaction.
 */
export async function liftFinding(ctx: Context, input: LiftFindingInput): Promise<LiftedFinding> {
  assertTransaction(ctx);
  const { id, accountId } = await loadDraft(ctx, input.draftId);
  const { userId, name } = await requireLifter(ctx, accountId);
  await requireRecentSignIn(ctx);
  const reason = readReason(input.reason);
  const draft = await lockDraft(ctx, id);
  if (!draft.contentHash || draft.contentHash !== input.contentHash) throw new DomainError('content_changed');
  const { workspaceId, contentHash } = draft;
  const sets = [{ id, draftId: id, workspaceId, contentHash, payloads: await currentPayloads(ctx, draft) }];
  const finding = (await safetyFindingsOf(ctx, sets)).get(id)?.find((found) => findingId(found) === input.findingId);
  if (!finding) throw new DomainError('not_found', { message: say`The safety checks find no such thing in this content.` });
  const key = { draftId: id, contentHash, findingId: input.findingId };
  const standing = await ctx.em.findOne(SafetyLift, key);
  if (standing) return { lift: standing, by: finding.lift?.by ?? name };
  requireBlock(finding);

  const lift = ctx.em.create(SafetyLift, { id: newId('lft'), accountId, ...key, reason, userId, createdAt: ctx.clock.now() });
  await ctx.em.flush();
  const { check, platform, field } = finding;
  await recordAudit(ctx, {
    accountId,
    action: 'safety.lifted',
    subjectId: id,
    details: { liftId: lift.id, contentHash, findingId: key.findingId, check, platform, field, reason },
  });
  const job = await liveJobOf(ctx, id);
  if (job) await advanceJob(ctx, job.id);
  return { lift, by: name };
}

async function requireLifter(ctx: Context, accountId: string): Promise<{ userId: string; name: string }> {
  if (ctx.actor.kind !== 'user') {
    throw new DomainError('insufficient_role', { message: say`Only a person lets a finding go out; an agent never does.` });
  }
  await requireRole(ctx, accountId, 'decide');
  return { userId: ctx.actor.userId, name: ctx.actor.name };
}

function readReason(written: string): string {
  const reason = plainWords(written);
  const message =
    reason === ''
      ? say`must give the reason why it may be published.`
      : reason.length > MAX_REASON_LENGTH
        ? say`must not be longer than ${grouped(MAX_REASON_LENGTH)} characters.`
        : textFault(written);
  if (message) throw new DomainError('validation_failed', { fields: [{ pointer: '/reason', message }] });
  return reason;
}

function requireBlock({ severity }: SafetyFinding): void {
  if (severity === 'block') return;
  throw new DomainError('invalid_state', { message: say`This finding is a warning; it stops nothing that would have to be lifted.` });
}
