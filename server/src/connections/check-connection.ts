import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { ConnectError, type ConnectedAccount, type Credentials } from '../platforms/platform.ts';
import { findPlatform } from './find-platform.ts';

/** Identifies the account of the credentials. A network call: outside of transactions, after authorising. */
export async function checkConnection(ctx: Context, input: { platform: string; credentials: Credentials }): Promise<ConnectedAccount> {
  if (ctx.em.isInTransaction()) throw new Error('checkConnection() must run outside a transaction: it calls the platform.');
  const platform = findPlatform(ctx, input.platform);
  try {
    return await platform.connect(input.credentials);
  } catch (error) {
    if (error instanceof ConnectError) throw new DomainError(error.code, { message: error.words });
    throw error;
  }
}
