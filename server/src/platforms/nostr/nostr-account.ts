import * as nip19 from 'nostr-tools/nip19';
import { getPublicKey } from 'nostr-tools/pure';
import { say } from '../../languages/sentence.ts';
import { ConnectError } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';
import { readServerOrigin } from '../text/safe-address.ts';

const MOST_RELAYS = 8;

export interface NostrAccount {
  secretKey: Uint8Array;
  /** In hex. */
  publicKey: string;
  relays: string[];
  /** The origin of a Blossom server; null where the person left it empty. */
  mediaServer: string | null;
}

export function readNostrAccount({ secretKey = '', relays = '', mediaServer }: AccountValues): NostrAccount {
  const key = readKey(secretKey);
  return {
    secretKey: key,
    publicKey: getPublicKey(key),
    relays: readRelays(relays),
    mediaServer: mediaServer ? readServerOrigin(mediaServer, 'mediaServer', 'https://blossom.primal.net') : null,
  };
}

function readKey(value: string): Uint8Array {
  try {
    const decoded = nip19.decode(value);
    if (decoded.type === 'nsec') return decoded.data;
  } catch {
    // Reported below, without the key.
  }
  throw new ConnectError(say`"secretKey" must be a secret key that begins with "nsec1".`);
}

function readRelays(value: string): string[] {
  const written = value.split(/[\s,]+/).filter(Boolean);
  const relays = [...new Set(written.map(readRelay))];
  if (relays.length === 0 || relays.length > MOST_RELAYS) throw new ConnectError(say`"relays" must name 1 to ${MOST_RELAYS} relays.`);
  return relays;
}

function readRelay(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^wss?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConnectError(say`"relays" must be addresses that begin with wss://, for instance "wss://nos.lol", not "${address}".`);
  }
  return url.href;
}
