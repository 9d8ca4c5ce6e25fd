import { say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundFault } from '../../outbound/outbound-fault.ts';
import { ApiFault } from '../api/api-fault.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import { SILENCE_MS } from '../api/call-api.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type EditCall, type FindCall, type PublishCall, type ReadBackCall } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT, type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type JsonObject,
  type LookupResult,
  type Outcome,
  type Platform,
  type ReadBack,
  sinceIntent,
} from '../platform.ts';
import { allocateSlug, asStanding, findBySlug, PAGE, readPages, readSite } from '../site.ts';
import { htmlText } from '../text/markup/html-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { visibleText } from '../text/visible-text.ts';
import { fileContent, openCover, signedVideo, streamedVideo, videoOf } from '../videos.ts';
import { ADMIN_KEY, adminUrl, headersOf, readRefusal } from './ghost-api.ts';

/** An image in the site's storage. */
interface Upload {
  url: string;
  altText: string;
}

/**
 * docs.ghost.org/admin-api/posts: HTML is converted to Ghost's own format. Without the parameter `newsletter` no mail
 * is sent. Publishes nothing if an earlier attempt's post exists.
 */
async function publishToGhost(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const standing = await findOnGhost(call);
  if (standing.kind !== 'absent') return asStanding(standing, call);
  const film = await uploadVideo(call);
  const uploads = await uploadImages(call, (image) => uploadToGhost(call, image));
  await onSending();
  const post = { ...withVideo(withPictures(withoutImages(payload), uploads), film), slug: String(intent.keys.slug), status: 'published' };
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

/** A video in the site's storage that no post shows yet. */
interface Film {
  url: string;
  cover: string | null;
  size: { width?: number; height?: number };
}

/** POST /media/upload/: the file, and its cover as a thumbnail. */
async function uploadVideo(call: PublishCall): Promise<Film | null> {
  const { account, api } = call;
  const film = await streamedVideo(call);
  if (!film) return null;
  const cover = await openCover(call, film.signed);
  const parts = [{ name: 'file', ...fileContent(film) }, ...(cover ? [{ name: 'thumbnail', ...fileContent(cover) }] : [])];
  const { body } = await api.ask({ url: adminUrl(account, 'media/upload'), headers: headersOf(account), parts });
  return {
    url: requiredText('Ghost', body, 'media', 0, 'url'),
    cover: cover && textAt(body, 'media', 0, 'thumbnail_url'),
    size: film.signed as Film['size'],
  };
}

/** Ghost's own video card, which it reads from HTML (npm @tryghost/kg-default-nodes, nodes/video). */
function withVideo(post: JsonObject, film: Film | null): JsonObject {
  if (!film) return post;
  const thumbnail = film.cover ? ` data-kg-thumbnail="${ghostHtml(film.cover)}"` : '';
  const poster = film.cover ? ` poster="${ghostHtml(film.cover)}"` : '';
  const { width = 0, height = 0 } = film.size;
  const video = `<video src="${ghostHtml(film.url)}"${poster} width="${width}" height="${height}"></video>`;
  const card = `<figure class="kg-card kg-video-card"${thumbnail}><div class="kg-video-container">${video}</div></figure>`;
  return { ...post, html: [post.html, card].join('\n') };
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

/** Searches for the slug of the intent, whatever the post's status; after a restore the posts since the backup are listed. */
async function findOnGhost({ account, intent, api }: Pick<FindCall, 'account' | 'intent' | 'api'>): Promise<LookupResult> {
  const since = new Date(sinceIntent(intent)).toISOString().slice(0, 19).replace('T', ' ');
  const filter = intent.isRestored ? `updated_at:>='${since}'` : `slug:'${String(intent.keys.slug)}'`;
  const posts = await readPages(async (page) => {
    const query = { filter, page: String(page), limit: String(PAGE), fields: 'id,url,status,slug' };
    const { body } = await api.ask({ url: adminUrl(account, 'posts', query), headers: headersOf(account) });
    return listAt(body, 'posts');
  });
  const listed = posts?.map((post) => ({
    providerId: requiredText('Ghost', post, 'id'),
    url: textAt(post, 'url'),
    slug: textAt(post, 'slug') ?? '',
    isShown: textAt(post, 'status') === 'published',
  }));
  return findBySlug(listed, intent);
}

/**
 * Title, tags and HTML of a post, and nothing that is not in the text. The visibility is set because a site's default
 * may be members only; a newsletter is never named.
 */
function buildGhostPost({ title, parts: [words] }: PostWords, { tags, media }: PostExtras): JsonObject {
  return {
    title: title ?? '',
    html: htmlText(words, ghostHtml),
    visibility: 'public',
    // A name with a number sign would be an internal tag, which is not shown.
    ...(tags.length > 0 && { tags: tags.map((tag) => ({ name: storableText(tag) })) }),
    ...signedImages(media),
    ...ghostVideo(media),
  };
}

/** With its size, which the card of a video has. */
function ghostVideo(media: PostExtras['media']): JsonObject {
  const { video } = signedVideo(media);
  const file = media?.find(({ kind }) => kind === 'video')?.file;
  return video && file ? { video: { ...video, width: file.width, height: file.height } } : {};
}

/** The text as HTML, of which readers are served exactly the text. */
const ghostHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** docs.ghost.org/admin-api/posts, updating a post: `updated_at` proves that its newest version was read. */
async function editOnGhost({ payload, account, post, api, onSending }: EditCall): Promise<void> {
  const resource = `posts/${post.providerId}`;
  const { body } = await api.ask({ url: adminUrl(account, resource, { fields: 'id,status,updated_at' }), headers: headersOf(account) });
  const updatedAt = requiredText('Ghost', body, 'posts', 0, 'updated_at');
  if (textAt(body, 'posts', 0, 'status') !== 'published') throw hiddenPost();
  await onSending();
  const { tags = [], ...words } = withoutImages(payload);
  await api.send({
    method: 'PUT',
    url: adminUrl(account, resource, { source: 'html' }),
    headers: headersOf(account),
    json: { posts: [{ ...words, tags, updated_at: updatedAt }] },
  });
}

/** docs.ghost.org/admin-api/posts, deleting a post, which answers without a body. A mail that was sent with it stays. */
async function retractFromGhost({ account, post, api }: ReadBackCall): Promise<void> {
  await api.look({ method: 'DELETE', url: adminUrl(account, `posts/${post.providerId}`), headers: headersOf(account), mayBeEmpty: true });
}

const LARGEST_PAGE_BYTES = 4_194_304;
/** Ghost's player has words of its own. */
const PLAYER = /<figure class="kg-card kg-video-card[\s\S]*?<\/figure>/g;

/**
 * docs.ghost.org/admin-api/posts: the words as Ghost keeps them. Themes place them as they like, so the page only shows
 * whether anyone can read these words there.
 */
async function readBackFromGhost({ payload, account, post, api, outbound, signal }: ReadBackCall): Promise<ReadBack> {
  const answer = await api.look({ url: adminUrl(account, `posts/${post.providerId}`, { formats: 'html' }), headers: headersOf(account) });
  const [found] = listAt(answer?.body, 'posts');
  if (!found || textAt(found, 'status') !== 'published') return { kind: 'gone', seenBy: 'account' };
  const title = textAt(found, 'title') ?? '';
  const text = visibleText((textAt(found, 'html') ?? '').replaceAll(PLAYER, ''));
  const page = textAt(found, 'url') ?? '';
  const bounds = { timeoutMs: SILENCE_MS, mostBytes: LARGEST_PAGE_BYTES, signal };
  const shown = await outbound.fetch(page, bounds).catch((error: unknown) => {
    if (error instanceof OutboundFault) return null;
    throw error;
  });
  const words = shown?.status === 200 ? onOneLine(visibleText(shown.bytes.toString('utf8'))) : '';
  const isPublic = words.includes(onOneLine(title)) && words.includes(onOneLine(text)) && words !== '';
  return {
    kind: 'found',
    seenBy: isPublic ? 'public' : 'account',
    signed: { title: String(payload.title), text: visibleText(String(payload.html)) },
    published: { title, text },
  };
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const FIELDS: ConnectField[] = [
  {
    name: 'site',
    label: 'API URL',
    help: 'Shown there with the key, for instance https://harbour.ghost.io.',
    placeholder: 'https://harbour.ghost.io',
    isSecret: false,
  },
  {
    name: 'adminKey',
    label: 'Admin API key',
    help: 'From a custom integration that you create there under Settings, Integrations. Not the Content API key.',
    isSecret: true,
  },
];

/**
 * Ghost through its Admin API (docs.ghost.org/admin-api); tested with 6.65. Askable: the slug is chosen in advance and
 * unique in the site; the site itself would accept a second post under another slug.
 */
export function createGhostPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'real server',
    takesImages: 'uploaded',
    takesAltTextOf: ['image'],
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    takesCover: ['uploaded'],
    fields: FIELDS,
    readRefusal,
    identify,
    build: buildGhostPost,
    allocate: ({ title }, owner) => allocateSlug(String(title), owner),
    publish: publishToGhost,
    find: findOnGhost,
    readBack: readBackFromGhost,
    edit: editOnGhost,
    retract: retractFromGhost,
    refusesEdit: (payload) => (imagesOf(payload).length > 1 || videoOf(payload) ? MEDIA_IN_TEXT : null),
  });
}

