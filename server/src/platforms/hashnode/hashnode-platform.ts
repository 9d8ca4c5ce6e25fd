import { createHash } from 'node:crypto';
import type { Outbound } from '../../outbound/outbound.ts';
import { createConnector } from '../connector.ts';
import { signedImages } from '../images/signed-images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { ConnectField, IntentOwner, JsonObject, Platform } from '../platform.ts';
import type { PostExtras, PostWords } from '../text/read-words.ts';
import { storableText } from '../text/storable-text.ts';
import { HASHNODE_URL, readRefusal } from './hashnode-api.ts';
import { identifyOnHashnode } from './identify-on-hashnode.ts';
import { findOnHashnode, publishToHashnode } from './publish-to-hashnode.ts';

const FIELDS: ConnectField[] = [
  {
    name: 'token',
    label: 'Personal access token',
    help: 'Made at Hashnode under Account Settings, Developer. The blog needs Hashnode Pro.',
    isSecret: true,
  },
  {
    name: 'publication',
    label: 'Blog',
    help: 'The address of the blog, if the account has more than one.',
    placeholder: 'harbour.hashnode.dev',
    isSecret: false,
    isOptional: true,
  },
];

const LONGEST_SLUG = 60;

/**
 * Hashnode through its GraphQL API (github.com/Hashnode/gql-skill). Askable: the slug is chosen in advance; Hashnode
 * itself has no idempotency key, and publishes a repeated request twice.
 */
export function createHashnodePlatform(network: NetworkRules, outbound: Outbound, base = HASHNODE_URL): Platform {
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundAnew: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    fields: FIELDS,
    kept: ['publicationId'],
    readRefusal,
    identify: ({ api, account }) => identifyOnHashnode({ base, api, account }),
    build: buildPost,
    allocate: allocateSlug,
    publish: (call) => publishToHashnode(base, call),
    find: (call) => findOnHashnode(base, call),
  });
}

function buildPost({ title, parts: [{ sent }] }: PostWords, { tags, media }: PostExtras): JsonObject {
  return {
    title: title ?? '',
    contentMarkdown: sent,
    tags: tags.map((tag) => ({ slug: slugOf(tag) || shortHash(tag), name: storableText(tag) })),
    ...signedImages(media),
  };
}

/** Readable, and with enough of the publication's own hash in it that no other post of the blog has it. */
function allocateSlug({ title }: JsonObject, { id }: IntentOwner): JsonObject {
  return { slug: [slugOf(String(title)), shortHash(id)].filter(Boolean).join('-') };
}

const slugOf = (words: string): string =>
  words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-+|-+$/g, '');

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);
