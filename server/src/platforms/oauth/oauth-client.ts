import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { type Sentence, say } from '../../languages/sentence.ts';

/** The value of `missing` for a platform that needs a client. */
export function missingClient(label: string, prefix: string, client: OauthClient | undefined): Sentence | null {
  if (client) return null;
  return say`The operator must register this service at ${label} and set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`;
}

/** The client, where `missing` has been heeded. */
export function requireClient(label: string, client: OauthClient | undefined): OauthClient {
  if (!client) throw new Error(`There is no client for ${label}.`);
  return client;
}
