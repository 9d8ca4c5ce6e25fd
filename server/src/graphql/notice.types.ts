import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { Notice, NoticeKind } from '../access/notice.entity.ts';
import { createEnum } from './create-enum.ts';
import { NodeType } from './node.types.ts';
import { createPageType } from './page.ts';

const NoticeKindEnum = createEnum<NoticeKind>('NoticeKind', 'What a notice is about.', {
  access_granted: 'Somebody let an agent in.',
  member_joined: 'Somebody accepted an invitation.',
  access_reused: "An agent's access was ended, since its code was used twice.",
});

@ObjectType('Notice', { implements: NodeType, description: "Something an account's owners are told." })
export class NoticeType extends NodeType {
  @Field(() => NoticeKindEnum, { description: 'What it is about.' })
  kind!: NoticeKind;

  @Field(() => String, { description: 'The sentence for people.' })
  message!: string;

  @Field(() => GraphQLDateTime, { description: 'When it happened.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the first owner saw it; null: nobody yet.' })
  seenAt!: Date | null;
}

export const NoticePageType = createPageType('Notice', NoticeType);

export function toNoticeType(row: Notice): NoticeType {
  return { id: row.id, kind: row.kind, message: row.message, createdAt: row.createdAt, seenAt: row.seenAt ?? null };
}
