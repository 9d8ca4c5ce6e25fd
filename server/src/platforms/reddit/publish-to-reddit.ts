import { setTimeout as wait } from 'node:timers/promises';
import { keepWords } from '../../languages/kept-sentence.ts';
import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { type OpenImage, uploadImages } from '../images/open-images.ts';
import { withoutImages } from '../images/signed-images.ts';
import type { Json, JsonObject, Outcome } from '../platform.ts';
import { readUploadAddress } from '../text/safe-address.ts';
import { checkRequirements } from './check-requirements.ts';
import { findOnReddit, postUrl } from './find-on-reddit.ts';
import { headersOf, type RedditHosts, readRequirements } from './reddit-oauth.ts';

/** An uploaded picture: its address, and its id for galleries. */
interface Asset {
  url: string;
  id: string;
}

/** Of a picture's post, which Reddit makes after its answer. */
const LOOKS = 5;
const FIRST_PAUSE_MS = 200;

/** reddit.com/dev/api, POST /api/submit, and POST /api/submit_gallery_post.json for several pictures. */
export async function publishToReddit(hosts: RedditHosts, call: PublishCall): Promise<Outcome> {
  const { payload, account, api, onSending } = call;
  const refused = checkRequirements(`r/${account.subreddit}`, await readRequirements(hosts, call), payload);
  if (refused) return { kind: 'rejected', ...keepWords(refused) };
  const flair = await findFlair(hosts, call);
  const assets = await uploadImages(call, (image) => uploadToReddit(hosts, call, image));
  await onSending();
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
  const form = formOf({ ...content, ...(image && { url: image.url }), resubmit: true, sendreplies: true });
  const { body } = await api.send({ url: `${hosts.api}/api/submit?raw_json=1`, headers, form });
  // Only a post that Reddit makes later has no id in the answer.
  return image && idOf(body) === null ? awaitPost(hosts, call) : publishedOf(call, body);
}

/** GET /r/{subreddit}/api/link_flair_v2: the flair with the signed name. Throws ApiFault with the names to choose from. */
async function findFlair(hosts: RedditHosts, { payload, account, api }: PublishCall): Promise<JsonObject> {
  const wanted = String(payload.flair ?? '').trim();
  if (wanted === '') return {};
  const url = `${hosts.api}/r/${account.subreddit}/api/link_flair_v2?raw_json=1`;
  const { body } = await api.ask({ url, headers: headersOf(hosts, account) });
  const flairs = listAt(body).map((flair) => ({ id: requiredText('Reddit', flair, 'id'), text: textAt(flair, 'text') ?? '' }));
  const found = flairs.find(({ text }) => text.trim().toLowerCase() === wanted.toLowerCase());
  if (found) return { flair_id: found.id, flair_text: found.text };
  const names = flairs.map(({ text }) => text).join(', ');
  throw new ApiFault({
    kind: 'rejected',
    ...keepWords(say`r/${account.subreddit ?? ''} has no flair "${wanted}". There is: ${names || '–'}.`),
  });
}

function publishedOf({ account }: PublishCall, body: Json): Outcome {
  const id = idOf(body) ?? requiredText('Reddit', body, 'json', 'data', 'id');
  return { kind: 'published', providerId: id, url: postUrl(account, id) };
}

/** `{"json": {"data": {"id": "abc", "name": "t3_abc"}}}`; of a gallery only `id`, which is `t3_abc`. */
function idOf(body: Json): string | null {
  const id = textAt(body, 'json', 'data', 'name') ?? textAt(body, 'json', 'data', 'id');
  return id === null || id.startsWith('t3_') ? id : `t3_${id}`;
}

async function awaitPost(hosts: RedditHosts, call: PublishCall): Promise<Outcome> {
  for (let look = 0; look < LOOKS && !call.signal.aborted; look += 1) {
    const found = await findOnReddit(hosts, call).catch(() => null);
    if (found?.kind === 'found') return { ...found, kind: 'published' };
    await wait(FIRST_PAUSE_MS * 2 ** look, undefined, { signal: call.signal }).catch(() => {});
  }
  return { kind: 'pending', ...keepWords(say`${'Reddit'} still prepares the post.`) };
}

/** POST /api/media/asset.json returns a form for the storage, which answers without JSON. */
async function uploadToReddit(hosts: RedditHosts, { account, api }: PublishCall, image: OpenImage): Promise<Asset> {
  const { bytes, mimeType, fileName } = image;
  const form = { filepath: fileName, mimetype: mimeType };
  const { body } = await api.ask({ url: `${hosts.api}/api/media/asset.json?raw_json=1`, headers: headersOf(hosts, account), form });
  // Without a scheme.
  const action = new URL(requiredText('Reddit', body, 'args', 'action'), hosts.api).href;
  const fields = listAt(body, 'args', 'fields').map((field) => ({
    name: requiredText('Reddit', field, 'name'),
    value: textAt(field, 'value') ?? '',
  }));
  const parts = [...fields, { name: 'file', bytes, mimeType, fileName }];
  await api.ask({ url: readUploadAddress('Reddit', action), parts, mayBeEmpty: true });
  const key = fields.find(({ name }) => name === 'key')?.value ?? '';
  return { url: `${action.replace(/\/$/, '')}/${key}`, id: requiredText('Reddit', body, 'asset', 'asset_id') };
}

const formOf = (content: JsonObject): Record<string, string> =>
  Object.fromEntries(Object.entries(content).map(([name, value]) => [name, String(value)]));
