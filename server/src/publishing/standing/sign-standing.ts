import {
  hasDecidingRole,
  requirePerson,
  requireReader,
  requireWorkspace,
  requireWorkspaceOrArchived,
  roleIn,
} from '../../access/authorise.ts';
import { requireRecentSignIn } from '../../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { AcceptedSignature } from '../../approvals/signatures/accept-signature.ts';
import { requestSignature, type SignatureRequest, wantsSignature } from '../../approvals/signatures/request-signature.ts';
import { challengeForStanding, STANDING_FORMAT, type StandingStatement } from '../../approvals/signatures/statement.ts';
import { standingFault } from '../../approvals/signatures/verify-signature.ts';
import { endStanding, recordStandingEvent } from '../../approvals/standing/end-standing.ts';
import { STANDING_TRANSITIONS, StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import { loadStandingToChange, policyAgainst, RECOMBINES } from '../../approvals/standing/standing-queries.ts';
import { recombines } from '../../approvals/standing/template.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { nextState } from '../../state-table.ts';
import { decidedOf, type Replayed, replay } from './history.ts';

/** The highest permitted limits; the database enforces the same. */
const STANDING_LIMITS = { perDay: 20, credits: 500, days: 90 } as const;
type StandingLimits = Record<keyof typeof STANDING_LIMITS, number>;

interface SignStandingInput extends StandingLimits {
  id: string;
  /** The hash of the template that the person saw. */
  templateHash: string;
  /** The person's signature; required if approvals need one. */
  signature?: AcceptedSignature<StandingStatement> | null | undefined;
}

/** A standing approval that the caller may see; otherwise `not_found`. */
export async function loadStanding(ctx: Context, id: string): Promise<StandingApproval> {
  requireReader(ctx);
  const standing = await ctx.em.findOne(StandingApproval, id);
  if (!standing) throw new DomainError('not_found');
  await requireWorkspaceOrArchived(ctx, standing.workspaceId, 'read');
  return standing;
}

/** Which past posts it would have covered within these limits. */
export async function replayStanding(ctx: Context, standing: StandingApproval, limits: StandingLimits): Promise<Replayed[]> {
  checkLimits(limits);
  const { workspaceId, agentId, template } = standing;
  return replay({ agentId, template, ...limits }, await decidedOf(ctx, { workspaceId, agentId }), ctx.clock.now());
}

/**
 * A person approves in advance an agent's posts that follow a template, within limits and until an end date. They are
 * then published without a review, so a recent sign-in is required. Refuses: not_found, insufficient_role (agents
 * too), reauthentication_required, content_changed where another template was seen, invalid_state where it is no
 * longer open or the workspace's policy needs more than one approval, signature_required, signature_refused,
 * validation_failed. Needs a transaction.
 */
export async function signStanding(ctx: Context, input: SignStandingInput): Promise<StandingApproval> {
  const { standing, workspace, userId, state } = await loadStandingToSign(ctx, input);
  const { perDay, credits, days, signature = null } = input;
  const signedAt = ctx.clock.now();
  const endsAt = signature ? new Date(signature.statement.ends_at) : new Date(signedAt.getTime() + days * DAY_MS);
  Object.assign(standing, { state, perDay, credits, signedBy: userId, signedAt, endsAt, timeZone: workspace.timeZone });
  standing.signatureId = requireStandingSignature(signature, standing, workspace);
  workspace.hasStanding = true;
  await ctx.em.flush();
  const { id, accountId, agentId, templateHash } = standing;
  const details = { agentId, templateHash, perDay, credits, endsAt: endsAt.toISOString(), signatureId: standing.signatureId };
  await recordAudit(ctx, { accountId, action: 'standing_approval.signed', subjectId: id, details });
  recordStandingEvent(ctx, 'signed', standing);
  return standing;
}

/** A proposal that the signed-in person may sign within these limits, locked; refuses what signStanding() does. */
async function loadStandingToSign(ctx: Context, { id, templateHash, perDay, credits, days }: SignStandingInput) {
  assertTransaction(ctx);
  const standing = await loadStandingToChange(ctx, id);
  const workspace = await requireDecider(ctx, standing);
  const { userId } = await requireRecentSignIn(ctx);
  checkLimits({ perDay, credits, days });
  if (templateHash !== standing.templateHash) throw new DomainError('content_changed');
  requirePolicy(workspace, standing);
  return { standing, workspace, userId, state: nextState('standing approval', STANDING_TRANSITIONS, standing.state, 'active') };
}

/** The id of the signature over exactly this; null if none was given and none is required. */
function requireStandingSignature(
  signature: AcceptedSignature<StandingStatement> | null,
  standing: StandingApproval,
  workspace: Workspace,
): string | null {
  const platforms = standing.template.map(({ platform }) => platform);
  if (!signature) {
    if (wantsSignature(workspace, platforms)) throw new DomainError('signature_required');
    return null;
  }
  const { id: standingId, workspaceId, agentId, templateHash, perDay, credits, timeZone, signedBy, signedAt, endsAt } = standing;
  if (!signedBy || !signedAt || !endsAt) throw new Error(`${standingId} was not signed by anybody.`);
  const about = { standingId, workspaceId, agentId, templateHash, perDay, credits, timeZone, userId: signedBy, signedAt, endsAt };
  const fault = signature.userId === signedBy ? standingFault(signature.statement, about) : say`It was signed by another person.`;
  if (fault) throw new DomainError('signature_refused', { message: say`The signature was not accepted. ${fault}` });
  return signature.id;
}

/**
 * A person who may decide ends one immediately. Refuses: not_found, insufficient_role (agents too), invalid_state.
 * Needs a transaction.
 */
export async function revokeStanding(ctx: Context, id: string): Promise<StandingApproval> {
  const standing = await loadStandingToChange(ctx, id);
  await requireWorkspaceOrArchived(ctx, standing.workspaceId, 'decide');
  requirePerson(ctx);
  return endStanding(ctx, standing, 'revoked');
}

/**
 * Declines a proposal, which is not proposed again soon. Refuses: not_found, insufficient_role, invalid_state. Needs
 * a transaction.
 */
export async function declineStanding(ctx: Context, id: string): Promise<StandingApproval> {
  const standing = await loadStandingToChange(ctx, id);
  await requireWorkspace(ctx, standing.workspaceId, 'decide');
  const { userId } = requirePerson(ctx);
  standing.state = nextState('standing approval', STANDING_TRANSITIONS, standing.state, 'declined');
  Object.assign(standing, { closedAt: ctx.clock.now(), closedBy: userId });
  await ctx.em.flush();
  const { accountId, agentId, templateHash } = standing;
  await recordAudit(ctx, { accountId, action: 'standing_approval.declined', subjectId: id, details: { agentId, templateHash } });
  return standing;
}

async function requireDecider(ctx: Context, { workspaceId }: StandingApproval): Promise<Workspace> {
  const workspace = await requireWorkspace(ctx, workspaceId, 'decide');
  await ctx.em.refresh(workspace);
  const role = roleIn(ctx, workspace.accountId);
  if (!role || !hasDecidingRole(role, workspace))
    throw new DomainError('insufficient_role', { message: say`Only an owner of the account decides here.` });
  return workspace;
}

function requirePolicy(workspace: Workspace, { agentId, template }: StandingApproval): void {
  const asked = { agentId, platforms: template.map(({ platform }) => platform) };
  const against = recombines(template) ? RECOMBINES : policyAgainst(workspace, asked);
  if (against) throw new DomainError('invalid_state', { message: say`This cannot be signed beforehand: ${against}.` });
}

function checkLimits(limits: StandingLimits): void {
  const fields = (Object.keys(STANDING_LIMITS) as (keyof StandingLimits)[]).flatMap((name): FieldError[] => {
    const isFine = Number.isInteger(limits[name]) && limits[name] >= 1 && limits[name] <= STANDING_LIMITS[name];
    return isFine ? [] : [{ pointer: `/${name}`, message: say`must be a whole number from 1 to ${STANDING_LIMITS[name]}.` }];
  });
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
}

/**
 * Stores what the signed-in person is about to sign as the challenge for their passkey: valid for five minutes, once,
 * in this session. Refuses what signStanding() refuses, and passkey_missing. Needs a transaction.
 */
export async function beginStandingSignature(
  ctx: Context,
  input: Omit<SignStandingInput, 'signature'>,
): Promise<SignatureRequest<StandingStatement>> {
  const { standing, workspace } = await loadStandingToSign(ctx, input);
  const { id, agentId, templateHash } = standing;
  const { perDay, credits, days } = input;
  const endsAt = new Date(ctx.clock.now().getTime() + days * DAY_MS);
  return requestSignature(
    ctx,
    (around): StandingStatement => ({
      format: STANDING_FORMAT,
      workspace_id: workspace.id,
      standing_approval_id: id,
      agent_id: agentId,
      template_hash: templateHash,
      per_day: perDay,
      time_zone: workspace.timeZone,
      credits,
      ends_at: endsAt.toISOString(),
      ...around,
    }),
    challengeForStanding,
  );
}
