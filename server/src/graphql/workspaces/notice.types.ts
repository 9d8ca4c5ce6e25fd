import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { Notice, NoticeKind } from '../../access/notices/notice.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType } from '../engine/paging.ts';

const NoticeKindEnum = createEnum<NoticeKind>('NoticeKind', 'What a notice is about.', {
  access_granted: 'Somebody let an agent in.',
  member_joined: 'Somebody accepted an invitation.',
  member_left: 'Somebody is no longer a member.',
  key_rotated: 'An agent exchanged its key for a new one.',
  access_ended: "An agent's access was revoked.",
  access_reused: "An agent's access was ended, since its code was used twice.",
  credits_low: 'Few credits of a unit are left.',
  credits_bought: 'Credits were paid for and added.',
  payment_reversed: 'A payment for credits was given back or is disputed.',
  second_factor_reset: 'The operator took the second factor of the person who asks away.',
});

@ObjectType('Notice', { implements: NodeType, description: "Something that an account's owners, or one of its people alone, are told." })
export class NoticeType extends NodeType {
  @Field(() => NoticeKindEnum, { description: 'What it is about.' })
  kind!: NoticeKind;

  @Field(() => String, { description: 'The sentence for people.' })
  message!: string;

  @Field(() => GraphQLDateTime, { description: 'When it happened.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the first of those whom it is for saw it; null: nobody yet.' })
  seenAt!: Date | null;
}

export const NoticePageType = createPageType('Notice', NoticeType);

export function toNoticeType(row: Notice): NoticeType {
  return { id: row.id, kind: row.kind, message: row.message, createdAt: row.createdAt, seenAt: row.seenAt ?? null };
}
