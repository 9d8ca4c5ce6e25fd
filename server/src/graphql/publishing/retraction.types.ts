import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import type { NamedRetraction } from '../../publishing/published/retraction-queries.ts';
import type { RetractionState } from '../../publishing/retraction.entity.ts';
import { createEnum } from '../engine/create-enum.ts';

const RetractionStateEnum = createEnum<RetractionState>('RetractionState', 'How far the removal of a published post has come.', {
  requested: 'Waits for a person’s signature.',
  signed: 'A person has signed it; the network is asked until it answers.',
  removed: 'The post is no longer at its network.',
  refused: 'The network refuses it; a person has to remove the post there.',
  declined: 'A person has declined it; the post stays.',
});

@ObjectType('Retraction', { description: 'The removal of a published post from its network.' })
export class RetractionType {
  @Field(() => ID, { description: '`rtr_…`.' })
  id!: string;

  @Field(() => RetractionStateEnum, { description: 'How far it has come.' })
  state!: RetractionState;

  @Field(() => String, { description: 'The hash of what a person signs: the removal of this post with this content.' })
  contentHash!: string;

  @Field(() => String, { description: 'Why, in the words of who requested it.' })
  reason!: string;

  @Field(() => String, { description: 'The name of the person or agent that requested it.' })
  requestedBy!: string;

  @Field(() => String, { nullable: true, description: 'The name of the person who signed or declined it; null before that.' })
  decidedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'The network’s answer, where it did not remove the post.' })
  message!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it was requested.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it ended; null before that.' })
  endedAt!: Date | null;
}

@InputType('RetractPostInput', { description: 'A published post to be removed from its network.' })
export class RetractPostInput {
  @Field(() => ID, { description: '`pub_…`; it has to be published.' })
  publicationId!: string;

  @Field(() => String, { description: 'Why: 3 to 500 characters.' })
  reason!: string;
}

@InputType('DecideRetractionInput', { description: 'A person’s decision on a requested removal.' })
export class DecideRetractionInput {
  @Field(() => ID, { description: '`rtr_…`; it has to be requested.' })
  retractionId!: string;

  @Field(() => String, { description: 'Its content hash, as it was shown.' })
  contentHash!: string;

  @Field(() => Boolean, { description: 'True signs it; false declines it.' })
  isSigned!: boolean;
}

export function toRetractionType({ retraction, requestedBy, decidedBy }: NamedRetraction, translate: Translate): RetractionType {
  const { id, state, contentHash, reason, message, sentence, createdAt, endedAt } = retraction;
  return {
    id,
    state,
    contentHash,
    reason,
    requestedBy: localizeName(requestedBy, translate),
    decidedBy: decidedBy === null ? null : localizeName(decidedBy, translate),
    message: message ? translate(fromStoredMessage({ message, sentence })) : null,
    createdAt,
    endedAt: endedAt ?? null,
  };
}
