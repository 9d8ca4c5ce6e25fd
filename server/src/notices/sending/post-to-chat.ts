import { LockMode } from '@mikro-orm/postgresql';
import { countAttempt } from '../../access/attempt-limit.ts';
import { requirePerson } from '../../access/authorise.ts';
import { queueMail } from '../../access/mail/queue-mail.ts';
import { translatorOf } from '../../access/people.ts';
import { User } from '../../access/user.entity.ts';
import { DAY_MS } from '../../clock.ts';
import type { Context, Services } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { type Translate, translateTo } from '../../languages/translate.ts';
import type { Answer } from '../../outbound/fetch-bounded.ts';
import { escapeText } from '../../platforms/slack/slack-platform.ts';
import { TELEGRAM_API } from '../../platforms/telegram/telegram-platform.ts';
import { inWorkspaceOf, noticeLabel, noticePage } from '../notice-page.ts';
import type { ChatAddress } from './chats.ts';
import { endSending, headline, type Reached, sharedPage, type TakenNotice, takeWaiting, withoutAnswer } from './group-notices.ts';
import { type ChatKind, chatPlace, NoticeChat } from './notice-chat.entity.ts';

/** A chat message: a title, and a line with a link for each item, as far as there is room. */
export interface ChatMessage {
  title: string;
  lines: readonly { text: string; label: string; url: string }[];
  /** The number of items, with or without a line. */
  total: number;
  /** The text about items without a line. */
  more(count: number): string;
  /** A link to the items without a line. */
  url: string;
}

const LONGEST_LINE = 400;
/** Slack permits 40,000 characters, Discord 2,000, including escapes, and Telegram 4,096. */
const LONGEST = { slack: 40_000, discord: 2_000, telegram: 4_096 };

/** Separates @ from names: Telegram and Mattermost notify anyone mentioned in plain text. */
const withoutMentions = (text: string): string => text.replaceAll('@', '@\u2060');

/** The literal text, never parsed as markup. Mattermost accepts the same format, but parses markup. */
function forSlack(message: ChatMessage): object {
  const form: Form = {
    plain: (text) => escapeText(withoutMentions(text)),
    link: (url, label) => escapeText(`${label}: ${url}`),
  };
  return { text: fitting(message, form, LONGEST.slack), mrkdwn: false, unfurl_links: false, unfurl_media: false };
}

/** Shows a post's Markdown literally, notifies no one, and unfolds no links (docs.discord.com, resources/webhook). */
export function forDiscord(message: ChatMessage): object {
  const plain = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, '\\$&');
  const link = (url: string, label: string) => `[${plain(label)}](<${url}>)`;
  return { content: fitting(message, { plain, link }, LONGEST.discord), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

const SUPPRESS_EMBEDS = 4;

/** Plain text: without `parse_mode` it is not parsed as markup. */
export function forTelegram(message: ChatMessage): object {
  const form: Form = { plain: withoutMentions, link: (url, label) => `${label}: ${url}` };
  return { text: fitting(message, form, LONGEST.telegram), link_preview_options: { is_disabled: true } };
}

interface Form {
  plain(text: string): string;
  link(url: string, label: string): string;
}

/** Only whole lines, since a truncated link is broken; the rest is counted. */
function fitting({ title, lines, total, more: saidOf, url }: ChatMessage, { plain, link }: Form, most: number): string {
  const entries = lines.map((line) => `${plain(shortened(line.text))}\n${link(line.url, line.label)}`);
  const withFirst = (kept: number): string => {
    const more = kept < total ? [link(url, saidOf(total - kept))] : [];
    return [plain(title), ...entries.slice(0, kept), ...more].join('\n');
  };
  let kept = entries.length;
  while (kept > 0 && withFirst(kept).length > most) kept -= 1;
  return withFirst(kept);
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > LONGEST_LINE ? `${characters.slice(0, LONGEST_LINE - 1).join('')}…` : text;
};

const TIMEOUT_MS = 10_000;

/** Status codes by which a chat reports that it is gone, closed, or no longer accessible. */
const GONE: Record<ChatKind, readonly number[]> = {
  // docs.slack.dev, Sending messages using incoming webhooks, Handling errors.
  slack: [403, 404, 410],
  // docs.discord.com, resources/webhook and topics/opcodes-and-status-codes.
  discord: [401, 403, 404],
  // core.telegram.org/bots/api: 401 and 404 for the token, 403 for a bot that was removed.
  telegram: [401, 403, 404],
};

interface Posted {
  reached: Reached;
  /** The chat's own words for a refusal, if it has any. */
  fault: string | null;
}

/** Sends one message through the outbound client. */
async function postToChat(services: Services, chat: NoticeChat, message: ChatMessage): Promise<Posted> {
  try {
    const address: ChatAddress = JSON.parse(services.sealer.open(chat.sealedAddress, chatPlace(chat.id)));
    const answer = await send(services, requestOf(chat.kind, address, message));
    const movedTo = chat.kind === 'telegram' ? movedChat(answer) : null;
    if (movedTo === null) return judge(chat.kind, answer);
    const moved = { ...address, chatId: movedTo };
    const sealedAddress = services.sealer.seal(JSON.stringify(moved), chatPlace(chat.id));
    await forkAsOwner(services.orm).nativeUpdate(NoticeChat, { id: chat.id }, { sealedAddress });
    return judge(chat.kind, await send(services, requestOf(chat.kind, moved, message)));
  } catch (error) {
    // Neither the error nor the address is logged: they contain a token.
    services.log.debug({ chatId: chat.id, kind: chat.kind }, 'a chat did not answer');
    return { reached: withoutAnswer(error), fault: null };
  }
}

const send = ({ outbound }: Services, { url, body }: { url: string; body: object }): Promise<Answer> =>
  outbound.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: TIMEOUT_MS,
    mostBytes: 10_000,
    mayCut: true,
  });

