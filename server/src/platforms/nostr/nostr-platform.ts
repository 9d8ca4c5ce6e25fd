import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector, type FindCall, type ReadBackCall } from '../connector.ts';
import { signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectField, JsonObject, LookupResult, Platform, ReadBack } from '../platform.ts';
import { findThread } from '../send-thread.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { identifyOnNostr } from './identify-on-nostr.ts';
import { readNostrAccount } from './nostr-account.ts';
import { mentionedKeys, noteUrl, publishToNostr } from './publish-to-nostr.ts';
import { type Relay, withRelays } from './relay.ts';
import { signNotes } from './sign-notes.ts';
import { readBlossomRefusal } from './upload-to-blossom.ts';

const FIELDS: ConnectField[] = [
  {
    name: 'secretKey',
    label: 'Secret key',
    help: 'The account’s nsec. Whoever holds it is the account, so make an account of its own for this where you can.',
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
    help: 'Where pictures are put: a Blossom server. Without one, posts with pictures are refused.',
    initial: 'https://blossom.primal.net',
    isSecret: false,
    isOptional: true,
  },
];

/**
 * Nostr (github.com/nostr-protocol/nips: 01, 10, 12, 19, 92, B7). The id of an event is the hash of its
 * content, its author and its time, all of which the intent fixes: sent again it is the same event.
 */
export function createNostrPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'idempotent',
    provenBy: 'real server',
    takesImages: 'uploaded',
    takesAnimations: 'among pictures',
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
  return { notes, ...signedImages(media) };
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
  const urls = known.relays;
  const ids = signNotes(payload, intent, known, call.replyTo).map(({ id }) => id);
  return withRelays(call, urls, async (relays) => {
    const answers = await Promise.allSettled(relays.map((relay) => askForIds(relay, ids)));
    const kept = new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
    const finding = findThread(
      'Nostr',
      ids.map((id) => (kept.has(id) ? { id, url: noteUrl(id) } : undefined)),
    );
    const isWhole = relays.length === urls.length && answers.every(({ status }) => status === 'fulfilled');
    if (finding.kind === 'absent' && !isWhole) return { kind: 'unsure', message: 'Not every relay gave an answer.' };
    return finding;
  });
}

/** NIP-01: events by their ids, up to the end of what is stored. */
async function askForIds(relay: Relay, ids: readonly string[]): Promise<string[]> {
  const name = 'find';
  const found: string[] = [];
  const answer = relay.waitFor(([type, subscription, event]) => {
    if (subscription !== name) return undefined;
    if (type === 'EVENT') found.push(String((event as { id?: unknown })?.id));
    return type === 'EOSE' || type === 'CLOSED' ? type : undefined;
  });
  relay.send(['REQ', name, { ids, limit: ids.length }]);
  if ((await answer) === 'CLOSED') throw new Error('The relay does not answer this question.');
  return found;
}
