import { recordAudit } from '../../audit/record-audit.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import { joined, type LocalizedMessage, say } from '../../languages/sentence.ts';
import type { Scope } from '../actor.ts';
import { requireApprovedAccount, requireNotArchived, requireWorkspace } from '../authorise.ts';
import { addNotice } from '../notices.ts';
import type { Reauthentication } from '../sessions/reauthenticate.ts';
import { FRESH_MS } from '../sessions/require-recent-sign-in.ts';
import type { Workspace } from '../workspace.entity.ts';
import { clientStatePlace } from './authorization-request.ts';
import { redirectTo } from './clients/client-document.ts';
import { requireOwnLook, requireStep } from './find-grant-request.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { newSecretCode } from './start-device-flow.ts';

export interface ApproveGrantRequestInput {
  requestId: string;
  workspaceId: string;
  /** The requested scopes, or fewer. */
  scopes: readonly Scope[];
  isSandboxOnly: boolean;
  jobsPerDay: number | null;
  creditsPerMonth: number | null;
  /** When the grant ends; null: only by revocation. */
  expiresAt: Date | null;
  /** From this session, and later than its lookup of the request. */
  reauthentication: Reauthentication;
}

export interface Decided {
  request: GrantRequest;
  /** Where the browser goes; null for a device, which polls. */
  redirectUrl: string | null;
}

const CODE_LIFE_MS = 60_000;
const LONGEST_INTEGRATION_MS = 366 * DAY_MS;

/** An owner approves an agent's access request. The grant and the key are created when the agent fetches them. */
export async function approveGrantRequest(ctx: Context, input: ApproveGrantRequestInput): Promise<Decided> {
  assertTransaction(ctx);
  const { request, actor } = await requireOwnLook(ctx, input.requestId);
  const workspace = await requireOwnWorkspace(ctx, request, input.workspaceId);
  requireFreshProof(ctx, request, input.reauthentication, actor);
  requireStep(ctx, request, 'approved');
  checkLimits(ctx, request, input);
  const code = request.flow === 'code' ? newSecretCode() : null;
  await approveOnce(ctx, request, input, { code, actor });
  await notifyOwners(ctx, request, workspace, input, actor.name);
  return { request: await ctx.em.refreshOrFail(request), redirectUrl: code === null ? null : answerRedirect(ctx, request, { code }) };
}

/**
 * Owners approve agents; any member of an approved account may let their own program read what they can read.
 */
async function requireOwnWorkspace(ctx: Context, { kind }: GrantRequest, workspaceId: string): Promise<Workspace> {
  const workspace = await requireWorkspace(ctx, workspaceId, kind === 'integration' ? 'read' : 'manage');
  requireNotArchived(workspace);
  await requireApprovedAccount(ctx, workspace.accountId);
  return workspace;
}

/** An earlier sign-in does not count: the person must have seen what they allow. */
function requireFreshProof(
  ctx: Context,
  request: GrantRequest,
  proof: Reauthentication,
  actor: { userId: string; sessionId: string },
): void {
  const isOwn = proof.userId === actor.userId && proof.sessionId === actor.sessionId;
  const isSince = request.lookedUpAt && proof.at >= request.lookedUpAt;
  const isFresh = ctx.clock.now().getTime() - proof.at.getTime() <= FRESH_MS;
  if (!(isOwn && isSince && isFresh)) throw new DomainError('reauthentication_required');
}

function checkLimits(ctx: Context, request: GrantRequest, input: ApproveGrantRequestInput): void {
  const fields: FieldError[] = [];
  const refuse = (name: string, message: LocalizedMessage) => fields.push({ pointer: `/${name}`, message });
  const extra = input.scopes.filter((scope) => !request.scopes.includes(scope));
  if (extra.length > 0) refuse('scopes', say`The agent did not ask for ${extra.join(', ')}.`);
  if (input.scopes.length === 0) refuse('scopes', say`At least one is needed; deny the request to give none.`);
  for (const name of ['jobsPerDay', 'creditsPerMonth'] as const) {
    const limit = input[name];
    if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000))
      refuse(name, say`Must be a whole number from 1 to 1,000,000.`);
  }
  if (input.expiresAt && !(input.expiresAt > ctx.clock.now())) refuse('expiresAt', say`Must be in the future.`);
  if (request.kind === 'integration') checkEnd(ctx, input, refuse);
  if (fields.length > 0) throw new DomainError('validation_failed', { message: joined(fields.map(({ message }) => message)), fields });
}

/** A forgotten integration must expire. */
function checkEnd(ctx: Context, { expiresAt }: ApproveGrantRequestInput, refuse: (name: string, message: LocalizedMessage) => void): void {
  const latest = ctx.clock.now().getTime() + LONGEST_INTEGRATION_MS;
  if (!expiresAt || expiresAt.getTime() > latest) refuse('expiresAt', say`Set an end at most 366 days from now.`);
}

