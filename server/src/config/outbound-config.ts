/** Allowed outbound addresses in addition to the public internet. */
export interface OutboundConfig {
  /**
   * Addresses of the operator's own network, as `host:port`, with `*` for every port: these need be neither public
   * nor encrypted.
   */
  privateAddresses: string[];
}

type Environment = Record<string, string | undefined>;

/** Throws a message that names a wrong setting. */
export function readOutbound(env: Environment): OutboundConfig {
  if (env.LINK_CARDS_PRIVATE_ADDRESSES) {
    throw new Error('LINK_CARDS_PRIVATE_ADDRESSES is now OUTBOUND_PRIVATE_ADDRESSES, which holds for platforms too: set that instead.');
  }
  const entries = (env.OUTBOUND_PRIVATE_ADDRESSES ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return { privateAddresses: entries.map(readEntry) };
}

/** As a URL parser normalises the host, so all spellings of an address are equal. */
function readEntry(entry: string): string {
  const [, host, port = ''] = /^(\[[^\]]+\]|[^:/?#@*\s[\]]+):(\d{1,5}|\*)$/.exec(entry) ?? [];
  const isPort = port === '*' || (Number(port) > 0 && Number(port) <= 65_535);
  const url = URL.parse(`http://${host}`);
  if (!host || !isPort || !url) {
    throw new Error(`OUTBOUND_PRIVATE_ADDRESSES must be hosts with their port, such as 10.0.0.7:443 or mastodon.lan:443, not "${entry}".`);
  }
  return `${url.hostname}:${port}`;
}
