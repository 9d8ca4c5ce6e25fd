import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, tables } from '../../db/tables.ts';
import type { Role } from '../actor.ts';
import { canIn, roleIn, rolesThatMay } from '../authorise.ts';
import { Membership } from '../user.entity.ts';
import { Invitation } from './invitation.entity.ts';

export interface Member {
  userId: string;
  accountId: string;
  name: string;
  email: string;
  isConfirmed: boolean;
  role: Role;
  createdAt: Date;
}

/** The account's members, oldest first; null if the caller is not one of them. */
export async function listMembers(ctx: Context, accountId: string): Promise<Member[] | null> {
  if (!roleIn(ctx, accountId)) return null;
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.created_at'])
      .select(({ eb }) => eb('u.email_confirmed_at', 'is not', null).as('is_confirmed'))
      .where('m.account_id', '=', accountId)
      .orderBy('m.created_at')
      .orderBy('m.user_id'),
  );
  return rows.map((row) => ({
    userId: row.user_id,
    accountId,
    name: row.name,
    email: row.email,
    isConfirmed: row.is_confirmed,
    role: row.role,
    createdAt: new Date(row.created_at),
  }));
}

/** A member whose role may decide on approvals. */
export interface Decider {
  userId: string;
  role: Role;
}

/** The members of each account who may decide, by account id: without those whose address is unverified. One query. */
export async function decidersOf(ctx: Context, accountIds: readonly string[]): Promise<Map<string, Decider[]>> {
  if (accountIds.length === 0) return new Map();
  const members = await query(
    ctx.em,
    tables
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.user_id as userId', 'm.account_id as accountId', 'm.role'])
      .where('m.account_id', '=', anyOf(accountIds))
      .where('m.role', '=', anyOf(rolesThatMay('decide')))
      .where('u.email_confirmed_at', 'is not', null)
      .orderBy('m.account_id')
      .orderBy('m.user_id'),
  );
  return Map.groupBy(members, ({ accountId }) => accountId);
}

/** An invitation as owners see it: without its token's hash. */
export type InvitationView = Omit<Invitation, 'tokenHash'>;

/** The open invitations by those who are owners, newest first; null unless the caller is an owner. */
export async function listOpenInvitations(ctx: Context, accountId: string): Promise<InvitationView[] | null> {
  if (!canIn(ctx, accountId, 'manage')) return null;
  const owners = await ctx.em.find(Membership, { accountId, role: 'owner' }, { fields: ['userId'] });
  const invitedByUserId = { $in: owners.map(({ userId }) => userId) };
  const open = { accountId, invitedByUserId, acceptedAt: null, revokedAt: null, expiresAt: { $gt: ctx.clock.now() } };
  return ctx.em.find(Invitation, open, { orderBy: { id: 'desc' } });
}

/** Whether a member of the account signs in with this address, as readEmail() writes it. */
export async function isMemberByEmail(ctx: Context, accountId: string, email: string): Promise<boolean> {
  const found = await query(
    ctx.em,
    tables
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('m.user_id')
      .where('m.account_id', '=', accountId)
      .where('u.email', '=', email),
  );
  return found.length > 0;
}
