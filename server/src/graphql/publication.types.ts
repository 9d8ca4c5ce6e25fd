import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Attempt } from '../publishing/attempt.entity.ts';
import type { Publication } from '../publishing/publication.entity.ts';
import type { PublicationState } from '../publishing/publication-states.ts';
import { createEnum } from './create-enum.ts';

const PublicationStateEnum = createEnum<PublicationState>('PublicationState', 'How far one publication has come.', {
  pending: 'Nothing was sent; waits for its turn.',
  leased: 'A worker holds it; nothing was sent yet.',
  sent: 'Something may have been sent; the outcome is not in yet.',
  published: 'Out: the platform said so.',
  failed: 'Not out, for good.',
  unknown: 'Nobody knows yet whether it is out; never sent again blindly.',
  cancelled: 'Taken back before anything was sent.',
});

@ObjectType('Attempt', { description: 'One try of one publication.' })
export class AttemptType {
  @Field(() => Int, { description: 'From 1.' })
  number!: number;

  @Field(() => GraphQLDateTime, { description: 'When a worker took it up.' })
  startedAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When its outcome was in; null while under way or when the worker died in it.',
  })
  endedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      '`published`, `pending`, `rejected`, `unauthorized`, `rate_limited`, `unavailable` or `unknown`; null before there is one.',
  })
  outcome!: string | null;

  @Field(() => String, { nullable: true, description: "The platform's answer, in a sentence." })
  message!: string | null;
}

@ObjectType('Publication', { description: 'One payload of a job on its way to one connection.' })
export class PublicationType {
  @Field(() => ID, { description: 'Identifies the publication; the ledger names it too.' })
  id!: string;

  @Field(() => PublicationStateEnum, { description: 'How far it has come.' })
  state!: PublicationState;

  @Field(() => String, { nullable: true, description: "The platform's own id of the post, for instance an AT-URI." })
  providerId!: string | null;

  @Field(() => String, { nullable: true, description: 'Where a person can see the post.' })
  providerUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'Stable code of why it failed.' })
  failureCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it failed, in a sentence.' })
  failureMessage!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the platform took it.' })
  publishedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'No new try before this moment, after a rate limit or a passing fault.' })
  nextAttemptAt!: Date | null;

  /** Not in the schema: the field resolvers read the row. */
  row!: Publication;
}

export function toPublicationType(row: Publication): PublicationType {
  return {
    id: row.id,
    state: row.state,
    providerId: row.providerId ?? null,
    providerUrl: row.providerUrl ?? null,
    failureCode: row.failureCode ?? null,
    failureMessage: row.failureMessage ?? null,
    publishedAt: row.publishedAt ?? null,
    nextAttemptAt: row.nextAttemptAt ?? null,
    row,
  };
}

export function toAttemptType(row: Attempt): AttemptType {
  return {
    number: row.number,
    startedAt: row.startedAt,
    endedAt: row.endedAt ?? null,
    outcome: row.outcome ?? null,
    message: row.message ?? null,
  };
}
