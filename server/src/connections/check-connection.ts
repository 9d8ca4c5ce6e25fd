import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { ConnectError, type Credentials } from '../platforms/platform.ts';

/** What a platform said about checked credentials. Holds secrets: hand it on, never log it. */
export interface Connected {
  handle: string;
  externalId: string;
  credentials: Credentials;
}

/** Asks the platform who the credentials belong to. Calls the network: outside any transaction, after authorising. */
export async function checkConnection(ctx: Context, input: { platform: string; credentials: Credentials }): Promise<Connected> {
  if (ctx.em.isInTransaction()) throw new Error('checkConnection() must run outside a transaction: it calls the platform.');
  const platform = ctx.platforms.get(input.platform);
  if (!platform) {
    throw new DomainError('unknown_platform', {
      message: `There is no platform "${input.platform}"; there are ${[...ctx.platforms.keys()].join(', ')}.`,
    });
  }
  try {
    return await platform.connect(input.credentials);
  } catch (error) {
    if (error instanceof ConnectError) throw new DomainError('bad_user_input', { message: error.message });
    throw error;
  }
}