/** The site's description is public; reading its posts with the key is not. */
async function identify({ account, api }: Call): Promise<ConnectedAccount> {
  const site = readSite((account.site ?? '').replace(/\/ghost(?:\/api\/admin)?\/?$/, ''));
  const adminKey = account.adminKey ?? '';
  if (!ADMIN_KEY.test(adminKey)) throw new ConnectError(say`"adminKey" must be an Admin API key: an id, a colon, and 64 more characters.`);
  const { body } = await api.ask({ url: adminUrl({ site }, 'site') });
  const headers = headersOf({ adminKey });
  const listed = await api.ask({ url: adminUrl({ site }, 'posts', { limit: '1', fields: 'id' }), headers }).catch((error: unknown) => {
    const isRefused = error instanceof ApiFault && error.outcome.kind === 'unauthorized';
    throw isRefused ? new ConnectError(say`Ghost does not accept the key. Copy the Admin API key of the custom integration again.`) : error;
  });
  if (textAt(body, 'site', 'version') === null || !Array.isArray(at(listed.body, 'posts'))) {
    throw new ConnectError(say`There is no ${'Ghost'} at that address. Check how it is written.`);
  }
  const { host } = new URL(site);
  return { handle: `${textAt(body, 'site', 'title') ?? 'Ghost'} (${host})`, externalId: site, credentials: { site, adminKey } };
}
