import { type Sentence, say } from '../../languages/sentence.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import { hiddenPost } from '../api/as-outcome.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { at, requiredText, textAt } from '../api/read-json.ts';
import { type Call, createConnector, type EditCall, type PublishCall, type ReadBackCall } from '../connector.ts';
import { imagesOf, MEDIA_IN_TEXT, type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import {
  ConnectError,
  type ConnectedAccount,
  type ConnectField,
  type JsonObject,
  type Outcome,
  type Platform,
  type ReadBack,
} from '../platform.ts';
import { allocateSlug, asStanding, readSite } from '../site.ts';
import { htmlText } from '../text/markup/html-text.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { visibleText } from '../text/visible-text.ts';
import { fileContent, type StreamedVideo, signedVideo, streamedVideo, videoOf } from '../videos.ts';
import { basic, findOnWordpress, findTags, routeOf, wordpressDescription, wordpressText } from './wordpress-api.ts';

const FIELDS: ConnectField[] = [
  { name: 'site', label: 'Site', help: 'The address of the site.', placeholder: 'https://example.org', isSecret: false },
  { name: 'username', label: 'User', help: 'An author, an editor or an administrator of the site.', isSecret: false },
  {
    name: 'applicationPassword',
    label: 'Application password',
    help: 'Create it there under Users, Profile, Application Passwords. Not the password for signing in.',
    isSecret: true,
  },
];

/**
 * WordPress through its REST API (developer.wordpress.org/rest-api); tested with 6.1. Askable: the slug is chosen in
 * advance and unique in the site, so it shows whether the post exists; the site itself would accept a second post
 * under another slug.
 */
export function createWordpressPlatform(network: NetworkRules, outbound: Outbound): Platform {
  return createConnector({
    network,
    outbound,
    isServerNamed: true,
    duplicateClass: 'askable',
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'real server',
    takesImages: 'uploaded',
    takesAltTextOf: ['image', 'video'],
    takesAnimations: 'among pictures',
    takesVideo: 'uploaded',
    fields: FIELDS,
    kept: ['userId'],
    readRefusal,
    identify,
    build: buildArticle,
    // Titles are HTML there.
    allocate: ({ title }, owner) => allocateSlug(String(title).replaceAll(/&#\d+;/g, ' '), owner),
    publish: publishToWordpress,
    find: findOnWordpress,
    readBack: readBackFromWordpress,
    edit: editOnWordpress,
    refusesEdit: (payload) => (imagesOf(payload).length > 1 || videoOf(payload) ? MEDIA_IN_TEXT : null),
    retract: retractFromWordpress,
  });
}

/** Our messages for WordPress' own codes of failed access. */
const WRONG_SIGN_IN: Record<string, Sentence> = {
  incorrect_password: say`WordPress rejects the application password. Create a new one under Users, Profile; the login password does not work here.`,
  invalid_username: say`WordPress has no user with this name.`,
  invalid_email: say`WordPress has no user with this email address.`,
  // Also a site's response to a wrong password.
  rest_not_logged_in: say`WordPress rejects the user name or the application password. Create a new password under Users, Profile; the login password does not work here. If both are right, the web server of the site drops the Authorization header.`,
};

/** With `context=edit` the response includes the user's capabilities. */
async function identify({ account, api }: Call): Promise<ConnectedAccount> {
  const site = readSite(account.site ?? '');
  const me = { url: routeOf({ site }, 'users/me', { context: 'edit' }), headers: basic(account) };
  const { body } = await api.ask(me).catch((error: unknown) => {
    const known = error instanceof ApiFault ? WRONG_SIGN_IN[error.code] : undefined;
    throw known ? new ConnectError(known) : error;
  });
  if (at(body, 'capabilities', 'publish_posts') !== true) {
    throw new ConnectError(say`The user may not publish posts. Use an author, an editor or an administrator.`);
  }
  const userId = requiredText('WordPress', body, 'id');
  const { username = '', applicationPassword = '' } = account;
  return {
    handle: `${textAt(body, 'name') ?? username} on ${site.replace(/^https?:\/\//, '')}`,
    externalId: `${site}#${userId}`,
    credentials: { site, username, applicationPassword, userId },
  };
}

/** What `wp_handle_upload()` refuses, with status 500: too large, of a type that the site does not take, or empty. */
const REFUSED_FILES = new Set(['rest_upload_unknown_error', 'rest_upload_sideload_error']);

/** `{"code": "rest_cannot_create", "message": "…", "data": {"status": 401}}`; reasons by parameter in `data.params`. */
function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const message = textAt(body, 'message');
  const code = textAt(body, 'code');
  if (status < 400 || message === null || code === null) return null;
  // The answer of a site that has the tag names it.
  if (code === 'term_exists') return null;
  const reasons = Object.values((at(body, 'data', 'params') ?? {}) as JsonObject).filter((reason) => typeof reason === 'string');
  // A route that a plugin has switched off is a 404 as well (`rest_no_route`).
  const isMissing = code === 'rest_post_invalid_id' || status === 410;
  return { message: [message, ...reasons].join(' '), code, isMissing, ...(REFUSED_FILES.has(code) && { kind: 'rejected' }) };
}

/** Title, tags and HTML of a post, and nothing that is not in the text. */
function buildArticle({ title, parts: [words] }: PostWords, { tags, media }: PostExtras): JsonObject {
  return {
    title: wordpressText(title ?? ''),
    content: htmlText(words, wordpressText),
    ...(tags.length > 0 && { tags: tags.map(storableText) }),
    ...signedImages(media),
    ...signedVideo(media),
  };
}

/**
 * The post as the site serves it to anyone; texts are compared as a reader sees them. A visitor is refused a post in the bin, and
 * every post of a site that closes its interface to visitors: then the account sees which it is.
 */
async function readBackFromWordpress({ payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const ask = (parameters: Record<string, string>, headers = {}) =>
    api.look({ url: routeOf(account, `posts/${post.providerId}`, { _fields: 'title,content,status', ...parameters }), headers });
  const shown = await ask({}).catch(asClosed);
  const answer = shown === 'closed' ? await ask({ context: 'edit' }, basic(account)) : shown;
  const seenBy = shown === 'closed' ? 'account' : 'public';
  if (!answer || textAt(answer.body, 'status') !== 'publish') return { kind: 'gone', seenBy };
  return {
    kind: 'found',
    seenBy,
    signed: { title: visibleText(String(payload.title)), text: visibleText(String(payload.content)) },
    published: {
      title: visibleText(textAt(answer.body, 'title', 'rendered') ?? ''),
      text: visibleText(textAt(answer.body, 'content', 'rendered') ?? ''),
    },
  };
}

function asClosed(error: unknown): 'closed' {
  if (error instanceof ApiFault && error.outcome.kind === 'unauthorized') return 'closed';
  throw error;
}

/** developer.wordpress.org/rest-api/reference/posts, Update: the featured image, the slug and the status stay, also in the bin. */
async function editOnWordpress(call: EditCall): Promise<void> {
  const { payload, account, post, api, onSending } = call;
  const { tags, ...article } = withoutImages(payload);
  const tagIds = await findTags(call, { tags });
  const path = `posts/${post.providerId}`;
  const { body } = await api.ask({ url: routeOf(account, path, { context: 'edit', _fields: 'id,status' }), headers: basic(account) });
  if (textAt(body, 'status') !== 'publish') throw hiddenPost();
  await onSending();
  const url = routeOf(account, path);
  await api.send({ url, headers: basic(account), json: { ...article, tags: tagIds } });
}

/**
 * developer.wordpress.org/rest-api/reference/posts, Delete: into the site's bin, from which its owner can restore it; for good
 * where its owner has turned the bin off.
 */
async function retractFromWordpress({ account, post, api }: ReadBackCall): Promise<void> {
  const remove = (how: Record<string, string>) =>
    api.look({ method: 'DELETE', url: routeOf(account, `posts/${post.providerId}`, how), headers: basic(account) });
  await remove({}).catch((error: unknown) => {
    if (error instanceof ApiFault && error.code === 'rest_trash_not_supported') return remove({ force: 'true' });
    throw error;
  });
}

/** An image in the site's library. */
interface Upload {
  id: number;
  url: string;
  altText: string;
}

/** developer.wordpress.org/rest-api/reference/posts; publishes nothing if an earlier attempt's post exists. */
async function publishToWordpress(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, api, onSending } = call;
  const standing = await findOnWordpress(call);
  if (standing.kind !== 'absent') return asStanding(standing, call);
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

const REFUSED_UPLOADS: Record<string, Sentence> = {
  // PHP drops a request that is larger than its `post_max_size`, file and all.
  rest_upload_no_data: say`${'WordPress'} responded: the file is too large`,
  // Worded as if the user could publish nothing, which the lookup before has ruled out: `upload_files` is a capability of its own.
  rest_cannot_create: say`The user may not upload files. Publish without them, or use an author, an editor or an administrator.`,
};

/** developer.wordpress.org/rest-api/reference/media: a file in the library that no post shows yet. */
async function uploadToWordpress({ account, api }: PublishCall, file: OpenImage | StreamedVideo): Promise<Upload> {
  const { altText } = file;
  const parts = [
    { name: 'file', ...fileContent(file) },
    { name: 'alt_text', value: wordpressDescription(altText) },
  ];
  const { body } = await api.ask({ url: routeOf(account, 'media'), headers: basic(account), parts }).catch((error: unknown) => {
    const refusal = error instanceof ApiFault ? REFUSED_UPLOADS[error.code] : undefined;
    throw refusal ? faultWith('rejected', refusal) : error;
  });
  return {
    id: Number(requiredText('WordPress', body, 'id')),
    url: requiredText('WordPress', body, 'source_url'),
    altText,
  };
}