/** One conditional UPDATE decides between two windows, two owners, and expiry. */
async function approveOnce(
  ctx: Context,
  request: GrantRequest,
  input: ApproveGrantRequestInput,
  { code, actor }: { code: string | null; actor: { userId: string; sessionId: string } },
): Promise<void> {
  const now = ctx.clock.now();
  const changed = await ctx.em.nativeUpdate(
    GrantRequest,
    { id: request.id, state: 'pending', expiresAt: { $gt: now }, sessionId: actor.sessionId },
    {
      state: 'approved',
      decidedByUserId: actor.userId,
      decidedAt: now,
      workspaceId: input.workspaceId,
      grantedScopes: request.scopes.filter((scope) => input.scopes.includes(scope)),
      isSandboxOnly: input.isSandboxOnly,
      jobsPerDay: input.jobsPerDay,
      creditsPerMonth: input.creditsPerMonth,
      grantExpiresAt: input.expiresAt,
      ...(code === null
        ? {}
        : { codeHash: ctx.sealer.hash('authorization-code', code), codeExpiresAt: new Date(now.getTime() + CODE_LIFE_MS) }),
    },
  );
  if (changed === 1) return;
  const { request: newest } = await requireOwnLook(ctx, request.id);
  requireStep(ctx, newest, 'approved');
  throw new Error('A pending request could not be approved.');
}

async function notifyOwners(
  ctx: Context,
  request: GrantRequest,
  workspace: Workspace,
  input: ApproveGrantRequestInput,
  by: string,
): Promise<void> {
  const { accountId } = workspace;
  const { kind, clientId, clientName, address } = request;
  const { scopes, isSandboxOnly, jobsPerDay, creditsPerMonth, expiresAt } = input;
  await recordAudit(ctx, {
    accountId,
    action: 'grant_request.approved',
    subjectId: request.id,
    details: {
      kind,
      clientId,
      clientName,
      address,
      workspaceId: workspace.id,
      scopes,
      isSandboxOnly,
      jobsPerDay,
      creditsPerMonth,
      expiresAt,
    },
  });
  await addNotice(ctx, {
    accountId,
    kind: 'access_granted',
    message:
      kind === 'integration'
        ? say`${by} gave ${clientName}, a program of their own, read access to ${workspace.name} and the account's credits. The request came from ${address}.`
        : isSandboxOnly
          ? say`${by} gave ${clientName} access to ${workspace.name}, in the sandbox only. The request came from ${address}.`
          : scopes.includes('publish:auto')
            ? say`${by} gave ${clientName} access to ${workspace.name}. It may publish without an approval where the workspace allows that. The request came from ${address}.`
            : say`${by} gave ${clientName} access to ${workspace.name}. The request came from ${address}.`,
  });
}

/** The client's redirect with the response (RFC 6749, section 4.1.2, and RFC 9207). */
function answerRedirect(ctx: Context, request: GrantRequest, answer: Record<string, string>): string {
  const { id, redirectUri, sealedClientState } = request;
  if (!redirectUri) throw new Error('A request of the code flow has a redirect address.');
  const state = sealedClientState ? ctx.sealer.open(sealedClientState, clientStatePlace(id)) : null;
  return redirectTo(redirectUri, { ...answer, state, iss: ctx.config.publicUrl });
}

/** Denies an agent's request. Anyone who looked it up may: denying is always safe. */
export async function denyGrantRequest(ctx: Context, requestId: string): Promise<Decided> {
  assertTransaction(ctx);
  const { request, actor } = await requireOwnLook(ctx, requestId);
  requireStep(ctx, request, 'denied');
  const now = ctx.clock.now();
  const changed = await ctx.em.nativeUpdate(
    GrantRequest,
    { id: requestId, state: 'pending', expiresAt: { $gt: now }, sessionId: actor.sessionId },
    { state: 'denied', decidedByUserId: actor.userId, decidedAt: now },
  );
  if (changed === 0) {
    requireStep(ctx, (await requireOwnLook(ctx, requestId)).request, 'denied');
    throw new Error('A pending request could not be denied.');
  }
  const { clientId, clientName, address } = request;
  await recordAudit(ctx, {
    accountId: null,
    action: 'grant_request.denied',
    subjectId: requestId,
    details: { clientId, clientName, address },
  });
  const denial = { error: 'access_denied', error_description: 'The customer denied the request.' };
  return {
    request: await ctx.em.refreshOrFail(request),
    redirectUrl: request.flow === 'code' ? answerRedirect(ctx, request, denial) : null,
  };
}
