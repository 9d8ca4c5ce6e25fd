import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { Verification, VerificationResult } from '../../publishing/verification.entity.ts';
import { createEnum } from '../engine/create-enum.ts';

const VerificationResultEnum = createEnum<VerificationResult>('VerificationResult', 'What reading a published post back has shown.', {
  as_signed: 'Every field that the network reports is exactly as it was signed.',
  different: 'At least one field differs from what was signed.',
  gone: 'The network has no such post any more.',
  unreadable: 'It could not be read; that says nothing about the post.',
});

const SeenByEnum = createEnum<'public' | 'account'>('SeenBy', 'Whose view of a post was read.', {
  public: 'Anyone’s, without signing in.',
  account: 'The account’s own, since the network shows it to no one else by its API.',
});

@ObjectType('PostDifference', { description: 'A field of a published post that differs from what was signed.' })
export class PostDifferenceType {
  @Field(() => String, {
    description: '`text`, `title`, `links`, `names`, `pictures`, `alt_texts`; of further posts of a thread `posts/1/text`.',
  })
  field!: string;

  @Field(() => String, { description: 'As it was signed; several values are on lines of their own.' })
  signed!: string;

  @Field(() => String, { nullable: true, description: 'As it is published; null if the post does not have it.' })
  published!: string | null;
}

@ObjectType('Verification', { description: 'A reading of a published post, compared with what was signed. Immutable.' })
export class VerificationType {
  @Field(() => VerificationResultEnum, { description: 'What it has shown.' })
  result!: VerificationResult;

  @Field(() => SeenByEnum, { nullable: true, description: 'Whose view was read; null if it was unreadable.' })
  seenBy!: 'public' | 'account' | null;

  @Field(() => [PostDifferenceType], { description: 'The differing fields; empty unless it is `DIFFERENT`.' })
  differences!: PostDifferenceType[];

  @Field(() => String, { nullable: true, description: 'Why it could not be read; null otherwise.' })
  message!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it was read.' })
  readAt!: Date;
}

export function toVerificationType({ result, seenBy, differences, message, createdAt }: Verification): VerificationType {
  return { result, seenBy: seenBy ?? null, differences, message: message ?? null, readAt: createdAt };
}
