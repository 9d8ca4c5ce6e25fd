import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { ApiFault, faultWith } from '../api/api-fault.ts';
import { countAt, listAt, textAt } from '../api/read-json.ts';
import type { EditCall, ReadBackCall } from '../connector.ts';
import { imagesOf } from '../images.ts';
import type { Figure, Json, JsonObject, ReadBack } from '../platform.ts';
import { videoOf } from '../videos.ts';

type Asking = Pick<ReadBackCall, 'account' | 'api'>;

const bearer = ({ botToken }: ReadBackCall['account']) => ({ authorization: `Bearer ${botToken}` });

/** A message's id is its channel and its time. */
export function placeOf(providerId: string): { channel: string; timestamp: string } {
  const [channel = '', timestamp = ''] = providerId.split('/');
  return { channel, timestamp };
}

/** docs.slack.dev, chat.update. The workspace may limit for how long its members may edit. */
export async function editOnSlack(base: string, { payload, account, post, api, onSending }: EditCall): Promise<void> {
  const { channel, timestamp } = placeOf(post.providerId);
  await onSending();
  await api.send({ url: `${base}/api/chat.update`, headers: bearer(account), json: { ...payload, channel, ts: timestamp } });
}

/** Slack does not tell which message shares files. */
export const filesOnSlack = (payload: JsonObject): Sentence | null =>
  imagesOf(payload).length > 0 || videoOf(payload) ? say`Slack’s API does not say which message shares pictures.` : null;

/**
 * docs.slack.dev, chat.delete: with chat:write a bot may delete what it posted. Of files only files.delete is known, which
 * would leave the text.
 */
export async function retractFromSlack(base: string, { payload, account, post, api }: ReadBackCall): Promise<void> {
  const shared = filesOnSlack(payload);
  if (shared) throw faultWith('rejected', shared);
  await removeFromSlack(base, { account, api }, post.providerId);
}

/** docs.slack.dev, chat.delete. */
export async function removeFromSlack(base: string, { account, api }: Asking, providerId: string): Promise<void> {
  const { channel, timestamp } = placeOf(providerId);
  await unlessGone(api.ask({ url: `${base}/api/chat.delete`, headers: bearer(account), json: { channel, ts: timestamp } }));
}

/** docs.slack.dev, chat.getPermalink, which needs no scope: whether a message is there. */
export async function isOnSlack(base: string, { account, api }: Asking, providerId: string): Promise<boolean> {
  const { channel, timestamp } = placeOf(providerId);
  const form = { channel, message_ts: timestamp };
  return (await unlessGone(api.ask({ url: `${base}/api/chat.getPermalink`, headers: bearer(account), form }))) !== null;
}

/** The answer about a message; null if Slack has no such message, which it says with status 200. */
const unlessGone = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiFault && error.code === 'message_not_found') return null;
    throw error;
  });

const NOT_READ = say`The message is there, but the Slack app may not read it. That needs the scope channels:history, or groups:history in a private channel.`;

/**
 * docs.slack.dev, conversations.history, which needs a scope that this service does not ask for. Without it, its link
 * tells whether the message is still there.
 */
export async function readBackFromSlack(base: string, { payload, account, post, api }: ReadBackCall): Promise<ReadBack> {
  const shared = filesOnSlack(payload);
  if (shared) return { kind: 'unreadable', ...toStoredMessage(shared) };
  const { channel, timestamp } = placeOf(post.providerId);
  const headers = bearer(account);
  const form = { channel, latest: timestamp, inclusive: 'true', limit: '1' };
  try {
    const { body } = await api.ask({ url: `${base}/api/conversations.history`, headers, form });
    const [message] = listAt(body, 'messages');
    // A deleted message that has replies stays as a tombstone (docs.slack.dev, message events).
    if (textAt(message, 'ts') !== timestamp || textAt(message, 'subtype') === 'tombstone') return { kind: 'gone', seenBy: 'account' };
    const [signed, published] = [listAt(payload, 'blocks'), listAt(message, 'blocks')].map(textOfBlocks);
    return { kind: 'found', seenBy: 'account', signed: { text: signed ?? '' }, published: { text: published ?? '' } };
  } catch (error) {
    if (!(error instanceof ApiFault) || error.code !== 'missing_scope') throw error;
  }
  const isThere = await isOnSlack(base, { account, api }, post.providerId);
  return isThere ? { kind: 'unreadable', ...toStoredMessage(NOT_READ) } : { kind: 'gone', seenBy: 'account' };
}

/** The words of rich text; Slack turns an emoji of the text into an element with its code points. */
const textOfBlocks = (blocks: readonly Json[]): string =>
  blocks
    .flatMap((block) => listAt(block, 'elements'))
    .map((section) => listAt(section, 'elements').map(textOfElement).join(''))
    .join('\n');

function textOfElement(element: Json): string {
  const codes = textAt(element, 'unicode')?.split('-');
  if (codes) return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
  return textAt(element, 'text') ?? textAt(element, 'url') ?? '';
}

/** docs.slack.dev, reactions.get: the field `reactions` is left out where there is none. */
export async function readMetricsFromSlack(base: string, { payload, account, post, api }: ReadBackCall): Promise<readonly Figure[] | null> {
  const shared = filesOnSlack(payload);
  if (shared) throw faultWith('rejected', shared);
  const { channel, timestamp } = placeOf(post.providerId);
  const headers = bearer(account);
  const answer = await unlessGone(api.ask({ url: `${base}/api/reactions.get`, headers, form: { channel, timestamp, full: 'true' } }));
  if (!answer) return null;
  const reactions = listAt(answer.body, 'message', 'reactions').reduce<number>((sum, each) => sum + (countAt(each, 'count') ?? 0), 0);
  return [{ name: 'reactions', metric: 'likes', value: reactions }];
}
