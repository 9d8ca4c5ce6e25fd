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

const PublicationStateEnum = createEnum<PublicationState>('PublicationState', 'How far one publication has come.', {
  pending: 'Nothing was sent; waits for its turn.',
  leased: 'A worker holds it; nothing was sent yet.',
  sent: 'Something may have been sent; the outcome is not in yet.',
  published: 'Out: the platform said so.',
  failed: 'Not out, for good.',
  unknown: 'Not yet known whether it was published; never sent again blindly.',
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

  @Field(() => String, { nullable: true, description: 'The platform’s answer, in a sentence.' })
  message!: string | null;

  @Field(() => [GateType], { nullable: true, description: 'The gates as they stood when it was sent; null where that was not kept.' })
  gates!: GateType[] | null;
}

const HoldStateEnum = createEnum<CreditHold['state']>('HoldState', 'What became of a credit that was set aside.', {
  held: 'Set aside; neither available nor spent.',
  settled: 'Spent: the publication is out.',
  released: 'Given back: the publication is not out.',
});

@ObjectType('CreditHold', { description: 'The credits that were set aside for a publication. They end once, and together.' })
export class CreditHoldType {
  @Field(() => CreditBucketEnum, { description: 'Where they were taken from, the first of them where from two.' })
  bucket!: CreditHold['bucket'];

  @Field(() => Int, { description: 'How many.' })
  credits!: number;

  @Field(() => Int, {
    description: 'How many of them came from packs, where the allowance did not do for all; 0 where all came from `bucket`.',
  })
  fromPack!: number;

  @Field(() => HoldStateEnum, { description: 'What became of it.' })
  state!: CreditHold['state'];

  @Field(() => GraphQLDateTime, { description: 'When it was set aside.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was spent or given back; null while it is held.' })
  endedAt!: Date | null;
}

@ObjectType('PublicationViewerCan', { description: 'What the caller may do with a publication now. The mutation checks it again.' })
export class PublicationViewerCanType {
  @Field(() => Boolean, { description: 'Say what became of it (`settleUnknown`) or ask its platform again (`lookAgain`); never an agent.' })
  settle!: boolean;

  @Field(() => Boolean, { description: 'Request its removal (`retractPost`), where its network lets programs remove posts.' })
  retract!: boolean;

  @Field(() => Boolean, { description: 'Request other words for it (`editPost`), where its network lets programs edit posts.' })
  edit!: boolean;

  @Field(() => Boolean, { description: 'Settle its first comment, or have it sent again (`decideFirstComment`); never an agent.' })
  decideFirstComment!: boolean;

  @Field(() => Boolean, { description: 'Sign or decline its removal (`decideRetraction`); never an agent.' })
  decideRetraction!: boolean;
}

@ObjectType('Publication', { description: 'One payload of a job on its way to one connection.' })
export class PublicationType {
  @Field(() => ID, { description: 'Identifies the publication; the ledger names it too.' })
  id!: string;

  @Field(() => PublicationStateEnum, { description: 'How far it has come.' })
  state!: PublicationState;

  @Field(() => Int, {
    description:
      'What it takes: one credit and the surcharge of its platform, or none for the sandbox, as they were when it was asked for.',
  })
  credits!: number;

  @Field(() => String, { nullable: true, description: 'The platform’s own id of the post, for instance an AT-URI.' })
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
