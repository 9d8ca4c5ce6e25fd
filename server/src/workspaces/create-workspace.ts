import { requirePerson, requireRole, requireWorkspaceOrArchived } from '../access/authorise.ts';
import { readName } from '../access/people.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { requireRoom } from './limit-workspaces.ts';

export interface CreateWorkspaceInput {
  accountId: string;
  name: string;
  /** A workspace of the account whose settings it begins with; as any new one by default. */
  copyFrom?: string | null | undefined;
}

/** Everything that an owner sets; connections, agents' access, drafts and links to clients belong to their own workspace. */
const COPIED = [
  'timeZone',
  'quietHours',
  'postingSlots',
  'voice',
  'blockedTerms',
  'deniedHosts',
  'safety',
  'allowsAuto',
  'approvalsRequired',
  'deciders',
  'refusesSelfApproval',
  'countsClients',
  'requiresSignature',
  'signedPlatforms',
  'stages',
  'askInTurn',
  'turnHours',
  'approvalHours',
  'movesAskAgain',
  'creditsPerMonth',
] satisfies (keyof Workspace)[];

/**
 * Creates another workspace of the account, with the settings of an existing one, by an owner. Needs a transaction.
 * Refuses: not_found, insufficient_role (agents too), invalid_state (the limit is reached), validation_failed.
 */
export async function createWorkspace(ctx: Context, { accountId, name, copyFrom }: CreateWorkspaceInput): Promise<Workspace> {
  assertTransaction(ctx);
  requirePerson(ctx);
  await requireRole(ctx, accountId, 'manage');
  await requireRoom(ctx, accountId);
  const source = copyFrom ? await requireWorkspaceOrArchived(ctx, copyFrom, 'manage') : null;
  if (source && source.accountId !== accountId) throw new DomainError('not_found');
  const settings = source ? Object.fromEntries(COPIED.map((field) => [field, source[field]])) : {};
  const id = newId('wsp');
  const workspace = ctx.em.create(Workspace, { ...settings, id, accountId, name: readName(name, '/name'), createdAt: ctx.clock.now() });
  await ctx.em.flush();
  await recordAudit(ctx, { accountId, action: 'workspace.created', subjectId: id, details: { copiedFrom: source?.id ?? null } });
  return workspace;
}
