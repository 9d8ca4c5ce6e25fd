import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { NoticeSettings } from '../notice-settings.entity.ts';
import type { NoticeChoices } from '../notice-topics.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

/** Stops mails about a topic for one person, by the link of a mail; idempotent. */
export async function stopMails(ctx: Context, token: string): Promise<void> {
  assertTransaction(ctx);
  const asked = readUnsubscribeToken(ctx.sealer, token);
  if (!asked) throw new DomainError('not_found', { message: say`This link is invalid or incomplete.` });
  const { userId, topics } = asked;
  const updatedAt = ctx.clock.now();
  await ctx.em.execute(
    `insert into notice_settings (user_id, choices, updated_at) select id, '{}', ? from users where id = ? on conflict do nothing`,
    [updatedAt, userId],
    'run',
  );
  const settings = await ctx.em.findOne(NoticeSettings, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  // A deleted person gets no mails anyway.
  if (!settings) return;
  const choices: NoticeChoices = { ...settings.choices };
  for (const topic of topics) choices[topic] = { ...choices[topic], mail: false };
  Object.assign(settings, { choices, updatedAt });
  await ctx.em.flush();
}
