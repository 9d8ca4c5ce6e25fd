import { GraphQLDateTime } from 'graphql-scalars';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { ChangeNoticeSettings } from '../../notices/notice-preferences.ts';
import type { NoticeTopic } from '../../notices/notice-topics.ts';
import type { ChatKind } from '../../notices/sending/notice-chat.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';

const NoticeChatKindEnum = createEnum<ChatKind>('NoticeChatKind', 'A chat service.', {
  slack: 'Slack, or another service with Slack-compatible incoming webhooks.',
  discord: 'Discord, by a channel’s webhook.',
  telegram: 'Telegram, by a bot.',
});

@ObjectType('NoticeChat', {
  implements: NodeType,
  description: 'An external chat that receives the person’s notifications. Its webhook address or bot token is never returned.',
})
class NoticeChatType extends NodeType {
  @Field(() => NoticeChatKindEnum, { description: 'The chat service.' })
  kind!: ChatKind;

  @Field(() => String, { description: 'The chat’s display name, chosen by the person.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'When the chat was added.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When notifications stopped, since the chat is gone or refused several messages in a row; null if active.',
  })
  stoppedAt!: Date | null;

  @Field(() => Int, { description: 'How many messages in a row the chat refused; 0 if it accepted the last one.' })
  refusals!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The chat’s response to the last message, if it refused it and gave a reason. In the words of the chat.',
  })
  fault!: string | null;
}

@InputType('AddNoticeChatInput', { description: 'An external chat to send notifications to.' })
export class AddNoticeChatInput {
  @Field(() => NoticeChatKindEnum, { description: 'The chat service.' })
  kind!: ChatKind;

  @Field(() => String, { description: 'Display name of the chat, 1 to 60 characters.' })
  name!: string;

  @Field(() => String, {
    description: 'The address of the incoming webhook; for Telegram, the bot’s token. Stored encrypted and never returned.',
  })
  secret!: string;

  @Field(() => String, { nullable: true, description: 'For Telegram only: the numeric id of the chat, or the `@name` of a channel.' })
  chatId?: string | null;
}

export const NoticeTopicEnum = createEnum<NoticeTopic>('NoticeTopic', 'A notification topic. Each is configured separately.', {
  waiting: 'Posts awaiting the person’s decision.',
  reminders: 'Posts still awaiting a decision, about to be published or about to expire.',
  decided: 'Decisions on the person’s posts.',
  comments: 'Comments on the person’s drafts, and replies to the person.',
  published: 'Published posts.',
  problems: 'Posts that failed or whose outcome is unknown.',
  connections: 'Problems with connected accounts.',
  credits: 'Credits and payments.',
  access: 'Agents and members who gain or lose access.',
  summary: 'A summary of the past week, sent on Mondays.',
  security: 'Changes to the person’s own sign-in methods. Always emailed.',
  service: 'Problems that only an operator can fix. Available to operators only.',
});

@ObjectType('NoticeChoice', { description: 'How a person is notified about one topic. The console always shows all notifications.' })
class NoticeChoiceType {
  @Field(() => NoticeTopicEnum, { description: 'The topic.' })
  topic!: NoticeTopic;

  @Field(() => Boolean, { description: 'Whether to notify by email.' })
  mail!: boolean;

  @Field(() => Boolean, { description: 'Whether to notify by push notification.' })
  push!: boolean;

  @Field(() => Boolean, { description: 'Whether to notify in the person’s chats.' })
  chat!: boolean;
}

@InputType('NoticeChoiceInput', { description: 'How to notify a person about one topic.' })
class NoticeChoiceInput {
  @Field(() => NoticeTopicEnum, { description: 'The topic.' })
  topic!: NoticeTopic;

  @Field(() => Boolean, { description: 'Whether to notify by email.' })
  mail!: boolean;

  @Field(() => Boolean, { description: 'Whether to notify by push notification.' })
  push!: boolean;

  @Field(() => Boolean, { nullable: true, description: 'Whether to notify in the person’s chats; unchanged if omitted.' })
  chat?: boolean | null;
}

@ObjectType('PushDevice', { implements: NodeType, description: 'A browser or phone that receives push notifications.' })
class PushDeviceType extends NodeType {
  @Field(() => String, { description: 'The browser and operating system, for instance `Firefox (Windows)`.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'When the device was added.' })
  createdAt!: Date;
}

@InputType('AddPushDeviceInput', { description: 'A browser’s push subscription (PushSubscription).' })
export class AddPushDeviceInput {
  @Field(() => String, { description: 'The subscription’s `endpoint`.' })
  endpoint!: string;

  @Field(() => String, { description: 'The subscription’s `p256dh` key, in base64url.' })
  p256dh!: string;

  @Field(() => String, { description: 'The subscription’s `auth` secret, in base64url. Never returned.' })
  auth!: string;
}

@ObjectType('NoticeSettings', { description: 'The notification settings of the signed-in person.' })
export class NoticeSettingsType {
  @Field(() => [NoticeChoiceType], { description: 'Every topic, with the person’s choice or the default.' })
  topics!: NoticeChoiceType[];

  @Field(() => String, {
    nullable: true,
    description: 'The start of quiet hours, when nothing is sent, for instance `22:00`; null if there are none.',
  })
  quietFrom!: string | null;

  @Field(() => String, { nullable: true, description: 'The end of quiet hours, for instance `07:00`.' })
  quietTo!: string | null;

  @Field(() => String, { nullable: true, description: 'The time zone of these times, for instance `Europe/Lisbon`; UTC if null.' })
  timeZone!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'When the daily digest is sent by email and to chats, for instance `08:00`; null to send each notification at once.',
  })
  digestAt!: string | null;

  @Field(() => Boolean, { description: 'Whether the operator has configured email.' })
  canMail!: boolean;

  @Field(() => String, { nullable: true, description: 'The public key (VAPID) for a browser to subscribe with, in base64url.' })
  pushKey!: string | null;

  @Field(() => [PushDeviceType], { description: 'Devices with push notifications, oldest first.' })
  devices!: PushDeviceType[];

  @Field(() => [NoticeChatType], { description: 'Chats that receive notifications, oldest first.' })
  chats!: NoticeChatType[];
}

@InputType('ChangeNoticeSettingsInput', { description: 'Notification settings to change. Omitted fields stay unchanged.' })
export class ChangeNoticeSettingsInput {
  @Field(() => [NoticeChoiceInput], { nullable: true, description: 'The topics to change.' })
  topics!: NoticeChoiceInput[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The start of quiet hours, for instance `22:00`; null for none. Requires `quietTo`.',
  })
  quietFrom?: string | null;

  @Field(() => String, { nullable: true, description: 'The end of quiet hours, for instance `07:00`.' })
  quietTo?: string | null;

  @Field(() => String, { nullable: true, description: 'The time zone of these times, for instance `Europe/Lisbon`.' })
  timeZone?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'When to send one digest a day by email and to chats, for instance `08:00`; null to send each notification at once.',
  })
  digestAt?: string | null;
}

/** Null clears a time, so it is distinguished from an omitted field. */
export function toNoticeSettingsChange({ topics, ...rest }: ChangeNoticeSettingsInput): ChangeNoticeSettings {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...(topics && { topics }), ...Object.fromEntries(given) };
}
