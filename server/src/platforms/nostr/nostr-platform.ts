import * as nip19 from 'nostr-tools/nip19';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import { at, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type FindCall, type ReadBackCall } from '../connector.ts';
import { signedImages } from '../images.ts';
import { type NetworkRules, serverLimit } from '../network-rules.ts';
import type { ConnectedAccount, ConnectField, Json, JsonObject, LookupResult, Platform, ReadBack, ServerLimit } from '../platform.ts';
import { findThread } from '../send-thread.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { signedVideo } from '../videos.ts';
import { readNostrAccount } from './nostr-account.ts';
import { mentionedKeys, noteUrl, publishToNostr } from './publish-to-nostr.ts';
import { askRelay, type Relay, withRelays } from './relay.ts';
import { signNotes } from './sign-notes.ts';
import { readBlossomRefusal } from './upload-to-blossom.ts';

const LONGEST_NAME = 60;

/** Keys need no registration; only the relays can fail. The name comes from the profile, if there is one. */
async function identifyOnNostr(call: Call): Promise<ConnectedAccount> {
  const { account, outbound } = call;
  const known = readNostrAccount(account);
  const { publicKey, relays, mediaServer } = known;
  // Each of them is named by the person, also the one that no word is sent to yet.
  await Promise.all([...relays, ...(mediaServer ? [mediaServer] : [])].map((url) => outbound.check(url)));
  const npub = nip19.npubEncode(publicKey);
  const { names, reached } = await withRelays(call, known, async (opened) => ({
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
  const [profile] = await askFor(relay, 'profile', { kinds: [0], authors: [publicKey], limit: 1 });
  return readName(profile);
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

const FIELDS: ConnectField[] = [
  {
    name: 'secretKey',
    label: 'Secret key',
    help: 'The account’s nsec. It gives full control of the account, so create a separate account for this if you can.',
    placeholder: 'nsec1…',
    isSecret: true,
  },
  {
    name: 'relays',
    label: 'Relays',
    help: 'Where posts are sent to, with commas between them.',
    initial: 'wss://relay.damus.io, wss://nos.lol',
    isSecret: false,
  },
  {
    name: 'mediaServer',
    label: 'Media server',
    help: 'Where pictures and videos are put: a Blossom server. Without one, posts with them are refused.',
    initial: 'https://blossom.primal.net',
    isSecret: false,
    isOptional: true,
  },
];

/**
 * Nostr (github.com/nostr-protocol/nips: 01, 10, 12, 19, 42, 92, B7). The id of an event is the hash of its
 * content, its author and its time, all of which the intent fixes: sent again it is the same event.
 */
export function createNostrPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'idempotent',
    settlesWithinSeconds: 120,
    provenBy: 'real server',
    takesImages: 'uploaded',
    takesAltTextOf: ['image', 'video'],
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    takesCover: ['uploaded'],
    fields: FIELDS,
    readRefusal: readBlossomRefusal,
    identify: identifyOnNostr,
    build: buildNotes,
    publish: publishToNostr,
    comments: 'as posts',
    find: findOnNostr,
    readBack: readBackFromNostr,
  });
}

/**
 * One text note per post. Its tags are the searchable ones and the mentioned accounts, which are notified by them
 * (NIP-27). Images are in the first note.
 */
function buildNotes({ parts }: PostWords, { tags, link, media }: PostExtras): JsonObject {
  const first = [...tags.map((tag) => ['t', storableText(tag).toLowerCase()]), ...(link === null ? [] : [['r', storableText(link)]])];
  const notes = parts.map(({ text, facets }, index) => ({
    content: text,
    tags: [...(index === 0 ? first : []), ...mentionedKeys(facets).map((key) => ['p', key])],
  }));
  return { notes, ...signedImages(media), ...signedVideo(media) };
}

/** An event's id is the hash of its content: what is found under it is what was signed. */
async function readBackFromNostr(call: ReadBackCall): Promise<ReadBack> {
  const finding = await findOnNostr(call);
  if (finding.kind === 'absent') return { kind: 'gone', seenBy: 'public' };
  if (finding.kind === 'unsure') return { ...finding, kind: 'unreadable' };
  const notes = (call.payload.notes ?? []) as JsonObject[];
  const signed = { text: notes.map(({ content }) => String(content)).join('\n\n') };
  return { kind: 'found', seenBy: 'public', signed, published: finding.kind === 'found' ? signed : {} };
}

/** Queries every relay for the events by their ids. An unreachable relay may be the one that has them. */
async function findOnNostr(call: FindCall): Promise<LookupResult> {
  const { payload, account, intent } = call;
  const known = readNostrAccount(account);
  const ids = signNotes(payload, intent, known, call.replyTo).map(({ id }) => id);
  return withRelays(call, known, async (relays) => {
    const answers = await Promise.allSettled(relays.map((relay) => askForIds(relay, ids)));
    const kept = new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
    const finding = findThread(
      'Nostr',
      ids.map((id) => (kept.has(id) ? { id, url: noteUrl(id) } : undefined)),
    );
    const isWhole = relays.length === known.relays.length && answers.every(({ status }) => status === 'fulfilled');
    if (finding.kind === 'absent' && !isWhole) return { kind: 'unsure', message: 'Not every relay gave an answer.' };
    return finding;
  });
}

/** NIP-01: events by their ids. */
async function askForIds(relay: Relay, ids: readonly string[]): Promise<string[]> {
  const found = await askFor(relay, 'find', { ids, limit: ids.length });
  return found.map((event) => String((event as { id?: unknown })?.id));
}

/** The events of a subscription, up to the end of what is stored. */
async function askFor(relay: Relay, name: string, filter: Record<string, unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  const { isClosed } = await askRelay(relay, async () => {
    const answer = relay.waitFor(([type, subscription, given]) => {
      if (subscription !== name) return undefined;
      if (type === 'EVENT') found.push(given);
      return type === 'EOSE' || type === 'CLOSED' ? { isClosed: type === 'CLOSED', reason: String(given ?? '') } : undefined;
    });
    relay.send(['REQ', name, filter]);
    return answer;
  });
  if (isClosed) throw new Error('The relay does not answer this question.');
  return found;
}
