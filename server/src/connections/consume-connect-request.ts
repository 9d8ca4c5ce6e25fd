import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import type { ApprovedPosts, Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { JsonObject } from '../platforms/platform.ts';
import { ConnectRequest } from './connect-request.entity.ts';
import { connectRequestPlace } from './save-connect-request.ts';

/** The data to complete a redirect. Contains secrets: pass it on, never log it. */
export interface TakenConnectRequest {
  workspaceId: string;
  platform: string;
  connectionId: string | null;
  approvedPosts: ApprovedPosts;
  state: string;
  codeVerifier: string;
  server: string | null;
  memory: JsonObject;
}

/**
 * Consumes the request that `state` belongs to, once; refuses used or expired ones and those of another session.
 * Needs a transaction of its own, committed before the platform is called.
 */
export async function consumeConnectRequest(ctx: Context, state: string): Promise<TakenConnectRequest> {
  assertTransaction(ctx);
  const { sessionId } = requirePerson(ctx);
  const found = await ctx.em.findOne(ConnectRequest, { stateHash: ctx.sealer.hash('connect-state', state), sessionId });
  if (!found || found.expiresAt <= ctx.clock.now()) throw new DomainError('connect_request_invalid');
  await requireWorkspace(ctx, found.workspaceId, 'manage');
  const { id, workspaceId, platform, connectionId, sealedMemory } = found;
  // Of concurrent calls, one deletes the row.
  if ((await ctx.em.nativeDelete(ConnectRequest, { id })) !== 1) throw new DomainError('connect_request_invalid');
  const kept = JSON.parse(ctx.sealer.open(sealedMemory, connectRequestPlace(id))) as Pick<
    TakenConnectRequest,
    'codeVerifier' | 'server' | 'memory' | 'approvedPosts'
  >;
  // Requests from before servers had their own redirect addresses name none.
  return { workspaceId, platform, connectionId: connectionId ?? null, state, ...kept, server: kept.server ?? null };
}
