import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Account } from '../../access/account.entity.ts';
import type { Actor } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import { idsOf, query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { anyOf, COUNT, tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import type { Language } from '../../languages/language.ts';
import { ClientLink, ClientLinkDraft, ClientLinkToken } from './client-link.entity.ts';

/**
 * SQL condition for a link `l`: its creator is still an owner, and its address belongs to no member of the account.
 * Members decide in the console: a link would give them a second vote, and one on their own content.
 */
export const LINK_IS_VALID = `l.revoked_at is null
  and exists (select from memberships m where m.user_id = l.created_by_user_id and m.account_id = l.account_id and m.role = 'owner')
  and not exists (
    select from memberships m join users u on u.id = m.user_id where m.account_id = l.account_id and u.email = l.email)`;

export type ClientActor = Extract<Actor, { kind: 'client' }>;

/** The link of a token, read with the owner role, if it is valid. Throws `client_link_invalid`. */
export async function openClientLink(ctx: Context, token: string): Promise<ClientLink> {
  const em = forkAsOwner(ctx.orm);
  const tokenHash = ctx.sealer.hash('client-link', token);
  const link = (await em.findOne(ClientLink, { tokenHash })) ?? (await linkMailedAgain(em, tokenHash));
  if (!link || !(await isOpen({ ...ctx, em }, link))) throw new DomainError('client_link_invalid');
  const account = await em.findOne(Account, { id: link.accountId });
  if (account?.state !== 'approved') throw new DomainError('client_link_invalid');
  return link;
}

/** By the token of a later mail. */
async function linkMailedAgain(em: Context['em'], tokenHash: string): Promise<ClientLink | null> {
  const found = await em.findOne(ClientLinkToken, { tokenHash });
  return found && em.findOne(ClientLink, { id: found.linkId });
}

async function isOpen({ em, clock }: Pick<Context, 'em' | 'clock'>, { id, expiresAt }: ClientLink): Promise<boolean> {
  if (expiresAt <= clock.now()) return false;
  const found = await query(
    em,
    tables.selectFrom('client_links as l').select('l.id').where('l.id', '=', id).where(sql.raw<boolean>(LINK_IS_VALID)),
  );
  return found.length > 0;
}

/** The actor for the holder of a link, limited to its workspace by row-level security. */
export function clientOf({ id: linkId, accountId, workspaceId, email, createdByUserId }: ClientLink): ClientActor {
  return { kind: 'client', linkId, accountId, workspaceId, email, sharedByUserId: createdByUserId };
}

/**
 * Requires that the link is still valid and shows the draft; keeps it from being revoked before this
 * transaction ends. Called right before a client changes anything. Throws `client_link_invalid`, `not_found`.
 */
export async function requireShared(tx: Context, { linkId }: ClientActor, draftId: string): Promise<void> {
  const link = await tx.em.findOne(ClientLink, { id: linkId }, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
  if (!link || !(await isOpen(tx, link))) throw new DomainError('client_link_invalid');
  if (!(await tx.em.count(ClientLinkDraft, { linkId, draftId }))) throw new DomainError('not_found');
}

/** A link as owners see it: without its token's hash. */
export type ClientLinkView = Omit<ClientLink, 'tokenHash'>;

/** Older links are in the audit log. */
const MOST_LISTED = 100;

interface Row {
  id: string;
  account_id: string;
  workspace_id: string;
  email: string;
  language: Language | null;
  created_by_user_id: string;
  created_at: string | Date;
  expires_at: string | Date;
}

/**
 * The links of each workspace that are neither revoked nor expired, newest first, for rows that the caller may see already.
 * One that does not work now is among them: it works again once its creator is an owner again. One query.
 */
export async function clientLinksOf(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, ClientLinkView[]>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await query(
    ctx.em,
    tables
      .selectFrom(sql<{ id: string }>`unnest(${idsOf(workspaceIds)}::text[])`.as<'w'>(sql`w (id)`))
      .crossJoinLateral(({ selectFrom }) =>
        selectFrom('client_links as l')
          .select([
            'l.id',
            'l.account_id',
            'l.workspace_id',
            'l.email',
            'l.language',
            'l.created_by_user_id',
            'l.created_at',
            'l.expires_at',
          ])
          .whereRef('l.workspace_id', '=', 'w.id')
          .where('l.expires_at', '>', ctx.clock.now())
          .where('l.revoked_at', 'is', null)
          .orderBy('l.id', 'desc')
          .limit(MOST_LISTED)
          .as('found'),
      )
      .selectAll('found'),
  );
  return Map.groupBy(rows.map(viewOf), ({ workspaceId }) => workspaceId);
}

function viewOf(row: Row): ClientLinkView {
  return {
    id: row.id,
    accountId: row.account_id,
    workspaceId: row.workspace_id,
    email: row.email,
    language: row.language,
    createdByUserId: row.created_by_user_id,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    revokedAt: null,
    revokedByUserId: null,
  };
}

/** Which of these links work now, by link id. */
export async function activeLinksOf(ctx: Context, linkIds: readonly string[]): Promise<Map<string, boolean>> {
  if (linkIds.length === 0) return new Map();
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('client_links as l')
      .select('l.id')
      .where('l.id', '=', anyOf(linkIds))
      .where('l.expires_at', '>', ctx.clock.now())
      .where(sql.raw<boolean>(LINK_IS_VALID)),
  );
  return new Map(rows.map(({ id }) => [id, true]));
}

/** The number of drafts of each link, by link id. */
export async function sharedCountsOf(ctx: Context, linkIds: readonly string[]): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map();
  const rows = await query(
    ctx.em,
    tables.selectFrom('client_link_drafts').select(['link_id', COUNT]).where('link_id', '=', anyOf(linkIds)).groupBy('link_id'),
  );
  return new Map(rows.map(({ link_id, count }) => [link_id, count]));
}
