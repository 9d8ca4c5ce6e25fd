import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import { isSameDigest } from '../../sealing/sealer.ts';
import { Agent } from '../grants/agent.entity.ts';
import { ApiKey } from '../grants/api-key.entity.ts';
import { parseApiKey } from '../grants/api-key-format.ts';
import { Grant } from '../grants/grant.entity.ts';
import { tellGrant } from '../grants/tell-grant.ts';
import { addNotice } from '../notices/add-notice.ts';

/**
 * Revokes a key for its holder (RFC 7009), and the grant with its last key. An unknown or revoked key changes
 * nothing, with the same response.
 */
export async function revokeToken(ctx: Context, token: string): Promise<void> {
  assertTransaction(ctx);
  const parsed = parseApiKey(token);
  const key = parsed && (await ctx.em.findOne(ApiKey, { id: parsed.keyId }, { populate: ['keyHash'] }));
  if (!key || !isSameDigest(key.keyHash, ctx.sealer.hash('api-key', token))) return;
  const now = ctx.clock.now();
  const revoked = await ctx.em.nativeUpdate(ApiKey, { id: key.id, revokedAt: null }, { revokedAt: now });
  if (revoked === 0) return;
  // The replaced key, still valid for a day after a rotation, ends with the new one.
  if (!key.rotatedAt) {
    await ctx.em.nativeUpdate(ApiKey, { grantId: key.grantId, rotatedAt: { $ne: null }, revokedAt: null }, { revokedAt: now });
  }
  const live = await ctx.em.count(ApiKey, { grantId: key.grantId, revokedAt: null, expiresAt: { $gt: now } });
  const ended =
    live === 0 ? await ctx.em.nativeUpdate(Grant, { id: key.grantId, state: 'active' }, { state: 'revoked', revokedAt: now }) : 0;
  const grant = await ctx.em.findOneOrFail(Grant, { id: key.grantId });
  const { accountId } = grant;
  const own: Context = { ...ctx, actor: { kind: 'system' } };
  const details = { keyId: key.id, byItsHolder: true, endsGrant: ended === 1 };
  await recordAudit(own, { accountId, action: 'key.revoked', subjectId: grant.id, details });
  if (ended === 0) return;
  tellGrant(own, 'revoked', grant);
  const { name } = await ctx.em.findOneOrFail(Agent, { id: grant.agentId });
  await addNotice(ctx, { accountId, kind: 'access_ended', message: say`${name} gave its access back.` });
}
