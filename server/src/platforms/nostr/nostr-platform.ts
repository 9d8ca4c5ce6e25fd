import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images/signed-images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectField, JsonObject, Platform } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { findOnNostr } from './find-on-nostr.ts';
import { identifyOnNostr } from './identify-on-nostr.ts';
import { mentionedKeys } from './mentioned-keys.ts';
import { publishToNostr } from './publish-to-nostr.ts';
import { readBackFromNostr } from './read-back-from-nostr.ts';
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
    fields: FIELDS,
    readRefusal: readBlossomRefusal,
    identify: identifyOnNostr,
    build: buildNotes,
    publish: publishToNostr,
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
