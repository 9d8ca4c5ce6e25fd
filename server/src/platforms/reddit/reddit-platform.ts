import type { OauthClient } from '../../config/oauth-clients-config.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { faultWith } from '../api/api-fault.ts';
import { at, listAt, requiredText, textAt } from '../api/read-json.ts';
import { awaitListed } from '../await-ready.ts';
import { wordsOfViolation } from '../checks/violation.ts';
import { type CommentCall, createConnector, type EditCall, inPathOf, type PublishCall, type ReadBackCall } from '../connector.ts';
import { type OpenImage, signedImages, uploadImages, withoutImages } from '../images.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { AccountNames, Json, JsonObject, Outcome, Platform } from '../platform.ts';
import { type PostExtras, type PostWords, storableText } from '../text/read-words.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { fileContent, openCover, type StreamedVideo, signedVideo, streamedVideo } from '../videos.ts';
import { commentAt, findCommentOnReddit, findOnReddit, postUrl, readBackFromReddit, readMetricsFromReddit } from './find-on-reddit.ts';
import { flairFault, isSameFlair, unmetRequirements } from './post-requirements.ts';
import { readRefusal } from './read-refusal.ts';
import { createRedditOauth, headersOf, identifyOnReddit, type RedditHosts, readFlairs, readRequirements } from './reddit-oauth.ts';

/** An uploaded file: its address, and its id for galleries. */
interface Asset {
  url: string;
  id: string;
}

/** reddit.com/dev/api, POST /api/submit, and POST /api/submit_gallery_post.json for several pictures. */
async function publishToReddit(hosts: RedditHosts, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const [unmet] = unmetRequirements(payload, { place: `r/${account.subreddit}`, demands: await readRequirements(hosts, call) });
  if (unmet) return { kind: 'rejected', ...toStoredMessage(wordsOfViolation(unmet).message) };
  const flair = await findFlair(hosts, call);
  const film = await uploadFilm(hosts, call);
  const assets = await uploadImages(call, (image) => uploadToReddit(hosts, call, image));
  await onSending(film ? { sentAt: new Date().toISOString() } : undefined);
  const headers = headersOf(hosts, account);
  const { flair: _name, ...words } = withoutImages(payload);
  const content = { ...words, ...flair, sr: account.subreddit ?? '', api_type: 'json' };
  if (assets.length > 1) {
    const { kind: _, ...gallery } = content as JsonObject;
    const items = assets.map(({ id }) => ({ media_id: id, caption: '', outbound_url: '' }));
    const json = { ...gallery, items, sendreplies: true, show_error_list: true, validate_on_submit: true };
    return publishedOf(call, (await api.send({ url: `${hosts.api}/api/submit_gallery_post.json?raw_json=1`, headers, json })).body);
  }
  const [image] = assets;
  const files = film ?? (image && { url: image.url });
  const form = formOf({ ...content, ...files, resubmit: true, sendreplies: true });
  const { body } = await api.send({ url: `${hosts.api}/api/submit?raw_json=1`, headers, form });
  // Only a post that Reddit makes later has no id in the answer.
  if (!files || idOf(body) !== null) return publishedOf(call, body);
  // The post of a picture or a video is made after the answer.
  return awaitListed({ label: 'Reddit', signal: call.signal, looks: 5 }, () => findOnReddit(hosts, call));
}

/** The flair with the signed name. Throws ApiFault with the names to choose from. */
async function findFlair(hosts: RedditHosts, call: PublishCall): Promise<JsonObject> {
  const wanted = String(call.payload.flair ?? '').trim();
  if (wanted === '') return {};
  const flairs = await readFlairs(hosts, call);
  const fault = flairFault(`r/${call.account.subreddit}`, wanted, flairs?.map(({ text }) => text) ?? null);
  if (fault) throw faultWith('rejected', fault);
  const found = flairs?.find(({ text }) => isSameFlair(text, wanted));
  return found ? { flair_id: found.id, flair_text: found.text } : {};
}

function publishedOf({ account }: PublishCall, body: Json): Outcome {
  const id = idOf(body) ?? requiredText('Reddit', body, 'json', 'data', 'id');
  return { kind: 'published', providerId: id, url: postUrl(account, id) };
}

/** POST /api/comment. */
async function commentOnReddit(hosts: RedditHosts, { payload, account, post, api, onSending }: CommentCall): Promise<Outcome> {
  await onSending();
  const form = { api_type: 'json', thing_id: post.providerId, text: String(payload.text) };
  const { body } = await api.send({ url: `${hosts.api}/api/comment?raw_json=1`, headers: headersOf(hosts, account), form });
  const comment = at(body, 'json', 'data', 'things', 0, 'data');
  requiredText('Reddit', comment, 'id');
  return { kind: 'published', ...commentAt(account, post.providerId, comment) };
}

/** POST /api/editusertext: the text of a self post. A title cannot be changed, nor a link. */
async function editOnReddit(hosts: RedditHosts, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  await onSending();
  const form = { api_type: 'json', thing_id: post.providerId, text: String(payload.text) };
  await api.send({ url: `${hosts.api}/api/editusertext?raw_json=1`, headers: headersOf(hosts, account), form });
}

/** POST /api/del, for posts and comments, which answers alike for what is gone. */
async function retractFromReddit(hosts: RedditHosts, { account, post, api }: ReadBackCall): Promise<void> {
  const form = { id: post.providerId };
  await api.ask({ url: `${hosts.api}/api/del`, headers: headersOf(hosts, account), form, mayBeEmpty: true });
}

