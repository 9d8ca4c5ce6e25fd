import { timingSafeEqual } from 'node:crypto';
import { LockMode } from '@mikro-orm/postgresql';
import { requirePerson } from '../access/authorise.ts';
import { readTimeZone } from '../access/read-time-zone.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { minutesOf } from '../planning/week.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { NoticeSettings } from './notice.entities.ts';
import { isChosen, NOTICE_TOPICS, type NoticeChannel, type NoticeChoices, type NoticeTopic } from './notice-topics.ts';

/** The person's settings for each topic, with defaults for topics without a choice. */
interface ReadNoticeSettings {
  topics: ({ topic: NoticeTopic } & Record<NoticeChannel, boolean>)[];
  quietFrom: string | null;
  quietTo: string | null;
  timeZone: string | null;
  digestAt: string | null;
}

/** Absent values stay unchanged. */
export interface ChangeNoticeSettings extends Partial<Omit<ReadNoticeSettings, 'topics'>> {
  topics?: readonly { topic: NoticeTopic; mail: boolean; push: boolean; chat?: boolean | null | undefined }[];
}

export async function readNoticeSettings(ctx: Context): Promise<ReadNoticeSettings> {
  const { userId, isOperator } = requirePerson(ctx);
  const found = await ctx.em.findOne(NoticeSettings, { userId });
  const choices = found?.choices ?? {};
  return {
    topics: NOTICE_TOPICS.filter((topic) => isOperator || topic !== 'service').map((topic) => ({ topic, ...byChannel(choices, topic) })),
    quietFrom: found?.quietFrom ?? null,
    quietTo: found?.quietTo ?? null,
    timeZone: found?.timeZone ?? null,
    digestAt: found?.digestAt ?? null,
  };
}

/** Throws `validation_failed` for an invalid time of day or time zone. */
export async function changeNoticeSettings(ctx: Context, { topics = [], ...input }: ChangeNoticeSettings): Promise<void> {
  assertTransaction(ctx);
  const { userId } = requirePerson(ctx);
  const timeZone = input.timeZone == null ? input.timeZone : await readTimeZone(ctx, input.timeZone, '/timeZone');
  const fields = faultsOf(input);
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
  const found = await ctx.em.findOne(NoticeSettings, { userId });
  const choices: NoticeChoices = { ...found?.choices };
  for (const { topic, mail, push, chat } of topics) choices[topic] = { ...choices[topic], mail, push, ...(chat != null && { chat }) };
  const changed = { ...input, ...(timeZone !== undefined && { timeZone }), choices, updatedAt: ctx.clock.now() };
  if (found) Object.assign(found, changed);
  else ctx.em.create(NoticeSettings, { userId, ...changed });
  await ctx.em.flush();
}

function byChannel(choices: NoticeChoices, topic: NoticeTopic): Record<NoticeChannel, boolean> {
  const by = (channel: NoticeChannel) => isChosen(choices, topic, channel);
  return { mail: by('mail'), push: by('push'), chat: by('chat') };
}

function faultsOf({ quietFrom, quietTo, digestAt }: Omit<ChangeNoticeSettings, 'topics'>): FieldError[] {
  const times = Object.entries({ quietFrom, quietTo, digestAt }).filter(([, time]) => time != null && minutesOf(time) === null);
  const fields = times.map(([name]) => ({ pointer: `/${name}`, message: say`Must be a time of day, for instance 22:00.` }));
  if ((quietFrom == null) !== (quietTo == null))
    fields.push({ pointer: '/quietTo', message: say`Quiet hours have a beginning and an end.` });
  if (quietFrom && quietFrom === quietTo)
    fields.push({ pointer: '/quietTo', message: say`Quiet hours must leave some time for notifications.` });
  return fields;
}

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

/** The person and the topic of an unsubscribe link. */
interface Unsubscription {
  userId: string;
  topics: readonly NoticeTopic[];
}

/** A mail's unsubscribe token (RFC 8058): it only stops mails, so it needs no expiry and no row. */
export function unsubscribeToken(sealer: Sealer, { userId, topics }: Unsubscription): string {
  const what = `${userId}.${topics.join('-')}`;
  return `${what}.${macOf(sealer, what)}`;
}

/** Null for anything that is not one of our tokens. */
function readUnsubscribeToken(sealer: Sealer, token: string): Unsubscription | null {
  const [, userId, named, mac] = /^(usr_[\w-]{1,60})\.([a-z-]{1,200})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!userId || !named || !mac) return null;
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(macOf(sealer, `${userId}.${named}`), 'hex'))) return null;
  const asked = named.split('-');
  return { userId, topics: NOTICE_TOPICS.filter((topic) => asked.includes(topic)) };
}

const macOf = (sealer: Sealer, what: string): string => sealer.hash('unsubscribe', what);
