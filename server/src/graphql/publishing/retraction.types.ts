import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { NamedRetraction } from '../../publishing/jobs/post-queries.ts';
import type { RetractionState } from '../../publishing/retraction.entity.ts';
import { createEnum } from '../engine/create-enum.ts';

const RetractionStateEnum = createEnum<RetractionState>('RetractionState', 'The state of the removal of a published post.', {
  requested: 'Awaiting a person’s signature.',
  signed: 'Signed by a person; being carried out, with retries until the network responds.',
  removed: 'The post no longer exists on its network.',
  refused: 'Refused by the network; a person must remove the post there.',
  declined: 'Declined by a person; the post stays.',
});

@ObjectType('Retraction', { description: 'The removal of a published post from its network.' })
export class RetractionType {
  @Field(() => ID, { description: 'The removal’s id, `rtr_…`.' })
  id!: string;

  @Field(() => RetractionStateEnum, { description: 'The current state of the removal.' })
  state!: RetractionState;

  @Field(() => Boolean, {
    description:
      'Whether the post no longer exists on its network. If the removal was refused nonetheless, its first comment or further posts of its thread may be left.',
  })
  isPostGone!: boolean;

  @Field(() => String, { description: 'The hash that a person signs: of the removal of this post with this content.' })
  contentHash!: string;

  @Field(() => String, { description: 'The reason, as given by the requester.' })
  reason!: string;

  @Field(() => String, { description: 'The name of the person or agent who requested the removal.' })
  requestedBy!: string;

  @Field(() => String, { nullable: true, description: 'The name of the person who signed or declined the removal; null until then.' })
  decidedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'The network’s response, if it did not remove the post; null otherwise.' })
  message!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the removal was requested.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the removal was completed, refused or declined; null until then.' })
  endedAt!: Date | null;
}

@InputType('RetractPostInput', { description: 'A published post to remove from its network.' })
export class RetractPostInput {
  @Field(() => ID, { description: 'The publication, `pub_…`; it must be published.' })
  publicationId!: string;

  @Field(() => String, { description: 'The reason, 3 to 500 characters.' })
  reason!: string;
}

@InputType('DecideRetractionInput', { description: 'A person’s decision on a requested removal.' })
export class DecideRetractionInput {
  @Field(() => ID, { description: 'The removal, `rtr_…`; it must be in the state `REQUESTED`.' })
  retractionId!: string;

  @Field(() => String, { description: 'The `contentHash` of the removal that the person has seen.' })
  contentHash!: string;

  @Field(() => Boolean, { description: 'True to sign, false to decline.' })
  isSigned!: boolean;
}

export function toRetractionType({ retraction, requestedBy, decidedBy }: NamedRetraction, translate: Translate): RetractionType {
  const { id, state, isPostGone, contentHash, reason, message, sentence, createdAt, endedAt } = retraction;
  return {
    id,
    state,
    isPostGone,
    contentHash,
    reason,
    requestedBy: localizeName(requestedBy, translate),
    decidedBy: decidedBy === null ? null : localizeName(decidedBy, translate),
    message: message ? translate(fromStoredMessage({ message, sentence })) : null,
    createdAt,
    endedAt: endedAt ?? null,
  };
}
