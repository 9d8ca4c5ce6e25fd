import * as nip19 from 'nostr-tools/nip19';
import type { Call } from '../connector.ts';
import type { ConnectedAccount } from '../platform.ts';
import { readNostrAccount } from './nostr-account.ts';
import { withRelays } from './open-relays.ts';
import { readRelayLimits } from './read-relay-limits.ts';
import type { Relay } from './relay.ts';

const LONGEST_NAME = 60;

/** Keys need no registration; only the relays can fail. The name comes from the profile, if there is one. */
export async function identifyOnNostr(call: Call): Promise<ConnectedAccount> {
  const { account, outbound } = call;
  const { publicKey, relays, mediaServer } = readNostrAccount(account);
  // Each of them is named by the person, also the one that no word is sent to yet.
  await Promise.all([...relays, ...(mediaServer ? [mediaServer] : [])].map((url) => outbound.check(url)));
  const npub = nip19.npubEncode(publicKey);
  const { names, reached } = await withRelays(call, relays, async (opened) => ({
    names: await Promise.all(opened.map((relay) => askForName(relay, publicKey).catch(() => null))),
    reached: opened.map(({ url }) => url),
  }));
  // Only confirmed relays are asked for their document.
  const limits = await readRelayLimits(call, reached);
  return {
    handle: names.find((name) => name !== null) ?? `${npub.slice(0, 16)}…`,
    externalId: publicKey,
    credentials: { secretKey: account.secretKey ?? '', relays: relays.join(', '), mediaServer: mediaServer ?? '' },
    ...(limits && { limits }),
  };
}

/** Kind 0 of NIP-01: `{"name": "…"}` in the content of the newest profile. */
async function askForName(relay: Relay, publicKey: string): Promise<string | null> {
  let name: string | null = null;
  const answer = relay.waitFor(([type, subscription, event]) => {
    if (subscription !== 'profile') return undefined;
    if (type === 'EVENT') name = readName(event);
    return type === 'EOSE' || type === 'CLOSED' ? true : undefined;
  });
  relay.send(['REQ', 'profile', { kinds: [0], authors: [publicKey], limit: 1 }]);
  await answer;
  return name;
}

function readName(event: unknown): string | null {
  try {
    const { name } = JSON.parse(String((event as { content?: unknown }).content)) as { name?: unknown };
    return typeof name === 'string' && name.trim() ? name.trim().slice(0, LONGEST_NAME).toWellFormed() : null;
  } catch {
    return null;
  }
}
