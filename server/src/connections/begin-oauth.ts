import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { ConnectError, type Credentials, type JsonObject, type Platform, type PlatformOauth } from '../platforms/platform.ts';
import { findPlatform } from './find-platform.ts';

/** The one address that every platform sends people back to; it is registered there to the letter. */
export function redirectUriOf({ config }: Pick<Context, 'config'>): string {
  return `${config.publicUrl}/connections/return`;
}

/** A begun round trip. `state` and `codeVerifier` are secrets until the person is back. */
export interface BegunOauth {
  url: string;
  state: string;
  codeVerifier: string;
  memory: JsonObject;
}

/** Prepares to send a person to the platform. May call it, so outside any transaction and after authorising. */
export async function beginOauth(ctx: Context, input: { platform: string; entered: Credentials }): Promise<BegunOauth> {
  if (ctx.em.isInTransaction()) throw new Error('beginOauth() must run outside a transaction: it calls the platform.');
  const oauth = requireOauth(findPlatform(ctx, input.platform));
  const state = randomBytes(32).toString('base64url');
  const codeVerifier = randomBytes(32).toString('base64url');
  try {
    const { url, memory } = await oauth.start(input.entered, { redirectUri: redirectUriOf(ctx), state, codeVerifier });
    return { url, state, codeVerifier, memory };
  } catch (error) {
    if (error instanceof ConnectError) throw new DomainError(error.code, { message: error.message });
    throw error;
  }
}

export function requireOauth({ label, oauth }: Platform): PlatformOauth {
  if (!oauth) throw new DomainError('bad_user_input', { message: `${label} has no sign-in of its own; enter what it asks for.` });
  if (oauth.missing !== null) throw new DomainError('bad_user_input', { message: oauth.missing });
  return oauth;
}
