import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { EditCall, FindCall, PublishCall } from '../connector.ts';
import { type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { JsonObject, LookupResult, Outcome } from '../platform.ts';
import { htmlText } from '../text/markup/html-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { adminUrl, headersOf } from './ghost-api.ts';

/** An image in the site's storage. */
interface Upload {
  url: string;
  altText: string;
}

/**
 * docs.ghost.org/admin-api/posts: HTML is converted to Ghost's own format. Without the parameter `newsletter` no mail
 * is sent. Publishes nothing if an earlier attempt's post exists.
 */
export async function publishToGhost(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const standing = await findOnGhost(call);
  if (standing.kind === 'found') return { kind: 'published', providerId: standing.providerId, url: standing.url };
  const uploads = await uploadImages(call, (image) => uploadToGhost(call, image));
  await onSending();
  const post = { ...withPictures(withoutImages(payload), uploads), slug: String(intent.keys.slug), status: 'published' };
  const { body } = await api.send({
    url: adminUrl(account, 'posts', { source: 'html' }),
    headers: headersOf(account),
    json: { posts: [post] },
  });
  return { kind: 'published', providerId: requiredText('Ghost', body, 'posts', 0, 'id'), url: textAt(body, 'posts', 0, 'url') };
}

/** The first image is the feature image, shown by the theme; the others follow the text. */
function withPictures(post: JsonObject, [first, ...others]: readonly Upload[]): JsonObject {
  if (!first) return post;
  const figures = others.map(
    ({ url, altText }) => `<figure class="kg-card kg-image-card"><img src="${ghostHtml(url)}" alt="${ghostHtml(altText)}"></figure>`,
  );
  return {
    ...post,
    html: [post.html, ...figures].join('\n'),
    feature_image: first.url,
    ...(first.altText && { feature_image_alt: first.altText }),
  };
}

/** docs.ghost.org/admin-api/images: a file in the site's storage that no post shows yet. */
async function uploadToGhost({ account, api }: PublishCall, { bytes, mimeType, fileName, altText }: OpenImage): Promise<Upload> {
  const parts = [
    { name: 'file', bytes, mimeType, fileName },
    { name: 'purpose', value: 'image' },
  ];
  const { body } = await api.ask({ url: adminUrl(account, 'images/upload'), headers: headersOf(account), parts });
  return { url: requiredText('Ghost', body, 'images', 0, 'url'), altText };
}

/** Searches for the slug of the intent, whatever the post's status. */
export async function findOnGhost({ account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>): Promise<LookupResult> {
  const query = { filter: `slug:'${String(intent.keys.slug)}'`, limit: '1', fields: 'id,url,status,slug' };
  const { body } = await api.ask({ url: adminUrl(account, 'posts', query), headers: headersOf(account) });
  const [post] = listAt(body, 'posts');
  if (!post) return { kind: 'absent' };
  if (textAt(post, 'status') !== 'published') return { kind: 'unsure', message: 'The site has the post, but does not show it.' };
  return { kind: 'found', providerId: requiredText('Ghost', post, 'id'), url: textAt(post, 'url') };
}

/**
 * Title, tags and HTML of a post, and nothing that is not in the text. The visibility is set because a site's default
 * may be members only; a newsletter is never named.
 */
export function buildGhostPost({ title, parts: [words] }: PostWords, { tags, media }: PostExtras): JsonObject {
  return {
    title: title ?? '',
    html: htmlText(words, ghostHtml),
    visibility: 'public',
    // A name with a number sign would be an internal tag, which is not shown.
    ...(tags.length > 0 && { tags: tags.map((tag) => ({ name: storableText(tag) })) }),
    ...signedImages(media),
  };
}

/** The text as HTML, of which readers are served exactly the text. */
const ghostHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** docs.ghost.org/admin-api/posts, updating a post: `updated_at` proves that its newest version was read. */
export async function editOnGhost({ payload, account, post, api, onSending }: EditCall): Promise<void> {
  const resource = `posts/${post.providerId}`;
  const { body } = await api.ask({ url: adminUrl(account, resource, { fields: 'id,updated_at' }), headers: headersOf(account) });
  const updatedAt = requiredText('Ghost', body, 'posts', 0, 'updated_at');
  await onSending();
  const { tags = [], ...words } = withoutImages(payload);
  await api.send({
    method: 'PUT',
    url: adminUrl(account, resource, { source: 'html' }),
    headers: headersOf(account),
    json: { posts: [{ ...words, tags, updated_at: updatedAt }] },
  });
}
