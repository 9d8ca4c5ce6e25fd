import { isIP } from 'node:net';

/** How pages behind links are looked at. */
export interface LinkCardsConfig {
  /** Of the operator's own network, as `10.0.0.7:80` or `[fd00::7]:443`: the only ones that need not be public. */
  privateAddresses: string[];
}

type Environment = Record<string, string | undefined>;

/** Null where no page is looked at. A wrong setting throws a sentence that names it. */
export function readLinkCards(env: Environment): LinkCardsConfig | null {
  const wanted = env.LINK_CARDS || 'on';
  if (!['on', 'off'].includes(wanted)) throw new Error(`LINK_CARDS must be one of on, off, not "${wanted}".`);
  const privateAddresses = (env.LINK_CARDS_PRIVATE_ADDRESSES ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const wrong = privateAddresses.find((entry) => !isSocketAddress(entry));
  if (wrong !== undefined)
    throw new Error(`LINK_CARDS_PRIVATE_ADDRESSES must be addresses with their port, such as 10.0.0.7:80, not "${wrong}".`);
  return wanted === 'on' ? { privateAddresses } : null;
}

function isSocketAddress(entry: string): boolean {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(entry) ?? [];
  return (isIP(six ?? '') === 6 || isIP(four ?? '') === 4) && Number(port) <= 65_535;
}
