import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { ConnectError, type ConnectedAccount } from '../platforms/platform.ts';
import { redirectUriOf, requireOauth } from './begin-oauth.ts';
import { findPlatform } from './find-platform.ts';
import type { TakenConnectRequest } from './take-connect-request.ts';

/** Exchanges the code that the person came back with. Calls the platform: outside any transaction. */
export async function endOauth(ctx: Context, taken: TakenConnectRequest, code: string): Promise<ConnectedAccount[]> {
  if (ctx.em.isInTransaction()) throw new Error('endOauth() must run outside a transaction: it calls the platform.');
  const oauth = requireOauth(findPlatform(ctx, taken.platform));
  const { state, codeVerifier, memory } = taken;
  try {
    return await oauth.finish(code, { redirectUri: redirectUriOf(ctx), state, codeVerifier }, memory);
  } catch (error) {
    if (error instanceof ConnectError) throw new DomainError(error.code, { message: error.message });
    throw error;
  }
}
