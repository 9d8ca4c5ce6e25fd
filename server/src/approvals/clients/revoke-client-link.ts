import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { ClientLink } from './client-link.entity.ts';

/**
 * Revokes a link with immediate effect: it opens nothing any more, and its approval of content that still waits no
 * longer counts. Idempotent. Needs a transaction. Refuses: not_found, insufficient_role.
 */
export async function revokeClientLink(ctx: Context, linkId: string): Promise<ClientLink> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(ClientLink, { id: linkId });
  if (!found) throw new DomainError('not_found');
  await requireWorkspaceOrArchived(ctx, found.workspaceId, 'manage');
  const { userId } = requirePerson(ctx);
  const link = await ctx.em.findOneOrFail(ClientLink, { id: linkId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (link.revokedAt) return link;
  link.revokedAt = ctx.clock.now();
  link.revokedByUserId = userId;
  await ctx.em.flush();
  const { accountId, email, workspaceId } = link;
  await recordAudit(ctx, { accountId, action: 'client_link.revoked', subjectId: linkId, details: { email, workspaceId } });
  return link;
}
