import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { DEVIATIONS, type Deviation, type DeviationCode } from '../../approvals/standing/matches.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Outcome } from '../../publishing/standing/history.ts';
import type { Replayed } from '../../publishing/standing/replay.ts';
import { createEnum } from '../engine/create-enum.ts';

const OutcomeEnum = createEnum<Outcome>('StandingOutcome', 'What people made of a post.', {
  signed: 'Approved as it was.',
  changed: 'Changed, or sent back for changes.',
  refused: 'Rejected or called off.',
});

const DeviationEnum = createEnum<DeviationCode>(
  'StandingDeviation',
  'Why a post does not go out by a standing approval.',
  Object.fromEntries(DEVIATIONS.map((code) => [code, `${code.replaceAll('_', ' ')}.`])) as Record<DeviationCode, string>,
);

@ObjectType('StandingDeviationReason', { description: 'Something that is in the way of a post.' })
export class StandingReasonType implements Omit<Deviation, 'message'> {
  @Field(() => DeviationEnum, { description: 'What.' })
  code!: DeviationCode;

  @Field(() => String, { description: 'In half a sentence.' })
  message!: string;
}

@ObjectType('StandingReplay', { description: 'What a standing approval would have done with a post that people have decided.' })
export class StandingReplayType {
  @Field(() => ID, { description: 'The request for approval.' })
  approvalId!: string;

  @Field(() => String, { description: 'The beginning of what it says.' })
  words!: string;

  @Field(() => GraphQLDateTime, { description: 'When approval was requested.' })
  askedAt!: Date;

  @Field(() => OutcomeEnum, { description: 'What people made of it.' })
  outcome!: Outcome;

  @Field(() => Boolean, { description: 'Whether it would have gone out without anybody’s look.' })
  isLetThrough!: boolean;

  @Field(() => [StandingReasonType], { description: 'Why not; none where it would have.' })
  reasons!: StandingReasonType[];
}

export function toStandingReplayType({ decided, isLetThrough, reasons: found }: Replayed, translate: Translate): StandingReplayType {
  const { approvalId, words, askedAt, outcome } = decided;
  const reasons = found.map(({ code, message }) => ({ code, message: translate(message) }));
  return { approvalId, words, askedAt, outcome, isLetThrough, reasons };
}
