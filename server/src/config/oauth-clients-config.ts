/** The operator's registration at a platform. */
export interface OauthClient {
  id: string;
  secret: string;
  /** The operator has enabled metrics that cost money or need an additional permission of the app. */
  readsMetrics?: true;
}

/** The platforms that need a registered client. */
export const OAUTH_CLIENT_PLATFORMS = [
  'slack',
  'x',
  'linkedin',
  'linkedin_page',
  'threads',
  'facebook',
  'instagram',
  'tumblr',
  'pinterest',
  'reddit',
  'tiktok',
  'youtube',
  'google_business',
] as const;
export type OauthClients = Partial<Record<(typeof OAUTH_CLIENT_PLATFORMS)[number], OauthClient>>;

/** The platforms whose metrics are read only if listed in `NETWORK_METRICS`. */
export const METRICS_BY_CHOICE = ['x', 'facebook', 'instagram', 'threads', 'linkedin', 'tiktok', 'slack'] as const;

/** The settings of a platform's client: id and secret. */
export function clientSettings(platform: string): [id: string, secret: string] {
  return [`${platform.toUpperCase()}_CLIENT_ID`, `${platform.toUpperCase()}_CLIENT_SECRET`];
}

/** Reads `X_CLIENT_ID` and `X_CLIENT_SECRET`, and so on; throws an error that names the missing one. */
export function readOauthClients(env: Record<string, string | undefined>): OauthClients {
  const clients: OauthClients = {};
  const chosen = readChosen(env.NETWORK_METRICS ?? '');
  for (const platform of OAUTH_CLIENT_PLATFORMS) {
    const [idName, secretName] = clientSettings(platform);
    const [id, secret] = [env[idName]?.trim(), env[secretName]?.trim()];
    if (id && secret) clients[platform] = { id, secret, ...(chosen.has(platform) && { readsMetrics: true as const }) };
    else if (id || secret) throw new Error(`${idName} and ${secretName} must be set together.`);
  }
  return clients;
}

function readChosen(value: string): ReadonlySet<string> {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const wrong = names.find((name) => !METRICS_BY_CHOICE.some((known) => known === name));
  if (wrong !== undefined)
    throw new Error(`NETWORK_METRICS must be a list of ${METRICS_BY_CHOICE.join(', ')}, separated by commas, not "${wrong}".`);
  return new Set(names);
}
