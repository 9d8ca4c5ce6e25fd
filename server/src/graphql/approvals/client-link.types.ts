import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { ClientLinkView } from '../../approvals/clients/client-links.ts';
import type { Language } from '../../languages/language.ts';
import { LanguageEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';

@ObjectType('ClientLink', {
  implements: NodeType,
  description:
    'A link by which a client without an account reviews posts. It is emailed to the client, or returned once if email is not configured.',
})
export class ClientLinkType extends NodeType {
  @Field(() => String, { description: 'The client’s email address. The codes needed for deciding are emailed only there.' })
  email!: string;

  /** The person who vouches for the address: `sharedBy`. */
  createdByUserId!: string;

  @Field(() => GraphQLDateTime, { description: 'When the link was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the link expires.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When an owner revoked the link; null if not revoked.' })
  revokedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The link itself, to pass on: returned only by `shareWithClient`, and only if email is not configured; null otherwise.',
  })
  url!: string | null;
}

@ObjectType('ClientSharing', { description: 'Whether posts of the workspace can be shared with clients.' })
export class ClientSharingType {
  @Field(() => Boolean, { description: 'Whether the caller can share posts: owners only.' })
  isOffered!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether links and codes are emailed. If not, owners pass links on themselves, and clients can read posts but not decide or comment.',
  })
  isMailed!: boolean;

  @Field(() => String, { nullable: true, description: 'Why sharing is not possible, as a sentence; null if it is.' })
  reason!: string | null;
}

@InputType({ description: 'Posts to share with a client.' })
export class ShareWithClientInput {
  @Field(() => ID, { description: 'The workspace of the drafts, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => [ID], { description: 'Drafts submitted for approval, 1 to 100, in the order in which the client sees them.' })
  draftIds!: string[];

  @Field(() => String, { description: 'The client’s email address; case is ignored.' })
  email!: string;

  @Field(() => Int, { nullable: true, defaultValue: 14, description: 'The validity of the link in days, 1 to 90.' })
  days!: number | null;

  @Field(() => LanguageEnum, { nullable: true, description: 'The language of the emails; the caller’s if omitted.' })
  language!: Language | null;
}

export function toClientLinkType({ id, email, createdByUserId, createdAt, expiresAt, revokedAt }: ClientLinkView): ClientLinkType {
  return { id, email, createdByUserId, createdAt, expiresAt, revokedAt: revokedAt ?? null, url: null };
}
