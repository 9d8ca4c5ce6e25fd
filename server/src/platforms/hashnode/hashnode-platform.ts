import { createHash } from 'node:crypto';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault } from '../api/api-fault.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import { createConnector } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT, signedImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type IntentOwner,
  type Json,
  type JsonObject,
  type Platform,
} from '../platform.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { askHashnode, HASHNODE_URL, type HashnodeCall, readRefusal } from './hashnode-api.ts';
import { editOnHashnode, findOnHashnode, publishToHashnode, readMetricsFromHashnode } from './publish-to-hashnode.ts';

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
    edit: (call) => editOnHashnode(base, call),
    refusesEdit: (payload) => (imagesOf(payload).length > 0 ? MEDIA_IN_TEXT : null),
    readMetrics: (call) => readMetricsFromHashnode(base, call),
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

const ME = 'query { me { id username publications(first: 100) { edges { node { id title url } } } } }';
const PUBLICATION = 'query ($id: ObjectId) { publication(id: $id) { id title } }';

/** The account, and the publication at the address that the person chose, or its only one. */
async function identifyOnHashnode(call: HashnodeCall): Promise<ConnectedAccount> {
  const { token = '', publication = '', publicationId } = call.account;
  const data = await askHashnode(call, ME);
  const username = requiredText('Hashnode', data, 'me', 'username');
  const all = listAt(data, 'me', 'publications', 'edges').map((edge) => (edge as { node: Json }).node);
  const chosen = publicationId ? all.filter((one) => textAt(one, 'id') === publicationId) : matching(all, publication);
  const [one] = chosen;
  if (!one || chosen.length > 1) throw new ConnectError(whichOne(all));
  const id = requiredText('Hashnode', one, 'id');
  await requirePro(call, id);
  return {
    handle: `${textAt(one, 'title') ?? username} (@${username})`,
    externalId: id,
    credentials: { token, publication: hostOf(textAt(one, 'url') ?? ''), publicationId: id },
  };
}

const matching = (all: readonly Json[], wanted: string): readonly Json[] =>
  wanted === '' ? all : all.filter((one) => hostOf(textAt(one, 'url') ?? '') === hostOf(wanted));

const hostOf = (address: string): string => URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)?.host ?? '';

function whichOne(all: readonly Json[]) {
  const hosts = all.map((one) => hostOf(textAt(one, 'url') ?? '')).join(', ');
  if (hosts === '') return say`The account has no blog at Hashnode. Make one there first.`;
  return say`"publication" must be the address of one of the account's blogs: ${hosts}.`;
}

/** Publication-scoped reads need the same plan as publishing. */
async function requirePro(call: HashnodeCall, id: string): Promise<void> {
  try {
    await askHashnode(call, PUBLICATION, { id });
  } catch (error) {
    const needsPro = error instanceof ApiFault && error.code === 'FORBIDDEN' && /\bPro plan\b/i.test(error.message);
    throw needsPro
      ? new ConnectError(say`The blog is not on Hashnode Pro, which publishing through the API needs. Upgrade it there.`)
      : error;
  }
}
