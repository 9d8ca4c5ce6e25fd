import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { Agent } from '../grants/agent.entity.ts';
import { Grant } from '../grants/grant.entity.ts';
import { issueKey } from '../grants/issue-key.ts';
import { addNotice } from '../notices/add-notice.ts';
import { type TokenAnswer, tokenAnswer } from './issue-access.ts';
import { OauthError } from './oauth-error.ts';

const OVERLAP_MS = 86_400_000;

/** Replaces the agent's current key by a new one, once; the old one stays valid for a day at most. */
export async function rotateKey(ctx: Context): Promise<TokenAnswer> {
  assertTransaction(ctx);
  const { actor } = ctx;
  if (actor.kind !== 'agent') throw new DomainError('unauthenticated');
  const now = ctx.clock.now();
  const rotated = await query(
    ctx.em,
    tables
      .updateTable('api_keys')
      .set(({ ref }) => ({
        rotated_at: now,
        expires_at: sql<Date>`least(${ref('expires_at')}, ${new Date(now.getTime() + OVERLAP_MS)})`,
      }))
      .where('id', '=', actor.keyId)
      .where('rotated_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('id'),
  );
  if (rotated.length === 0) throw new OauthError('invalid_grant', 'This key was exchanged for a new one already.');
  const grant = await ctx.em.findOneOrFail(Grant, { id: actor.grantId }, { refresh: true });
  const { keyId, key, expiresAt } = await issueKey(ctx, grant);
  await ctx.em.nativeUpdate(Grant, { id: grant.id }, { rotationRequestedAt: null });
  await recordAudit(ctx, {
    accountId: grant.accountId,
    action: 'key.rotated',
    subjectId: grant.id,
    details: { keyId, replaces: actor.keyId },
  });
  const { name } = await ctx.em.findOneOrFail(Agent, { id: grant.agentId });
  const message = say`${name} exchanged its key for a new one; the old one ends within a day.`;
  await addNotice(ctx, { accountId: grant.accountId, kind: 'key_rotated', message });
  return tokenAnswer(ctx, { key, expiresAt, scopes: grant.scopes, workspaceId: grant.workspaceId });
}
