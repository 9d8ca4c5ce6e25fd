import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { ClientLinkView } from '../../approvals/clients/client-links.ts';
import { NodeType } from '../engine/node.types.ts';

@ObjectType('ClientLink', {
  implements: NodeType,
  description:
    'A link with which a client without an account reviews posts. The link itself is sent by mail, or returned once where no mail is sent.',
})
export class ClientLinkType extends NodeType {
  @Field(() => String, { description: 'Whose it is: only this address gets the codes that deciding takes.' })
  email!: string;

  /** The person who vouches for the address: `sharedBy`. */
  createdByUserId!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was sent.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Until when it works.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When an owner ended it; null while it works.' })
  revokedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The link itself, to hand over: only in the answer of `shareWithClient`, and only where no mail is sent.',
  })
  url!: string | null;
}

@ObjectType('ClientSharing', { description: 'Whether posts can be shared with clients here.' })
export class ClientSharingType {
  @Field(() => Boolean, { description: 'Whether the caller can: owners.' })
  isOffered!: boolean;

  @Field(() => Boolean, {
    description: 'Whether links and codes are mailed. If not, a link is copied, and clients can look and not answer.',
  })
  isMailed!: boolean;

  @Field(() => String, { nullable: true, description: 'Where not: why, in a sentence.' })
  reason!: string | null;
}

@InputType({ description: 'Which posts are shown to which address, and for how long.' })
export class ShareWithClientInput {
  @Field(() => ID, { description: 'The workspace of the drafts.' })
  workspaceId!: string;

  @Field(() => [ID], { description: 'Drafts that were submitted for approval, 1 to 100, in the order in which they are shown.' })
  draftIds!: string[];

  @Field(() => String, { description: 'The mail address; case does not matter.' })
  email!: string;

  @Field(() => Int, { nullable: true, defaultValue: 14, description: 'For how many days the link works, 1 to 90.' })
  days!: number | null;
}

export function toClientLinkType({ id, email, createdByUserId, createdAt, expiresAt, revokedAt }: ClientLinkView): ClientLinkType {
  return { id, email, createdByUserId, createdAt, expiresAt, revokedAt: revokedAt ?? null, url: null };
}
