import { createHash } from 'node:crypto';
import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import { at, figuresAt, listAt, requiredText, textAt } from '../api/read-json.ts';
import { createConnector, type EditCall, type FindCall, type PublishCall, type ReadBackCall } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT, type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type Figure,
  type IntentOwner,
  type Json,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import { asStanding, findBySlug, type ListedPost } from '../site.ts';
import { markdownPicture } from '../text/markup/markdown-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { askHashnode, HASHNODE_URL, type HashnodeCall, readRefusal } from './hashnode-api.ts';

const PUBLISH = 'mutation ($input: PublishPostInput!) { publishPost(input: $input) { post { id slug url } } }';
const FIND = 'query ($id: ObjectId, $slug: String!) { publication(id: $id) { id post(slug: $slug) { id slug url } } }';
const LIST =
  'query ($id: ObjectId, $after: String) { publication(id: $id) { id posts(first: 20, after: $after) { edges { node { id slug url publishedAt } } pageInfo { endCursor hasNextPage } } } }';
const UPLOAD = 'mutation ($input: CreateImageUploadInput!) { createImageUploadURL(input: $input) { presignedPut { url cdnUrl key } } }';
const CONFIRM = 'mutation ($input: ConfirmImageUploadInput!) { confirmImageUpload(input: $input) { ok cdnUrl } }';

/** Publishes nothing if an earlier attempt's post exists: its slug was chosen in advance. */
async function publishToHashnode(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, onSending } = call;
  const there = { ...call, base };
  const standing = await findOnHashnode(base, call);
  if (standing.kind !== 'absent') return asStanding(standing, call);
  const pictures = await uploadImages(call, (image) => uploadToHashnode(there, image));
  await onSending();
  const { contentMarkdown, ...rest } = withoutImages(payload);
  const input: JsonObject = {
    ...rest,
    contentMarkdown: [String(contentMarkdown), ...pictures].join('\n\n'),
    publicationId: account.publicationId ?? '',
    slug: String(intent.keys.slug),
  };
  const data = await askHashnode(there, PUBLISH, { input }, true);
  return {
    kind: 'published',
    providerId: requiredText('Hashnode', data, 'publishPost', 'post', 'id'),
    url: textAt(data, 'publishPost', 'post', 'url'),
  };
}

const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { post { id slug url } } }';

/** The mutation `updatePost` of references/schema.graphql; the slug stays. */
async function editOnHashnode(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  const call = { base, account, api };
  if (!(await readShown(call, post))) throw hiddenPost();
  await onSending();
  const input: JsonObject = { ...withoutImages(payload), id: post.providerId };
  const data = await askHashnode(call, UPDATE, { input }, true);
  requiredText('Hashnode', data, 'updatePost', 'post', 'id');
}

const REMOVE = 'mutation ($input: RemovePostInput!) { removePost(input: $input) { post { id } } }';

/** The mutation `removePost` of references/mutations.md, for the post's author and the blog's admins. */
async function retractFromHashnode(base: string, { account, api, post }: ReadBackCall): Promise<void> {
  await askHashnode({ base, account, api }, REMOVE, { input: { id: post.providerId } }).catch((error: unknown) => {
    if (!(error instanceof ApiFault) || error.code !== 'NOT_FOUND') throw error;
  });
}

/**
 * A post with these fields as its blog shows it; null if it does not. The query `post` finds a removed one as well, whose
 * slug is free again (references/mutations.md, removePost).
 */
async function readShown(call: HashnodeCall, { providerId }: ReadBackCall['post'], fields = ''): Promise<Json> {
  const post = at(await askHashnode(call, `query ($id: ID!) { post(id: $id) { id slug ${fields} } }`, { id: providerId }), 'post');
  if (!post) return null;
  const variables = { id: call.account.publicationId ?? '', slug: textAt(post, 'slug') ?? '' };
  const shown = at(await askHashnode(call, FIND, variables), 'publication', 'post');
  return textAt(shown, 'id') === textAt(post, 'id') ? post : null;
}

/** As anyone is answered. */
const publicly = (base: string, { account: { publicationId = '' }, api }: ReadBackCall): HashnodeCall => ({
  ...{ base, api },
  account: { publicationId },
});

