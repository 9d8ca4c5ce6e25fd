import { requirePerson } from '../../access/authorise.ts';
import { readTimeZone } from '../../access/read-time-zone.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import { say } from '../../languages/sentence.ts';
import { minutesOf } from '../../planning/week.ts';
import { NoticeSettings } from '../notice-settings.entity.ts';
import { isChosen, NOTICE_TOPICS, type NoticeChannel, type NoticeChoices, type NoticeTopic } from '../notice-topics.ts';

/** The person's settings for each topic, with the defaults where they chose nothing. */
export interface ReadNoticeSettings {
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
    fields.push({ pointer: '/quietTo', message: say`Quiet hours that never end would tell you nothing.` });
  return fields;
}
