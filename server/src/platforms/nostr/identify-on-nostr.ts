import * as nip19 from 'nostr-tools/nip19';
import { ApiFault } from '../api/api-fault.ts';
import { at, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { serverLimit } from '../network-rules.ts';
import type { ConnectedAccount, Json, ServerLimit } from '../platform.ts';
import { readNostrAccount } from './nostr-account.ts';
import { type Relay, withRelays } from './relay.ts';

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

/** The size of an event besides its text: ids, keys, the signature and a few tags. */
const ENVELOPE_BYTES = 1_024;

/** NIP-11, of every relay that responds; the strictest figures, so all of them accept a note. */
async function readRelayLimits({ api }: Pick<Call, 'api'>, relays: readonly string[]): Promise<ServerLimit[] | undefined> {
  const documents = (await Promise.all(relays.map((relay) => readDocument({ api }, relay)))).filter((document) => document !== null);
  if (documents.length === 0) return undefined;
  const source = 'The strictest of the relays says so itself (NIP-11, limitation)';
  const strictest = (name: string): number | null => {
    const figures = documents.map((document) => Number(textAt(document, 'limitation', name) ?? 0)).filter((figure) => figure > 0);
    return figures.length > 0 ? Math.min(...figures) : null;
  };
  const message = strictest('max_message_length');
  return [
    ...serverLimit(strictest('max_content_length'), { field: 'text', unit: 'code_points', source }),
    ...serverLimit(message && message - ENVELOPE_BYTES, { field: 'text', unit: 'bytes', source }),
    ...serverLimit(strictest('max_event_tags'), { field: 'tags', unit: 'items', source }),
  ];
}

/** At the relay's own address, by http. */
async function readDocument({ api }: Pick<Call, 'api'>, relay: string): Promise<Json> {
  const url = relay.replace(/^ws/, 'http');
  try {
    const { body } = await api.ask({ url, headers: { accept: 'application/nostr+json' } });
    return at(body, 'limitation') === undefined ? null : body;
  } catch (error) {
    if (error instanceof ApiFault) return null;
    throw error;
  }
}