/** A query may be answered from a cache of 25 seconds: an absence counts once an attempt has settled. */
async function findOnHashnode(base: string, { account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>): Promise<LookupResult> {
  const variables = { id: account.publicationId ?? '', slug: String(intent.keys.slug) };
  const post = at(await askHashnode({ base, account, api }, FIND, variables), 'publication', 'post');
  if (post) return { kind: 'found', providerId: requiredText('Hashnode', post, 'id'), url: textAt(post, 'url') };
  return intent.isRestored ? findSince(base, { account, intent, api }) : { kind: 'absent' };
}

/** The blog's posts since the backup that was restored, the newest first; a pinned post may come before them. */
async function findSince(base: string, { account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>): Promise<LookupResult> {
  const recent: ListedPost[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const variables: JsonObject = { id: account.publicationId ?? '', after };
    const data: Json | undefined = await askHashnode({ base, account, api }, LIST, variables);
    const posts = listAt(data, 'publication', 'posts', 'edges').map((edge) => at(edge, 'node') ?? null);
    const late = posts.filter((post) => Date.parse(textAt(post, 'publishedAt') ?? '') >= sinceIntent(intent));
    for (const post of late) {
      const about = { providerId: requiredText('Hashnode', post, 'id'), url: textAt(post, 'url'), slug: textAt(post, 'slug') ?? '' };
      recent.push({ ...about, isShown: true });
    }
    after = textAt(data, 'publication', 'posts', 'pageInfo', 'endCursor');
    const isLast = at(data, 'publication', 'posts', 'pageInfo', 'hasNextPage') !== true || after === null;
    if (isLast || !late.includes(posts.at(-1) ?? null)) return findBySlug(recent, intent);
  }
  return findBySlug(undefined, intent);
}

const MOST_PAGES = 10;

/** The Markdown of a picture that no post shows yet (references/recipes.md, presignedPut). */
async function uploadToHashnode(call: HashnodeCall, { bytes, mimeType, altText }: OpenImage): Promise<string> {
  const data = await askHashnode(call, UPLOAD, { input: { contentType: mimeType } });
  const url = readUploadAddress('Hashnode', requiredText('Hashnode', data, 'createImageUploadURL', 'presignedPut', 'url'));
  const key = requiredText('Hashnode', data, 'createImageUploadURL', 'presignedPut', 'key');
  await call.api.ask({ method: 'PUT', url, file: { bytes, mimeType }, mayBeEmpty: true });
  const confirmed = await askHashnode(call, CONFIRM, { input: { key } });
  if (at(confirmed, 'confirmImageUpload', 'ok') !== true) {
    throw faultWith('rejected', say`Hashnode accepts pictures of up to 8 MB.`);
  }
  const address = requiredText('Hashnode', confirmed, 'confirmImageUpload', 'cdnUrl');
  return markdownPicture({ altText, address });
}

/** As `markdownPicture()` writes them. */
const PICTURES_BELOW = /(?:\n\n!\[(?:\\.|[^\\[\]\n])*\]\(<[^<>\n]*>\))+$/;

/** The pictures below the text are counted. */
async function readBackFromHashnode(base: string, call: ReadBackCall): Promise<ReadBack> {
  const { payload, post } = call;
  const found = await readShown(publicly(base, call), post, 'title content { markdown }');
  if (!found) return { kind: 'gone', seenBy: 'public' };
  const markdown = textAt(found, 'content', 'markdown') ?? '';
  const [below = ''] = imagesOf(payload).length > 0 ? (PICTURES_BELOW.exec(markdown) ?? []) : [];
  const pictures = String(below.split('\n\n').length - 1);
  return {
    kind: 'found',
    seenBy: 'public',
    signed: { title: String(payload.title), text: String(payload.contentMarkdown), pictures: String(imagesOf(payload).length) },
    published: { title: textAt(found, 'title') ?? '', text: markdown.slice(0, markdown.length - below.length), pictures },
  };
}

/** Views, reactions and responses as references/schema.graphql has them. */
async function readMetricsFromHashnode(base: string, { account, api, post }: ReadBackCall): Promise<readonly Figure[] | null> {
  const found = await readShown({ base, account, api }, post, 'views reactionCount responseCount');
  return found ? figuresAt(found, { views: 'views', reactionCount: 'likes', responseCount: 'replies' }) : null;
}

const FIELDS: ConnectField[] = [
  {
    name: 'token',
    label: 'Personal access token',
    help: 'Create it on Hashnode under Account Settings, Developer. The blog needs Hashnode Pro.',
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
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    fields: FIELDS,
    kept: ['publicationId'],
    readRefusal,
    identify: ({ api, account }) => identifyOnHashnode({ base, api, account }),
    build: buildPost,
    allocate: allocateSlug,
    publish: (call) => publishToHashnode(base, call),
    find: (call) => findOnHashnode(base, call),
    edit: (call) => editOnHashnode(base, call),
    retract: (call) => retractFromHashnode(base, call),
    refusesEdit: (payload) => (imagesOf(payload).length > 0 ? MEDIA_IN_TEXT : null),
    readBack: (call) => readBackFromHashnode(base, call),
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
  if (hosts === '') return say`The account has no blog on Hashnode. Create one there first.`;
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
