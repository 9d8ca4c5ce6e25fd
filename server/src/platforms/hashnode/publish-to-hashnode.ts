import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { at, figuresAt, requiredText, textAt } from '../api/read-json.ts';
import type { EditCall, FindCall, PublishCall, ReadBackCall } from '../connector.ts';
import { type OpenImage, uploadImages, withoutImages } from '../images.ts';
import type { Figure, JsonObject, LookupResult, Outcome } from '../platform.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { askHashnode, type HashnodeCall } from './hashnode-api.ts';

const PUBLISH = 'mutation ($input: PublishPostInput!) { publishPost(input: $input) { post { id slug url } } }';
const FIND = 'query ($id: ObjectId, $slug: String!) { publication(id: $id) { id post(slug: $slug) { id slug url } } }';
const UPLOAD = 'mutation ($input: CreateImageUploadInput!) { createImageUploadURL(input: $input) { presignedPut { url cdnUrl key } } }';
const CONFIRM = 'mutation ($input: ConfirmImageUploadInput!) { confirmImageUpload(input: $input) { ok cdnUrl } }';

/** Publishes nothing if an earlier attempt's post exists: its slug was chosen in advance. */
export async function publishToHashnode(base: string, call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, onSending } = call;
  const there = { ...call, base };
  const standing = await findOnHashnode(base, call);
  if (standing.kind === 'found') return { kind: 'published', providerId: standing.providerId, url: standing.url };
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
export async function editOnHashnode(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  const input: JsonObject = { ...withoutImages(payload), id: post.providerId };
  const data = await askHashnode({ base, account, api }, UPDATE, { input }, true);
  requiredText('Hashnode', data, 'updatePost', 'post', 'id');
}

/** A query may be answered from a cache of 25 seconds: an absence counts once an attempt has settled. */
export async function findOnHashnode(
  base: string,
  { account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>,
): Promise<LookupResult> {
  const variables = { id: account.publicationId ?? '', slug: String(intent.keys.slug) };
  const post = at(await askHashnode({ base, account, api }, FIND, variables), 'publication', 'post');
  if (!post) return { kind: 'absent' };
  return { kind: 'found', providerId: requiredText('Hashnode', post, 'id'), url: textAt(post, 'url') };
}

/** The Markdown of a picture that no post shows yet (references/recipes.md, presignedPut). */
async function uploadToHashnode(call: HashnodeCall, { bytes, mimeType, altText }: OpenImage): Promise<string> {
  const data = await askHashnode(call, UPLOAD, { input: { contentType: mimeType } });
  const url = readUploadAddress('Hashnode', requiredText('Hashnode', data, 'createImageUploadURL', 'presignedPut', 'url'));
  const key = requiredText('Hashnode', data, 'createImageUploadURL', 'presignedPut', 'key');
  await call.api.ask({ method: 'PUT', url, file: { bytes, mimeType }, mayBeEmpty: true });
  const confirmed = await askHashnode(call, CONFIRM, { input: { key } });
  if (at(confirmed, 'confirmImageUpload', 'ok') !== true) {
    throw new ApiFault({ kind: 'rejected', ...keepWords(say`Hashnode takes pictures of at most 8 MB.`) });
  }
  const address = requiredText('Hashnode', confirmed, 'confirmImageUpload', 'cdnUrl');
  return `![${altText.replaceAll(/[\\[\]]/g, '\\$&').replaceAll(/\s+/g, ' ')}](<${address}>)`;
}

const COUNTS = 'query ($id: ID!) { post(id: $id) { id views reactionCount responseCount } }';

/** The query `post` of references/schema.graphql; a post that does not exist is null. */
export async function readMetricsFromHashnode(base: string, { account, api, post }: ReadBackCall): Promise<readonly Figure[] | null> {
  const found = at(await askHashnode({ base, account, api }, COUNTS, { id: post.providerId }), 'post');
  return found ? figuresAt(found, { views: 'views', reactionCount: 'likes', responseCount: 'replies' }) : null;
}