/** core.telegram.org/bots/api, ResponseParameters: the group has become a supergroup, which has an id of its own. */
function movedChat({ status, bytes }: Answer): string | null {
  return status === 400 ? (/"migrate_to_chat_id"\s*:\s*(-?\d+)/.exec(bytes.toString())?.[1] ?? null) : null;
}

function requestOf(kind: ChatKind, { secret, chatId }: ChatAddress, message: ChatMessage) {
  if (kind === 'slack') return { url: secret, body: forSlack(message) };
  if (kind === 'discord') return { url: confirmed(secret), body: forDiscord(message) };
  return { url: `${TELEGRAM_API}/bot${secret}/sendMessage`, body: { chat_id: chatId, ...forTelegram(message) } };
}

/** Without `wait`, "a message that is not saved does not return an error" (docs.discord.com, Execute Webhook). */
function confirmed(webhook: string): string {
  const url = new URL(webhook);
  url.searchParams.set('wait', 'true');
  return url.href;
}

function judge(kind: ChatKind, { status, bytes }: Answer): Posted {
  if (status >= 200 && status < 300) return { reached: 'reached', fault: null };
  const fault = reasonIn(bytes.toString());
  // Of the message, but for a chat that Telegram does not find.
  if (status === 400) return { reached: kind === 'telegram' && /chat not found/i.test(fault ?? '') ? 'gone' : 'refused', fault };
  return { reached: GONE[kind].includes(status) ? 'gone' : 'failed', fault };
}

const LONGEST_FAULT = 300;

/** Telegram's `description`, Discord's `message`, or the code that is the whole of Slack's response. */
function reasonIn(body: string): string | null {
  if (/^[a-z_]{1,60}$/.test(body)) return body;
  try {
    const { description, message } = JSON.parse(body) as { description?: unknown; message?: unknown };
    const reason = description ?? message;
    return typeof reason === 'string' && reason !== '' ? reason.slice(0, LONGEST_FAULT) : null;
  } catch {
    return null;
  }
}

const MOST_LISTED = 10;

/**
 * Sends one message to each of a person's chats with everything that is pending: 1, or 0 if nothing is needed
 * any more. Notices are marked before anything is sent, so a process that dies leaves them unsent and never
 * sends twice.
 */
export async function notifyChats(services: Services, userId: string): Promise<number> {
  const ctx = systemContext(services);
  // Everything that can fail before the first byte leaves is done before the notices are marked, or counts as failed.
  const taken = await inTransaction(ctx, async (tx) => {
    const notices = await takeWaiting(tx, { userId, channel: 'chat', state: 'sending' });
    if (notices.length === 0) return null;
    const message = composeChat(services, notices, await translatorOf(tx.em, userId));
    return { notices, message, chats: await tx.em.find(NoticeChat, { userId, stoppedAt: null }) };
  });
  if (!taken) return 0;
  const { notices, message, chats } = taken;
  const posted = await Promise.all(
    chats.map(async (chat) => {
      const outcome = await postToChat(services, chat, message);
      await inTransaction(ctx, (tx) => keepOutcome(tx, chat, outcome));
      return outcome;
    }),
  );
  const outcomes = posted.map(({ reached }) => reached);
  await endSending(services, { channel: 'chat', notices, outcomes });
  return outcomes.includes('reached') ? 1 : 0;
}

/** One refusal may be about a message; several in a row are about the chat, such as a missing permission. */
const MOST_REFUSALS = 3;
/** One message is tried five times: a chat that has failed for a day has failed more than one. */
const FEWEST_FAILURES = 10;
const DEAD_MS = DAY_MS;
const WORKING = { failingSince: null, failures: 0 };

