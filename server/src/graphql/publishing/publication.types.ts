import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { CreditHold } from '../../credits/credit.entities.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Attempt } from '../../publishing/attempt.entity.ts';
import type { Publication, PublicationState } from '../../publishing/publication.entity.ts';
import type { PublishJob } from '../../publishing/publish-job.entity.ts';
import { CreditBucketEnum } from '../credits/credits.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import { GateType, toGateType } from './gate.types.ts';

const PublicationStateEnum = createEnum<PublicationState>('PublicationState', 'The state of a publication.', {
  pending: 'Waiting to be sent.',
  leased: 'Leased by a worker; nothing has been sent yet.',
  sent: 'Possibly sent; the outcome is not known yet.',
  published: 'Published; the platform confirmed it.',
  failed: 'Failed permanently; not published.',
  unknown: 'Unknown whether it was published; not sent again until that is known.',
  cancelled: 'Cancelled before anything was sent.',
});

@ObjectType('Attempt', { description: 'One attempt to publish.' })
export class AttemptType {
  @Field(() => Int, { description: 'The number of the attempt, starting at 1.' })
  number!: number;

  @Field(() => GraphQLDateTime, { description: 'When a worker started the attempt.' })
  startedAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the attempt ended; null while in progress, or if the worker died during it.',
  })
  endedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The outcome: `published`, `pending`, `rejected`, `unauthorized`, `rate_limited`, `unavailable` or `unknown`; null until it is known.',
  })
  outcome!: string | null;

  @Field(() => String, { nullable: true, description: 'The platform’s response, as a sentence; null if there is none.' })
  message!: string | null;

  @Field(() => [GateType], { nullable: true, description: 'The state of the gates when the post was sent; null if not recorded.' })
  gates!: GateType[] | null;
}

const HoldStateEnum = createEnum<CreditHold['state']>('HoldState', 'The state of reserved credits.', {
  held: 'Reserved: neither available nor spent.',
  settled: 'Spent: the publication was published.',
  released: 'Released: the publication was not published.',
});

@ObjectType('CreditHold', { description: 'Credits reserved for a publication. They are settled or released once, all together.' })
export class CreditHoldType {
  @Field(() => CreditBucketEnum, { description: 'The bucket that the credits come from; the first one if they come from two.' })
  bucket!: CreditHold['bucket'];

  @Field(() => Int, { description: 'The number of credits.' })
  credits!: number;

  @Field(() => Int, {
    description: 'How many of the credits come from packs because the allowance was too small; 0 if all come from `bucket`.',
  })
  fromPack!: number;

  @Field(() => HoldStateEnum, { description: 'The state of the credits.' })
  state!: CreditHold['state'];

  @Field(() => GraphQLDateTime, { description: 'When the credits were reserved.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the credits were spent or released; null while reserved.' })
  endedAt!: Date | null;
}

@ObjectType('PublicationViewerCan', { description: 'What the caller may currently do with a publication. Each mutation checks again.' })
export class PublicationViewerCanType {
  @Field(() => Boolean, {
    description:
      'Whether the caller may settle its unknown outcome (`settleUnknown`) or query its platform again (`lookAgain`). Always false for an agent.',
  })
  settle!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may request its removal (`retractPost`), on networks whose API can remove posts.',
  })
  retract!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may request an edit (`editPost`), on networks whose API can edit posts.' })
  edit!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may settle or retry its first comment (`decideFirstComment`). Always false for an agent.',
  })
  decideFirstComment!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may sign or decline its removal (`decideRetraction`). Always false for an agent.',
  })
  decideRetraction!: boolean;
}

@ObjectType('Publication', { description: 'The publishing of one payload of a job to one connection.' })
export class PublicationType {
  @Field(() => ID, { description: '`pub_…`; also in the ledger of credits.' })
  id!: string;

  @Field(() => PublicationStateEnum, { description: 'The current state of the publication.' })
  state!: PublicationState;

  @Field(() => Int, {
    description: 'The cost in credits: one plus the platform’s surcharge, or 0 for the sandbox. Fixed when the job is created.',
  })
  credits!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The platform’s own id of the post, for instance an AT-URI; null until published, and where a person found the post by an address that does not contain it.',
  })
  providerId!: string | null;

  @Field(() => String, { nullable: true, description: 'The public URL of the post; null if not published or unknown.' })
  providerUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'The stable code of the failure; null if there is none.' })
  failureCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the publication failed, as a sentence; null if it did not.' })
  failureMessage!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the platform accepted the post; null until then.' })
  publishedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The earliest time of the next attempt, after a rate limit or a temporary failure; null if there is no such delay.',
  })
  nextAttemptAt!: Date | null;

  /** Not in the schema: the field resolvers read the rows. */
  row!: Publication;
  job!: Pick<PublishJob, 'state' | 'supersededBy'>;
}

export function toPublicationType(row: Publication, job: PublicationType['job']): PublicationType {
  return {
    id: row.id,
    state: row.state,
    credits: row.credits,
    providerId: row.providerId ?? null,
    providerUrl: row.providerUrl ?? null,
    failureCode: row.failureCode ?? null,
    failureMessage: row.failureMessage ?? null,
    publishedAt: row.publishedAt ?? null,
    nextAttemptAt: row.nextAttemptAt ?? null,
    row,
    job,
  };
}

export function toAttemptType(row: Attempt, translate: Translate): AttemptType {
  return {
    number: row.number,
    startedAt: row.startedAt,
    endedAt: row.endedAt ?? null,
    outcome: row.outcome ?? null,
    message: row.message ? translate(fromStoredMessage({ message: row.message, sentence: row.sentence })) : null,
    gates: row.gates?.map((gate) => toGateType(gate, translate)) ?? null,
  };
}

export function toCreditHoldType({ bucket, credits, fromPack, state, createdAt, endedAt }: CreditHold): CreditHoldType {
  return { bucket, credits, fromPack, state, createdAt, endedAt: endedAt ?? null };
}
