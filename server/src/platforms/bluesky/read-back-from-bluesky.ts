import type { Outbound } from '../../outbound/outbound.ts';
import type { ComparedFields, Credentials, Intent, JsonObject, PublishedPost, ReadBack } from '../platform.ts';
import { readBlueskyCredentials } from './bluesky-credentials.ts';
import { blobsOf } from './image-embed.ts';
import { readRefusal } from './outcome-of-error.ts';
import { pairRecords } from './pair-records.ts';
import { createProtocolFetch } from './protocol-fetch.ts';

/**
 * Reads the records from the account's server, which serves them to anyone. A picture's name is the hash of its
 * bytes, so the same names are the same bytes.
 */
export async function readBackFromBluesky(
  outbound: Outbound,
  payload: JsonObject,
  credentials: Credentials,
  intent: Intent,
  { providerId }: PublishedPost,
  signal: AbortSignal,
): Promise<ReadBack> {
  const { Agent } = await import('@atproto/api');
  const { service } = readBlueskyCredentials(credentials);
  const agent = new Agent({ service: new URL(service), fetch: createProtocolFetch(outbound, signal) });
  const [repo = '', collection = ''] = providerId.replace('at://', '').split('/');
  const records = pairRecords(payload, intent);
  let published: ComparedFields = {};
  for (const [index, { rkey }] of records.entries()) {
    try {
      const { data } = await agent.com.atproto.repo.getRecord({ repo, collection, rkey });
      published = { ...published, ...fieldsOf(JSON.parse(JSON.stringify(data.value)) as JsonObject, index) };
    } catch (error) {
      if (readRefusal(error)?.error !== 'RecordNotFound') throw error;
      if (index === 0) return { kind: 'gone', seenBy: 'public' };
    }
  }
  const signed = Object.assign({}, ...records.map(({ record }, index) => fieldsOf(record, index))) as ComparedFields;
  return { kind: 'found', seenBy: 'public', signed, published };
}

interface Feature {
  uri?: string;
  did?: string;
}

function fieldsOf(record: JsonObject, index: number): ComparedFields {
  const at = (field: string) => (index === 0 ? field : `posts/${index}/${field}`);
  const features = ((record.facets ?? []) as { features?: Feature[] }[]).flatMap((facet) => facet.features ?? []);
  const images = (record.embed as { images?: { alt?: string }[] } | undefined)?.images ?? [];
  return {
    [at('text')]: String(record.text),
    [at('links')]: features.flatMap(({ uri }) => uri ?? []).join('\n'),
    [at('names')]: features.flatMap(({ did }) => did ?? []).join('\n'),
    [at('pictures')]: blobsOf(record)
      .map(({ sha256 }) => sha256)
      .join('\n'),
    [at('alt_texts')]: images.map(({ alt }) => alt ?? '').join('\n'),
  };
}
