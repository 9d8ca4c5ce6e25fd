import { GraphQLDateTime } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import type { ChangeNoticeSettings } from '../../notices/notice-preferences.ts';
import type { NoticeTopic } from '../../notices/notice-topics.ts';
import type { ChatKind } from '../../notices/sending/notice-chat.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';

const NoticeChatKindEnum = createEnum<ChatKind>('NoticeChatKind', 'By what a chat is written to.', {
  slack: 'An incoming webhook of Slack, or of what takes the same.',
  discord: 'A webhook of a Discord channel.',
  telegram: 'A bot of Telegram.',
});

@ObjectType('NoticeChat', {
  implements: NodeType,
  description: 'An external chat that receives notifications of the person. Its address is never returned.',
})
class NoticeChatType extends NodeType {
  @Field(() => NoticeChatKindEnum, { description: 'By what it is written to.' })
  kind!: ChatKind;

  @Field(() => String, { description: 'As the person calls it.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'Since when.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when it takes no messages any more; null while it does.' })
  stoppedAt!: Date | null;
}

@InputType('AddNoticeChatInput', { description: 'An external chat to send notifications to.' })
export class AddNoticeChatInput {
  @Field(() => NoticeChatKindEnum, { description: 'By what it is written to.' })
  kind!: ChatKind;

  @Field(() => String, { description: 'What to call it, 1 to 60 characters.' })
  name!: string;

  @Field(() => String, {
    description: 'The address of the incoming webhook; of Telegram the token of the bot. Sealed, and never shown again.',
  })
  secret!: string;

  @Field(() => String, { nullable: true, description: 'Telegram alone: the number of the chat, or the `@name` of a channel.' })
  chatId?: string | null;
}

export const NoticeTopicEnum = createEnum<NoticeTopic>('NoticeTopic', 'A topic of notifications, chosen separately in the settings.', {
  waiting: 'Posts that wait for their decision.',
  reminders: 'Posts that still wait, go out soon or lapse.',
  decided: 'What was decided on posts of theirs.',
  comments: 'What is said about drafts of theirs, or to them.',
  published: 'Posts that are out.',
  problems: 'Posts that failed or whose outcome is unknown.',
  connections: 'Connected accounts that make trouble.',
  credits: 'Credits and payments.',
  access: 'Agents and members that come and go.',
  summary: 'What the last week was like, on Mondays.',
  security: 'Changes of their own sign-in. Always mailed.',
  service: 'What only operators can put right; operators alone choose it.',
});

@ObjectType('NoticeChoice', { description: 'How a person is notified about one topic; the console always shows everything.' })
class NoticeChoiceType {
  @Field(() => NoticeTopicEnum, { description: 'What about.' })
  topic!: NoticeTopic;

  @Field(() => Boolean, { description: 'By mail.' })
  mail!: boolean;

  @Field(() => Boolean, { description: 'By a notification of the browser or phone.' })
  push!: boolean;

  @Field(() => Boolean, { description: 'In their chats.' })
  chat!: boolean;
}

@InputType('NoticeChoiceInput', { description: 'How to notify a person about one topic.' })
class NoticeChoiceInput {
  @Field(() => NoticeTopicEnum, { description: 'What about.' })
  topic!: NoticeTopic;

  @Field(() => Boolean, { description: 'By mail.' })
  mail!: boolean;

  @Field(() => Boolean, { description: 'By a notification of the browser or phone.' })
  push!: boolean;

  @Field(() => Boolean, { nullable: true, description: 'In their chats; left as it is when left out.' })
  chat?: boolean | null;
}

@ObjectType('PushDevice', { implements: NodeType, description: 'A browser or phone that receives push notifications.' })
class PushDeviceType extends NodeType {
  @Field(() => String, { description: 'As `Firefox (Windows)`.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'Since when.' })
  createdAt!: Date;
}

@InputType('AddPushDeviceInput', { description: 'The push subscription (PushSubscription).' })
export class AddPushDeviceInput {
  @Field(() => String, { description: 'Where its push service takes messages.' })
  endpoint!: string;

  @Field(() => String, { description: 'Its public key, in base64url.' })
  p256dh!: string;

  @Field(() => String, { description: 'What it proves messages by, in base64url. Never shown again.' })
  auth!: string;
}

@ObjectType('NoticeSettings', { description: 'The notification settings of the signed-in person.' })
export class NoticeSettingsType {
  @Field(() => [NoticeChoiceType], { description: 'Every topic, as chosen or as usual.' })
  topics!: NoticeChoiceType[];

  @Field(() => String, { nullable: true, description: 'From when on nothing is sent, as `22:00`; null: at any time.' })
  quietFrom!: string | null;

  @Field(() => String, { nullable: true, description: 'Until when, as `07:00`.' })
  quietTo!: string | null;

  @Field(() => String, { nullable: true, description: 'The time zone of these times, as `Europe/Lisbon`; null: UTC.' })
  timeZone!: string | null;

  @Field(() => String, { nullable: true, description: 'When mail and chats come once a day, as `08:00`; null: as things happen.' })
  digestAt!: string | null;

  @Field(() => Boolean, { description: 'Whether the operator has set mail up at all.' })
  canMail!: boolean;

  @Field(() => String, { nullable: true, description: 'The public key that a browser subscribes with, in base64url.' })
  pushKey!: string | null;

  @Field(() => [PushDeviceType], { description: 'Devices with push notifications, oldest first.' })
  devices!: PushDeviceType[];

  @Field(() => [NoticeChatType], { description: 'Chats that receive notifications, oldest first.' })
  chats!: NoticeChatType[];
}

@InputType('ChangeNoticeSettingsInput', { description: 'What to change; what is left out stays as it is.' })
export class ChangeNoticeSettingsInput {
  @Field(() => [NoticeChoiceInput], { nullable: true, description: 'Topics to change.' })
  topics!: NoticeChoiceInput[] | null;

  @Field(() => String, { nullable: true, description: 'From when on there is silence, as `22:00`; null for never. Goes with `quietTo`.' })
  quietFrom?: string | null;

  @Field(() => String, { nullable: true, description: 'Until when, as `07:00`.' })
  quietTo?: string | null;

  @Field(() => String, { nullable: true, description: 'As `Europe/Lisbon`.' })
  timeZone?: string | null;

  @Field(() => String, { nullable: true, description: 'One mail and one message a day at this time, as `08:00`; null: as things happen.' })
  digestAt?: string | null;
}

/** For times null has a meaning, so it is distinguished from a field left out. */
export function toNoticeSettingsChange({ topics, ...rest }: ChangeNoticeSettingsInput): ChangeNoticeSettings {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...(topics && { topics }), ...Object.fromEntries(given) };
}
