import { type EntityManager, type EntityName, wrap } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { findRows } from '../db/reading/find-rows.ts';
import { toBeChanged } from '../db/reading/rows-of.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { Account } from './account.entity.ts';
import { type Actor, type Role, roleWord, type Scope } from './actor.ts';
import { Workspace } from './workspace.entity.ts';

/** What the caller needs to do in a workspace. */
export type Need = 'read' | 'write' | 'decide' | 'manage';

const ROLES_FOR: Record<Need, readonly Role[]> = {
  read: ['owner', 'approver', 'editor', 'viewer'],
  write: ['owner', 'approver', 'editor'],
  decide: ['owner', 'approver'],
  manage: ['owner'],
};

const NEEDED_WORDS: Record<Need, Sentence> = {
  read: say`owner or approver or editor or viewer`,
  write: say`owner or approver or editor`,
  decide: say`owner or approver`,
  manage: roleWord('owner'),
};

/** The scopes that permit changes to a draft; a caller needs one of them. */
const WRITING: readonly Scope[] = ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write'];

/** False for a grant that only reads: its changes are refused by the commands. */
export function mayWriteDrafts({ actor }: Pick<Context, 'actor'>): boolean {
  return actor.kind !== 'agent' || WRITING.some((scope) => actor.scopes.includes(scope));
}

/** Requires the scope of an agent's grant; people are checked by role instead. */
export function requireScope(ctx: Context, scope: Scope): void {
  const { actor } = ctx;
  if (actor.kind === 'anonymous' || actor.kind === 'client') throw new DomainError('unauthenticated');
  if (actor.kind === 'agent' && !actor.scopes.includes(scope)) {
    throw new DomainError('insufficient_scope', { message: `This needs the scope ${scope}.`, details: { scope } });
  }
}

/**
 * Returns the workspace if the actor has the permission there. Foreign workspaces are `not_found`, exactly like
 * missing ones. An archived one is read-only.
 */
export async function requireWorkspace(ctx: Context, workspaceId: string, need: Need): Promise<Workspace> {
  const workspace = await requireWorkspaceOrArchived(ctx, workspaceId, need);
  if (need !== 'read') requireNotArchived(workspace);
  return workspace;
}

export const WORKSPACE_ARCHIVED = say`This workspace is archived. An owner of the account must restore it first.`;

/** Requires that it is not archived. */
export function requireNotArchived({ archivedAt }: Workspace): void {
  if (archivedAt)
    throw new DomainError('invalid_state', {
      message: WORKSPACE_ARCHIVED,
      remedy: say`Ask an owner of the account to restore the workspace.`,
    });
}

/** As `requireWorkspace`, for ending something or reading how it ended, which must also work in an archived workspace. */
export async function requireWorkspaceOrArchived(ctx: Context, workspaceId: string, need: Need): Promise<Workspace> {
  requireOwnPlace(ctx, workspaceId);
  const workspace = await findById(ctx.em, Workspace, workspaceId);
  if (!workspace) throw new DomainError('not_found');
  await requireReach(ctx, { accountId: workspace.accountId, workspaceId }, need);
  return workspace;
}

/** As above for a loaded row: its workspace exists, and is checked for the caller. */
export async function requireReach(ctx: Context, thing: { accountId: string; workspaceId: string }, need: Need): Promise<void> {
  requireOwnPlace(ctx, thing.workspaceId);
  const { actor } = ctx;
  if (actor.kind === 'agent') requireAgentNeed(need);
  if (actor.kind === 'client' && need !== 'read') throw new DomainError('insufficient_role');
  if (actor.kind === 'user') await requireRole(ctx, thing.accountId, need);
}

/** An agent's key and a client's link are bound to one workspace: others are refused without a query. */
export function requireOwnPlace({ actor }: Context, workspaceId: string): void {
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  if ((actor.kind === 'agent' || actor.kind === 'client') && actor.workspaceId !== workspaceId) throw new DomainError('not_found');
}

/** Requires that the person has the permission in the account. */
export async function requireRole(ctx: Context, accountId: string, need: Need): Promise<void> {
  const role = roleIn(ctx, accountId);
  if (!role) throw new DomainError('not_found');
  if (!ROLES_FOR[need].includes(role)) {
    throw new DomainError('insufficient_role', {
      message: say`Your role here is ${roleWord(role)}; this needs ${NEEDED_WORDS[need]}.`,
      details: { role, needs: ROLES_FOR[need] },
    });
  }
  if (need === 'decide' && isUnconfirmed(ctx)) throw new DomainError('email_unconfirmed');
  if (need !== 'read') await requireApprovedAccount(ctx, accountId);
}

