import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ObjectType } from 'type-graphql';
import type { Slot } from '../../drafts/next-free-slot.ts';
import type { Period } from '../../planning/quiet-until.ts';
import type { MovePreview } from '../../publishing/review/preview-move.ts';
import { PageArgs } from '../engine/paging.ts';

const LONGEST = 'at most 100 days after it begins; anything else is refused as `bad_user_input`.';

@ArgsType()
export class PeriodArgs implements Period {
  @Field(() => GraphQLDateTime, { description: 'The first moment.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: `The first moment behind it, ${LONGEST}` })
  end!: Date;
}

@ArgsType()
export class ScheduledDraftsArgs extends PageArgs implements Period {
  @Field(() => GraphQLDateTime, { description: 'The first moment.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: `The first moment behind it, ${LONGEST}` })
  end!: Date;
}

@ObjectType('QuietPeriod', { description: 'A stretch of time in which nothing goes out.' })
export class QuietPeriodType implements Period {
  @Field(() => GraphQLDateTime, { description: 'When it begins.' })
  start!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it is over.' })
  end!: Date;
}

@ObjectType('SlotTime', { description: 'A posting slot on a certain day.' })
export class SlotTimeType implements Slot {
  @Field(() => GraphQLDateTime, { description: 'When it is.' })
  at!: Date;

  @Field(() => Boolean, { description: 'Whether something is to go out then already.' })
  isTaken!: boolean;
}

@ObjectType('DraftMove', { description: 'What another time for a draft would come to. Changes nothing.' })
export class DraftMoveType implements Omit<MovePreview, 'refusal'> {
  @Field(() => String, { nullable: true, description: 'Why it would be refused, in a sentence; null where it would not.' })
  refusal!: string | null;

  @Field(() => Boolean, { description: 'Whether approval would be requested again.' })
  asksAgain!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller could approve it now, and not after the move, which makes them one of its authors.',
  })
  endsOwnVote!: boolean;

  @Field(() => Boolean, {
    description: 'Whether to ask before moving it: it has a decision, it would no longer go out by itself, or `endsOwnVote`.',
  })
  touchesDecision!: boolean;

  @Field(() => GraphQLDateTime, { description: 'From when on time would be no obstacle, quiet hours included.' })
  goesOutAt!: Date;
}
