import { requiredText, textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages, withoutImages } from '../images.ts';
import type { JsonObject, Outcome } from '../platform.ts';
import { fileContent, type StreamedVideo, streamedVideo } from '../videos.ts';
import { basic, findOnWordpress, findTags, routeOf, wordpressDescription, wordpressText } from './wordpress-api.ts';

/** An image in the site's library. */
interface Upload {
  id: number;
  url: string;
  altText: string;
}

/** developer.wordpress.org/rest-api/reference/posts; publishes nothing if an earlier attempt's post exists. */
export async function publishToWordpress(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const standing = await findOnWordpress(call);
  if (standing.kind === 'found') return { kind: 'published', providerId: standing.providerId, url: standing.url };
  const uploads = await uploadImages(call, (image) => uploadToWordpress(call, image));
  const video = await streamedVideo(call);
  const film = video && (await uploadToWordpress(call, video));
  const { tags, ...article } = withoutImages(payload);
  const tagIds = await findTags(call, { tags });
  await onSending();
  const json = {
    ...(film ? withVideo(article, film) : withPictures(article, uploads)),
    ...(tagIds.length > 0 && { tags: tagIds }),
    slug: String(intent.keys.slug),
    status: 'publish',
  };
  const { body } = await api.send({ url: routeOf(account, 'posts'), headers: basic(account), json });
  return { kind: 'published', providerId: requiredText('WordPress', body, 'id'), url: textAt(body, 'link') };
}

/** The first image is the post's featured image, shown by its theme; the others follow the text. */
function withPictures(article: JsonObject, [first, ...others]: readonly Upload[]): JsonObject {
  if (!first) return article;
  const figures = others.map(
    ({ id, url, altText }) =>
      `<figure class="wp-block-image"><img src="${wordpressText(url)}" alt="${wordpressText(altText)}" class="wp-image-${id}"></figure>`,
  );
  return { ...article, featured_media: first.id, content: [article.content, ...figures].join('\n') };
}

/** The video follows the text, as a block of the editor. */
function withVideo(article: JsonObject, { id, url }: Upload): JsonObject {
  const figure = `<figure class="wp-block-video"><video controls src="${wordpressText(url)}"></video></figure>`;
  return { ...article, content: [article.content, `<!-- wp:video {"id":${id}} -->`, figure, '<!-- /wp:video -->'].join('\n') };
}

/** developer.wordpress.org/rest-api/reference/media: a file in the library that no post shows yet. */
async function uploadToWordpress({ account, api }: PublishCall, file: OpenImage | StreamedVideo): Promise<Upload> {
  const { altText } = file;
  const parts = [
    { name: 'file', ...fileContent(file) },
    { name: 'alt_text', value: wordpressDescription(altText) },
  ];
  const { body } = await api.ask({ url: routeOf(account, 'media'), headers: basic(account), parts });
  return {
    id: Number(requiredText('WordPress', body, 'id')),
    url: requiredText('WordPress', body, 'source_url'),
    altText,
  };
}
