import { GraphQLDateTime } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
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
export class NoticeChatType extends NodeType {
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