/** `{"json": {"data": {"id": "abc", "name": "t3_abc"}}}`; of a gallery only `id`, which is `t3_abc`. */
function idOf(body: Json): string | null {
  const id = textAt(body, 'json', 'data', 'name') ?? textAt(body, 'json', 'data', 'id');
  return id === null || id.startsWith('t3_') ? id : `t3_${id}`;
}

/**
 * The video and the picture that it shows before it plays, which POST /api/submit demands (PRAW, Subreddit.submit_video);
 * null where there is no video. Nothing that was uploaded is public before a post names it.
 */
async function uploadFilm(hosts: RedditHosts, call: PublishCall): Promise<{ url: string; video_poster_url: string } | null> {
  const film = await streamedVideo(call);
  if (!film) return null;
  const cover = await openCover(call, film.signed);
  if (!cover) throw faultWith('rejected', say`${'Reddit'} requires a cover for every video.`);
  const { url } = await uploadToReddit(hosts, call, film);
  return { url, video_poster_url: (await uploadToReddit(hosts, call, cover)).url };
}

/** POST /api/media/asset.json returns a form for the storage, which answers without JSON. */
async function uploadToReddit(hosts: RedditHosts, { account, api }: PublishCall, file: OpenImage | StreamedVideo): Promise<Asset> {
  const { mimeType, fileName } = file;
  const form = { filepath: fileName, mimetype: mimeType };
  const { body } = await api.ask({ url: `${hosts.api}/api/media/asset.json?raw_json=1`, headers: headersOf(hosts, account), form });
  // Without a scheme.
  const action = new URL(requiredText('Reddit', body, 'args', 'action'), hosts.api).href;
  const fields = listAt(body, 'args', 'fields').map((field) => ({
    name: requiredText('Reddit', field, 'name'),
    value: textAt(field, 'value') ?? '',
  }));
  const parts = [...fields, { name: 'file', ...fileContent(file) }];
  await api.ask({ url: readUploadAddress('Reddit', action), parts, mayBeEmpty: true });
  const key = fields.find(({ name }) => name === 'key')?.value ?? '';
  return { url: `${action.replace(/\/$/, '')}/${key}`, id: requiredText('Reddit', body, 'asset', 'asset_id') };
}

const formOf = (content: JsonObject): Record<string, string> =>
  Object.fromEntries(Object.entries(content).map(([name, value]) => [name, String(value)]));

/**
 * Why a subreddit would not take a post, by its post_requirements (reddit.com/dev/api); null if it would. Its regular
 * expressions are left to Reddit: they are Python's, and could run for long.
 */
/** One subreddit through Reddit's API (reddit.com/dev/api). Askable: a person's own submissions can be listed. */
export function createRedditPlatform(
  network: NetworkRules,
  outbound: Outbound,
  website: string,
  client: OauthClient | undefined,
  api = 'https://oauth.reddit.com',
  site = 'https://www.reddit.com',
): Platform {
  const hosts: RedditHosts = { api, site, website };
  return createConnector({
    network,
    outbound,
    duplicateClass: 'askable',
    idFromLink,
    settlesWithinSeconds: 120,
    isFoundWithoutIntent: true,
    provenBy: 'reference stand-in',
    takesImages: 'uploaded',
    takesVideo: 'uploaded',
    takesCover: ['uploaded'],
    coverTypes: ['image/jpeg', 'image/png'],
    takesAnimations: 'alone',
    fields: [],
    kept: ['accessToken', 'refreshToken', 'username', 'subreddit'],
    ...createRedditOauth(outbound, client, hosts),
    readRefusal,
    identify: (call) => identifyOnReddit(hosts, call),
    build: buildRedditPost,
    publish: (call) => publishToReddit(hosts, call),
    comments: {
      send: (call) => commentOnReddit(hosts, call),
      find: (call) => findCommentOnReddit(hosts, call),
      retract: (call) => retractFromReddit(hosts, call),
    },
    find: (call) => findOnReddit(hosts, call),
    readBack: (call) => readBackFromReddit(hosts, call),
    edit: (call) => editOnReddit(hosts, call),
    retract: (call) => retractFromReddit(hosts, call),
    keepsTitle: true,
    refusesEdit: ({ kind }) => (kind === 'self' ? null : say`On Reddit only posts of text can be edited.`),
    readMetrics: (call) => readMetricsFromReddit(hosts, call),
  });
}

/**
 * reddit.com/dev/api, POST /api/submit: a post has pictures or a video, or is a link, or is a text. It is a link only where no
 * text would be lost: where the text is nothing but the title or the link.
 */
function buildRedditPost({ title, parts: [{ text, sent }] }: PostWords, { link, media, settings }: PostExtras): JsonObject {
  const { images } = signedImages(media);
  const named = { title: title ?? '', ...settings };
  const { video } = signedVideo(media);
  if (video) return { kind: 'video', ...named, text: sent, video };
  if (images) return { kind: images.length > 1 ? 'gallery' : 'image', ...named, text: sent, images };
  const words = text.trim();
  const isBare = words === '' || words === link || (words === title && link !== null && !words.includes(link));
  if (link !== null && isBare) return { kind: 'link', ...named, url: storableText(link) };
  return { kind: 'self', ...named, text: sent };
}

/** Without the community it could be any post. The handle is `r/Harbour (u/harbour_master)`. */
function idFromLink(link: URL, { handle }: AccountNames): string | null {
  const [community = ''] = handle.split(' ');
  const names = [community, community.replace(/^r\/u_/i, 'user/')];
  const id = inPathOf(link, 'reddit.com', /^\/(?<owner>(?:r|user)\/[\w-]+)\/comments\/(?<id>\w+)(?:\/|$)/, names);
  return id && `t3_${id}`;
}
