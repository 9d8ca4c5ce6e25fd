import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Account } from '../../access/account.entity.ts';
import type { Actor } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { tables } from '../../db/tables.ts';
import { DomainError } from '../../errors.ts';
import { ClientLink, ClientLinkDraft } from './client-link.entity.ts';
import { ClientLinkToken } from './client-recall.entity.ts';
import { LINK_STANDS } from './link-stands.ts';

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
    tables.selectFrom('client_links as l').select('l.id').where('l.id', '=', id).where(sql.raw<boolean>(LINK_STANDS)),
  );
  return found.length > 0;
}

/** The actor for the holder of a link, limited to its workspace by row-level security. */
export function clientOf({ id: linkId, accountId, workspaceId, email, createdByUserId }: ClientLink): ClientActor {
  return { kind: 'client', linkId, accountId, workspaceId, email, sharedByUserId: createdByUserId };
}

/**
 * That the link is good still, and cannot be revoked before this transaction has ended, and that it shows the draft. Right before
 * a client changes anything. Throws `client_link_invalid`, `not_found`.
 */
export async function requireShared(tx: Context, { linkId }: ClientActor, draftId: string): Promise<void> {
  const link = await tx.em.findOne(ClientLink, { id: linkId }, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
  if (!link || !(await isOpen(tx, link))) throw new DomainError('client_link_invalid');
  if (!(await tx.em.count(ClientLinkDraft, { linkId, draftId }))) throw new DomainError('not_found');
}
