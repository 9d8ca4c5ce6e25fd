import { createHash } from 'node:crypto';
import { TID } from '@atproto/common-web';
import { detectLanguage } from '../language/detect-language.ts';
import type { Facet, Intent, IntentOwner, JsonObject } from '../platform.ts';
import { linkOfCard } from '../preview-post.ts';
import { toByteSpans } from '../text/facets.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { imageBlob, imageEmbed, videoEmbed } from './image-embed.ts';

export const POST_COLLECTION = 'app.bsky.feed.post';

/**
 * The records of a post and of its replies, complete except for `createdAt` and the references of replies, which
 * depend on the time of sending. They are the approved content.
 */
export function buildRecords({ parts, hiddenTags }: PostWords, extras: PostExtras): JsonObject[] {
  const language = detectLanguage(parts.map(({ text }) => text).join('\n'));
  const tags = hiddenTags.map(storableText);
  return parts.map(({ text, facets }, index) => {
    return {
      $type: POST_COLLECTION,
      text,
      ...(facets.length > 0 && { facets: recordFacets(text, facets) }),
      ...(language !== null && { langs: [language] }),
      ...(index === 0 && tags.length > 0 && { tags }),
      ...(index === 0 && embedOf(extras)),
    };
  });
}

function recordFacets(text: string, facets: readonly Facet[]): JsonObject[] {
  const spans = toByteSpans(text, facets);
  return facets.map((facet, index) => ({
    $type: 'app.bsky.richtext.facet',
    index: { byteStart: spans[index]?.start ?? 0, byteEnd: spans[index]?.end ?? 0 },
    features: [recordFeature(facet)],
  }));
}

function recordFeature({ kind, target }: Facet): JsonObject {
  if (kind === 'link') return { $type: 'app.bsky.richtext.facet#link', uri: target };
  if (kind === 'mention') return { $type: 'app.bsky.richtext.facet#mention', did: target };
  return { $type: 'app.bsky.richtext.facet#tag', tag: target };
}

/** A record has one embed: images, or the card of a link. */
function embedOf(extras: PostExtras): JsonObject {
  const embed = videoEmbed(extras.media ?? []) ?? imageEmbed(extras.media ?? []) ?? cardEmbed(extras);
  return embed ? { embed } : {};
}

/**
 * The card of a link (lexicon app.bsky.embed.external), exactly as signed: Bluesky does not fetch the page. If the
 * page could not be read, it contains only the address.
 */
function cardEmbed(extras: PostExtras): JsonObject | null {
  const { card } = extras;
  const link = linkOfCard(extras);
  if (link === null || !URL.parse(link)) return null;
  const thumb = card?.image && imageBlob(card.image);
  const external = {
    uri: storableText(link),
    title: storableText(card?.title ?? new URL(link).host),
    description: storableText(card?.description ?? ''),
    ...(thumb && { thumb }),
  };
  return { $type: 'app.bsky.embed.external', external };
}

const CLOCK_IDS = 1024;

/**
 * A record key (TID) for each record of the payload, in the order of the thread. Derived from the publication: a
 * restored database finds earlier posts under the same key. The microseconds and the clock id come from the hash of
 * its id, since putRecord would overwrite another's post of the same millisecond.
 */
export function allocateKeys(payload: JsonObject, { id, createdAt }: IntentOwner): JsonObject {
  const records = Array.isArray(payload.records) ? payload.records : [];
  const chance = createHash('sha256').update(id).digest();
  const first = createdAt.getTime() * 1000 + (chance.readUInt32BE(0) % 1000);
  const clockId = chance.readUInt32BE(4) % CLOCK_IDS;
  return { rkeys: records.map((_, index) => TID.fromTime(first + index, clockId).toString()) };
}

/** A record of the payload with its key from the intent. */
export interface RecordToSend {
  rkey: string;
  record: JsonObject;
}

/** Pairs the approved records with the allocated keys; a mismatch is a bug. */
export function pairRecords(payload: JsonObject, intent: Intent): [RecordToSend, ...RecordToSend[]] {
  const records = Array.isArray(payload.records) ? payload.records : [];
  const rkeys = Array.isArray(intent.keys.rkeys) ? intent.keys.rkeys : [];
  const pairs = records.map((record, index) => {
    const rkey = rkeys[index];
    if (typeof rkey !== 'string' || typeof record !== 'object' || record === null || Array.isArray(record)) {
      throw new Error('The payload and the keys of the intent do not match.');
    }
    return { rkey, record };
  });
  const [first, ...rest] = pairs;
  if (!first || rkeys.length !== records.length) throw new Error('The payload and the keys of the intent do not match.');
  return [first, ...rest];
}
