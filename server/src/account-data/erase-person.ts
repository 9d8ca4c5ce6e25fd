import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { requireOperator } from '../access/authorise.ts';
import { endIntegrationsOf } from '../access/grants/change-grant.ts';
import { isLastOwner, lockMembers } from '../access/members/change-members.ts';
import { ERASED_NAME, erasedAddress, readEmail } from '../access/people.ts';
import { forgetDevices } from '../access/sessions/sessions.ts';
import { Membership, User } from '../access/user.entity.ts';
import { ClientLink } from '../approvals/clients/client-link.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { SERVICE_LIMITS, untilCommit } from '../db/time-limits.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { StoredSentence } from '../languages/stored-message.ts';
import { OF_PEOPLE } from './erased-tables.ts';

const MOST_MS = 300_000;

export interface ErasedPerson {
  /** Null for a client, who had no sign-in. */
  userId: string | null;
  /** The accounts that the person was a member of. */
  accounts: number;
}

/**
 * Erases a person, a client without a sign-in too: data about only them is deleted, and where their id must be
 * kept, in decisions, signatures, comments, the ledger and the audit log, it no longer leads to a name or an
 * address. Their text in drafts and comments belongs to the account and is kept. Operators only; throws
 * `last_owner` if an account would be left without an owner.
 */
export async function erasePerson(ctx: Context, address: string): Promise<ErasedPerson> {
  assertTransaction(ctx);
  requireOperator(ctx);
  const email = readEmail(address);
  const user = await ctx.em.findOne(User, { email });
  const links = await ctx.em.find(ClientLink, { email }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
  const [first] = links;
  if (!user && !first) throw new DomainError('not_found', { message: `No person has the email address ${email}.` });
  const accounts = user ? await endMemberships(ctx, user) : 0;
  const erased = erasedAddress(user?.id ?? first?.id ?? '');
  // There is no index by account or link: a person is rarely erased.
  await ctx.em.execute(untilCommit({ ...SERVICE_LIMITS, statement: MOST_MS }));
  if (first) await forgetClient(ctx, email, links, erased);
  await forgetAddress(ctx, email, erased);
  if (user) await forgetPerson(ctx, user);
  else if (first) await recordAudit(ctx, { accountId: null, action: 'person.erased', subjectId: first.id });
  return { userId: user?.id ?? null, accounts };
}

async function endMemberships(ctx: Context, { id: userId, isOperator }: User): Promise<number> {
  if (isOperator)
    throw new DomainError('invalid_state', { message: 'Operators cannot be erased.', remedy: 'Make another person the operator first.' });
  const memberships = await ctx.em.find(Membership, { userId }, { orderBy: { accountId: 'asc' } });
  for (const { accountId, role } of memberships) {
    const members = await lockMembers(ctx, accountId);
    const own = members.find((member) => member.userId === userId);
    if (own && isLastOwner(members, own)) throw new DomainError('last_owner', { details: { account_id: accountId } });
    await ctx.em.nativeDelete(Membership, { accountId, userId });
    await recordAudit(ctx, { accountId, action: 'member.erased', subjectId: userId, details: { role } });
  }
  return memberships.length;
}

/** Revokes a client's links, and replaces their address in what is kept; the database permits no other change of a decision. */
async function forgetClient(ctx: Context, email: string, links: readonly ClientLink[], erased: string): Promise<void> {
  const ids = links.map(({ id }) => id);
  for (const { id, accountId, workspaceId, revokedAt } of links)
    if (!revokedAt) await recordAudit(ctx, { accountId, action: 'client_link.revoked', subjectId: id, details: { workspaceId } });
  for (const table of ['client_codes', 'client_sessions', 'client_link_tokens', 'client_recalls'] as const)
    await query(ctx.em, tables.deleteFrom(table).where('link_id', '=', anyOf(ids)));
  await query(
    ctx.em,
    tables.updateTable('approval_decisions').set({ client_email: erased, client_name: null }).where('client_link_id', '=', anyOf(ids)),
  );
  await forgetInNotices(ctx, email, [...new Set(links.map(({ accountId }) => accountId))]);
  await query(ctx.em, tables.updateTable('comments').set({ client_email: erased }).where('client_link_id', '=', anyOf(ids)));
  await query(
    ctx.em,
    tables
      .updateTable('client_links')
      .set(({ fn, ref, val }) => ({ email: erased, revoked_at: fn.coalesce(ref('revoked_at'), val(ctx.clock.now())) }))
      .where('id', '=', anyOf(ids)),
  );
}

/** In notices a client is "Mara Lind (mara@example.org)", or the address alone. Decisions that were withdrawn are deleted, so names are read from the notices. */
async function forgetInNotices(ctx: Context, email: string, accountIds: readonly string[]): Promise<void> {
  // It is no part of a longer address.
  const address = `(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`;
  const isAbout = sql<boolean>`(message || coalesce(sentence::text, '')) ~ ${address}`;
  const about = await query(
    ctx.em,
    tables.selectFrom('notices').select('sentence').where('account_id', '=', anyOf(accountIds)).where(isAbout),
  );
  const end = ` (${email})`;
  const named = about.flatMap(({ sentence }) => textsIn(sentence as unknown as StoredSentence | null)).filter((text) => text.endsWith(end));
  // As written in a message, and in JSON.
  const spelled = [...new Set(named)].flatMap((text) => [escaped(text), escaped(JSON.stringify(text).slice(1, -1))]);
  const pattern = [...new Set(spelled), address].join('|');
  await query(
    ctx.em,
    tables
      .updateTable('notices')
      .set({
        message: sql<string>`regexp_replace(message, ${pattern}, ${ERASED_NAME}, 'g')`,
        sentence: sql<never>`regexp_replace(sentence::text, ${pattern}, ${ERASED_NAME}, 'g')::jsonb`,
      })
      .where('account_id', '=', anyOf(accountIds))
      .where(isAbout),
  );
}

function textsIn(sentence: StoredSentence | null): string[] {
  return (sentence?.values ?? []).flatMap((value) => {
    if (typeof value === 'string') return value;
    return typeof value === 'object' && 'key' in value ? textsIn(value) : [];
  });
}

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&');

/** Invitations and sign-ups, which need no account yet. */
async function forgetAddress(ctx: Context, email: string, erased: string): Promise<void> {
  await query(
    ctx.em,
    tables
      .updateTable('invitations')
      .set(({ fn, ref, val }) => ({
        email: erased,
        revoked_at: fn.coalesce(ref('revoked_at'), ref('accepted_at'), val(ctx.clock.now())),
      }))
      .where('email', '=', email),
  );
  await query(ctx.em, tables.deleteFrom('signups').where('email', '=', email));
}

/**
 * Deletes data about only this person, and removes their name and address from the rest. Their memberships
 * have ended.
 */
export async function forgetPerson(ctx: Context, { id: userId, email }: User): Promise<void> {
  await endIntegrationsOf(ctx, { userId });
  await forgetDevices(ctx, userId);
  for (const table of OF_PEOPLE) await ctx.em.execute(`delete from ${table} where user_id = ?`, [userId], 'run');
  await query(ctx.em, tables.updateTable('agents').set({ let_in_by_name: ERASED_NAME }).where('let_in_by_user_id', '=', userId));
  const erased = erasedAddress(userId);
  await forgetAddress(ctx, email, erased);
  await ctx.em.nativeUpdate(
    User,
    { id: userId },
    { name: ERASED_NAME, email: erased, passwordHash: '', emailConfirmedAt: null, emailProof: null, language: null },
  );
  await recordAudit(ctx, { accountId: null, action: 'person.erased', subjectId: userId });
}