/** Keeps what came of a message. A chat that is gone, refuses everything or fails for a day is stopped, and its person is mailed. */
async function keepOutcome(tx: Context, { id }: NoticeChat, { reached, fault }: Posted): Promise<void> {
  const chat = await tx.em.findOne(NoticeChat, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!chat) return;
  const now = tx.clock.now();
  const { failingSince, failures, refusals } = chat;
  if (reached === 'failed' || reached === 'unclear') Object.assign(chat, { failingSince: failingSince ?? now, failures: failures + 1 });
  else Object.assign(chat, { ...WORKING, fault, refusals: reached === 'refused' ? refusals + 1 : 0 });
  const isDead = chat.failures >= FEWEST_FAILURES && now.getTime() - (chat.failingSince ?? now).getTime() >= DEAD_MS;
  const isOver = reached === 'gone' || chat.refusals >= MOST_REFUSALS || isDead;
  if (isOver && !chat.stoppedAt) {
    chat.stoppedAt = now;
    await mailStopped(tx, chat);
  }
  await tx.em.flush();
}

async function mailStopped(tx: Context, { userId, name: chat, fault }: NoticeChat): Promise<void> {
  const { name, email, language = null, emailConfirmedAt } = await tx.em.findOneOrFail(User, userId);
  // An address that was never confirmed may be another person's; the settings show that the chat has stopped.
  if (!emailConfirmedAt) return;
  await queueMail(tx, {
    accountId: null,
    to: { name, email, language },
    subject: say`Notifications to ${chat} have stopped`,
    paragraphs: [
      say`${chat} no longer accepts messages from this service.`,
      ...(fault ? [say`Its reason: “${fault}”`] : []),
      say`All notifications are in the console. When the chat accepts messages again, send it a test message in the settings to resume it.`,
    ],
    link: { label: say`Notification settings`, url: `${tx.config.publicUrl}/settings/notifications` },
  });
}

/** No more than a mail contains: the notices' messages and links. */
function composeChat({ config: { publicUrl } }: Services, notices: readonly TakenNotice[], translate: Translate): ChatMessage {
  return {
    title: translate(headline(notices)),
    lines: notices.slice(0, MOST_LISTED).map((notice) => ({
      text: translate(notice.message),
      label: translate(noticeLabel(notice.kind)),
      url: `${publicUrl}${noticePage(notice)}`,
    })),
    total: notices.length,
    more: (count) => translate(say`… and ${count} more`),
    url: `${publicUrl}${inWorkspaceOf(notices, sharedPage(notices) ?? '/news')}`,
  };
}

const MOST_TESTS = 10;

/**
 * Sends a test message to one of the person's chats, at any hour. A stopped chat is re-enabled; one that refuses it
 * yields `invalid_state`. Refuses: not_found, rate_limited. Not in a transaction: it uses the network.
 */
export async function testChat(ctx: Context, chatId: string): Promise<void> {
  const { userId, name: who, language } = requirePerson(ctx);
  const translate = await translateTo(language ?? 'en');
  // Requests may not read the address; the query checks the owner.
  const em = forkAsOwner(ctx.orm);
  const chat = await em.findOne(NoticeChat, { id: chatId, userId });
  if (!chat) throw new DomainError('not_found');
  await countAttempt(ctx, [{ name: `chat-test/${userId}`, most: MOST_TESTS }]);
  const url = `${ctx.config.publicUrl}/settings/notifications`;
  const text = translate(say`This is a test. ${who} receives Countersign notifications here.`);
  const line = { text, label: translate(say`Notification settings`), url };
  const message = { title: translate(say`It works`), lines: [line], total: 1, more: String, url };
  const { reached, fault } = await postToChat(ctx, chat, message);
  if (reached === 'gone') await em.nativeUpdate(NoticeChat, { id: chatId }, { fault, stoppedAt: ctx.clock.now() });
  if (reached === 'refused') await em.nativeUpdate(NoticeChat, { id: chatId }, { fault });
  if (reached === 'reached') await em.nativeUpdate(NoticeChat, { id: chatId }, { ...WORKING, fault, refusals: 0, stoppedAt: null });
  if (reached === 'reached') return;
  throw new DomainError('invalid_state', { message: FAULTS[reached](chat.name) });
}

const FAULTS = {
  gone: (name: string) => say`${name} accepts no messages at this address. Create a new one there, and add it here.`,
  failed: (name: string) => say`${name} did not respond, or not as expected. Try again in a minute.`,
  refused: (name: string) =>
    say`${name} refused the message. A Discord forum needs ?thread_id= and the id of a post in it after the address.`,
  unclear: (name: string) => say`${name} did not respond in time. The test may have arrived: check before you try again.`,
};
