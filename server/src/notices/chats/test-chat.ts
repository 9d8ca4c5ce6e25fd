import { countAttempt } from '../../access/attempts/attempt-limit.ts';
import { requirePerson } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { translateTo } from '../../languages/translate.ts';
import { NoticeChat } from './notice-chat.entity.ts';
import { postToChat } from './post-to-chat.ts';

const MOST_TESTS = 10;

/**
 * Sends a test message to one of the person's chats, at any hour. A stopped chat is re-enabled; one that refuses it
 * yields `invalid_state`. Refuses: not_found, rate_limited. Not in a transaction: it uses the network.
 */
export async function testChat(ctx: Context, chatId: string): Promise<void> {
  const { userId, name: who, language } = requirePerson(ctx);
  const translate = await translateTo(language ?? 'en');
  // Requests may not read the address; the query includes the owner.
  const em = forkAsOwner(ctx.orm);
  const chat = await em.findOne(NoticeChat, { id: chatId, userId });
  if (!chat) throw new DomainError('not_found');
  await countAttempt(ctx, [{ name: `chat-test/${userId}`, most: MOST_TESTS }]);
  const url = `${ctx.config.publicUrl}/settings/notifications`;
  const text = translate(say`This is a test. ${who} receives Countersign notifications here.`);
  const line = { text, label: translate(say`Notification settings`), url };
  const message = { title: translate(say`It works`), lines: [line], total: 1, more: String, url };
  const reached = await postToChat(ctx, chat, message);
  const stoppedAt = reached === 'gone' ? ctx.clock.now() : null;
  if (reached === 'gone' || reached === 'reached') await em.nativeUpdate(NoticeChat, { id: chatId }, { stoppedAt });
  if (reached === 'reached') return;
  throw new DomainError('invalid_state', { message: FAULTS[reached](chat.name) });
}

const FAULTS = {
  gone: (name: string) => say`${name} takes no messages at this address. Make a new one there, and add it here.`,
  failed: (name: string) => say`${name} did not answer, or not as expected. Try it again in a minute.`,
  unclear: (name: string) => say`${name} did not respond in time. The test may have arrived: check before you try again.`,
};
