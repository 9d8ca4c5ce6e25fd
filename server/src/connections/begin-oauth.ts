import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { ConnectError, type Credentials, type JsonObject, type Platform, type PlatformOauth } from '../platforms/platform.ts';
import { findPlatform } from './find-platform.ts';

/**
 * The redirect address, registered at the platform literally. A server named by people has its own: a server that
 * redirects its visitor to another would otherwise get the other's code (RFC 9700, section 4.4).
 */
export function redirectUriOf({ config }: Pick<Context, 'config'>, server: string | null): string {
  return `${config.publicUrl}/connections/return${server === null ? '' : `/${encodeURIComponent(server)}`}`;
}

/** A started redirect. `state` and `codeVerifier` are secret until the person returns. */
export interface BegunOauth {
  url: string;
  state: string;
  codeVerifier: string;
  /** The host of the server named by the person; null if the platform has only one. */
  server: string | null;
  memory: JsonObject;
}

/** Prepares to send a person to the platform. May call it, so outside any transaction and after authorising. */
export async function beginOauth(ctx: Context, input: { platform: string; entered: Credentials }): Promise<BegunOauth> {
  if (ctx.em.isInTransaction()) throw new Error('beginOauth() must run outside a transaction: it calls the platform.');
  const oauth = requireOauth(findPlatform(ctx, input.platform));
  const state = randomBytes(32).toString('base64url');
  const codeVerifier = randomBytes(32).toString('base64url');
  try {
    const server = oauth.serverOf?.(input.entered) ?? null;
    const { url, memory } = await oauth.start(input.entered, { redirectUri: redirectUriOf(ctx, server), state, codeVerifier });
    return { url, state, codeVerifier, server, memory };
  } catch (error) {
    if (error instanceof ConnectError) throw new DomainError(error.code, { message: error.words });
    throw error;
  }
}

export function requireOauth({ label, oauth }: Platform): PlatformOauth {
  if (!oauth) throw new DomainError('bad_user_input', { message: say`${label} has no sign-in of its own; enter what it asks for.` });
  if (oauth.missing !== null) throw new DomainError('bad_user_input', { message: oauth.missing });
  return oauth;
}