/** An owner can invite an address of their choice and open the link themselves: only a verified address may decide. */
const isUnconfirmed = ({ actor }: Context): boolean => actor.kind === 'user' && actor.isUnconfirmed === true;

/** Whether the actor has the permission there, without a query. */
export function canIn(ctx: Context, accountId: string, need: Need): boolean {
  if (ctx.actor.kind === 'operator' || ctx.actor.kind === 'system') return true;
  return roleMay(roleIn(ctx, accountId), need) && !(need === 'decide' && isUnconfirmed(ctx));
}

/** Whether the role includes the permission; null for a person who is not a member. */
export function roleMay(role: Role | null | undefined, need: Need): boolean {
  return role != null && ROLES_FOR[need].includes(role);
}

/** Whether decisions of this role count under the policy. */
export function hasDecidingRole(role: Role, { deciders }: Pick<Workspace, 'deciders'>): boolean {
  return roleMay(role, 'decide') && (role === 'owner' || deciders !== 'owners');
}

/** Every role with the permission. */
export const rolesThatMay = (need: Need): Role[] => [...ROLES_FOR[need]];

/** The person's role in the account; null for other actors. */
export function roleIn(ctx: Context, accountId: string): Role | null {
  return ctx.actor.kind === 'user' ? (ctx.actor.roles.get(accountId) ?? null) : null;
}

export function isOperator(ctx: Context): boolean {
  return ctx.actor.kind === 'operator' || (ctx.actor.kind === 'user' && ctx.actor.isOperator);
}

export function requireOperator(ctx: Context): void {
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  if (!isOperator(ctx)) throw new DomainError('insufficient_role', { message: say`Only the operator may do this.` });
}

function requireAgentNeed(need: Need): void {
  if (need === 'decide') throw new DomainError('insufficient_role', { message: say`Agents cannot decide; only people can.` });
  if (need === 'manage') throw new DomainError('insufficient_role', { message: say`Agents cannot manage a workspace; only owners can.` });
}

/** Throws `account_not_approved` until the operator has approved the account. */
export async function requireApprovedAccount(ctx: Context, accountId: string): Promise<void> {
  const account = await findById(ctx.em, Account, accountId);
  if (account?.state !== 'approved') throw new DomainError('account_not_approved');
}

export type PersonActor = Extract<Actor, { kind: 'user' }>;

/** The signed-in person; agents have no password, second factor or members. */
export function requirePerson({ actor }: Pick<Context, 'actor'>): PersonActor {
  if (actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  if (actor.kind !== 'user') throw new DomainError('insufficient_role', { message: say`Only a signed-in person can do this.` });
  return actor;
}

/**
 * The workspace, if the caller owns its account. For data that only owners read: unlike a change, it needs no
 * approved account, since suspended customers keep access to their records.
 */
export async function requireOwner(ctx: Context, workspaceId: string): Promise<Workspace> {
  const workspace = await requireWorkspace(ctx, workspaceId, 'read');
  requirePerson(ctx);
  const role = roleIn(ctx, workspace.accountId);
  if (role !== 'owner')
    throw new DomainError('insufficient_role', {
      message: say`Your role here is ${role ? roleWord(role) : 'none'}; this needs ${NEEDED_WORDS.manage}.`,
    });
  return workspace;
}

/** Reading requires a signed-in person, or an agent whose grant includes `read`. */
export function requireReader(ctx: Context): void {
  requireScope(ctx, 'read');
}

/** For data that only people see. An integration may read it, since it reads for a person. */
export function refuseAgents({ actor }: Context): void {
  if (actor.kind === 'agent' && !actor.isIntegration)
    throw new DomainError('insufficient_role', { message: say`Agents do not see this; a person of the account does.` });
}

/**
 * By id. Returns loaded rows at once: findOne() takes as long for these as for a small query, and a command needs its
 * workspace ten times.
 */
async function findById<Row extends Account | Workspace>(em: EntityManager, entity: EntityName<Row>, id: string): Promise<Row | null> {
  const known = em.getUnitOfWork().getById<Row>(entity, id as never);
  if (known && wrap(known).isInitialized()) return known;
  const [found] = await findRows<Row>(em, entity, [id]);
  return found ? toBeChanged(em, entity, found) : null;
}
