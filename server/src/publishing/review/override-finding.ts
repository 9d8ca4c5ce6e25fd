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
import { SafetyOverride } from '../../safety/safety-override.entity.ts';
import { safetyFindingsOf } from '../../safety/safety-queries.ts';
import { advanceJob } from '../jobs/advance-job.ts';
import { liveJobOf } from '../jobs/load-job.ts';

export interface OverrideFindingInput {
  draftId: string;
  /** What the person saw; `content_changed` if it is not the current content. */
  contentHash: string;
  findingId: string;
  /** Why it may be published anyway; stored with their name. */
  reason: string;
}

export interface OverriddenFinding {
  override: SafetyOverride;
  /** The name of the person who overrode it first. */
  by: LocalizedMessage;
}

const { maxLength: MAX_REASON_LENGTH } = FIELD_RULES.decision.overrideReason;

/**
 * An owner or approver overrides one blocking finding of the safety checks for exactly this content. This approves
 * nothing, and any change of content restores the finding. Idempotent. Refuses: not_found, insufficient_role (agents
 * too), reauthentication_required, content_changed, invalid_state (it blocks nothing), validation_failed. Needs a
 * transaction.
 */
export async function overrideFinding(ctx: Context, input: OverrideFindingInput): Promise<OverriddenFinding> {
  assertTransaction(ctx);
  const { id, accountId } = await loadDraft(ctx, input.draftId);
  const { userId, name } = await requirePersonWhoMayDecide(ctx, accountId);
  await requireRecentSignIn(ctx);
  const reason = readReason(input.reason);
  const draft = await lockDraft(ctx, id);
  if (!draft.contentHash || draft.contentHash !== input.contentHash) throw new DomainError('content_changed');
  const { workspaceId, contentHash } = draft;
  const sets = [{ id, draftId: id, workspaceId, contentHash, payloads: await currentPayloads(ctx, draft) }];
  const finding = (await safetyFindingsOf(ctx, sets)).get(id)?.find((found) => findingId(found) === input.findingId);
  if (!finding) throw new DomainError('not_found', { message: say`The safety checks find no such thing in this content.` });
  const key = { draftId: id, contentHash, findingId: input.findingId };
  const earlier = await ctx.em.findOne(SafetyOverride, key);
  if (earlier) return { override: earlier, by: finding.override?.by ?? name };
  requireBlock(finding);

  const override = ctx.em.create(SafetyOverride, { id: newId('lft'), accountId, ...key, reason, userId, createdAt: ctx.clock.now() });
  await ctx.em.flush();
  const { check, platform, field } = finding;
  await recordAudit(ctx, {
    accountId,
    action: 'safety.lifted',
    subjectId: id,
    details: { liftId: override.id, contentHash, findingId: key.findingId, check, platform, field, reason },
  });
  const job = await liveJobOf(ctx, id);
  if (job) await advanceJob(ctx, job.id);
  return { override, by: name };
}

async function requirePersonWhoMayDecide(ctx: Context, accountId: string): Promise<{ userId: string; name: string }> {
  if (ctx.actor.kind !== 'user') {
    throw new DomainError('insufficient_role', { message: say`Only people can dismiss a finding.` });
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
  throw new DomainError('invalid_state', {
    message: say`This finding is only a warning; it does not block the post, so no override is needed.`,
  });
}
