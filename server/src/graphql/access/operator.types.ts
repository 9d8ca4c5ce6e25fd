import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { LaunchStepState } from '../../launch/launch-queries.ts';

@ObjectType('LaunchStep', { description: 'Something the operator vouches for before anything but the sandbox publishes.' })
export class LaunchStepType {
  @Field(() => String, { description: 'Stable identifier, for instance `terms_published`.' })
  id!: string;

  @Field(() => String, { description: 'What is vouched for, in a few words.' })
  label!: string;

  @Field(() => String, { description: 'What the operator states by signing it, in a sentence.' })
  meaning!: string;

  @Field(() => Boolean, { description: 'Whether it is signed.' })
  isSigned!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was signed.' })
  signedAt!: Date | null;
}

@ObjectType('ServiceStop', { description: 'That the operator has stopped publishing for the whole service.' })
export class ServiceStopType {
  @Field(() => GraphQLDateTime, { description: 'Since when.' })
  stoppedAt!: Date;

  @Field(() => String, { nullable: true, description: 'Why, in the operator’s words; every customer reads it in the launch gate.' })
  reason!: string | null;
}

@ObjectType('ServiceFigures', { description: 'Figures of the whole service, over all accounts.' })
export class ServiceFiguresType {
  @Field(() => Int, { description: 'Jobs that wait for a person, a time or anything else.' })
  waiting!: number;

  @Field(() => Int, { description: 'Posts whose time has come, and that no worker has begun.' })
  due!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when the first of those is due.' })
  oldestDueAt!: Date | null;

  @Field(() => Int, { description: 'Posts of which it is not known whether they are out, while their platform is being asked.' })
  beingAsked!: number;

  @Field(() => Int, { description: 'Posts of which only a person can tell whether they are out.' })
  forPeople!: number;

  @Field(() => Int, { description: 'Jobs that have failed, all or in part, within 24 hours.' })
  failed!: number;

  @Field(() => Int, { description: 'Connected accounts that do not work any more.' })
  endedConnections!: number;

  @Field(() => Int, { description: 'Messages that have not been handed over.' })
  mails!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'As of when the back-up is that the service was restored from, while nothing goes out before its release.',
  })
  restoredFrom!: Date | null;
}

@ObjectType('KeptByAge', { description: 'Something that only grows, and how long it is kept: the setting `KEEP_MONTHS`.' })
export class KeptByAgeType {
  @Field(() => String, { description: '`audit`, `notices` or `model-calls`.' })
  kind!: string;

  @Field(() => Int, { nullable: true, description: 'Whole months; null: for ever.' })
  months!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'What was written before is dropped by now or soon; null where all of it is kept.',
  })
  keptFrom!: Date | null;
}

@ObjectType('OperatorNetwork', { description: 'A network that people sign in at, where the operator registers the service first.' })
export class OperatorNetworkType {
  @Field(() => String, { description: 'The identifier of the platform.' })
  id!: string;

  @Field(() => String, { description: 'The name that people know.' })
  label!: string;

  @Field(() => Boolean, { description: 'Whether the registration is set; customers can sign in there then.' })
  isRegistered!: boolean;

  @Field(() => String, { description: 'The return address to enter at the network.' })
  returnAddress!: string;

  @Field(() => [String], { description: 'The scopes that people are asked for when they sign in.' })
  scopes!: string[];

  @Field(() => [String], { description: 'The settings that take what the network gives out.' })
  settings!: string[];
}

@ObjectType('Operator', { description: 'What only the people see who run the service.' })
export class OperatorType {}

export function toLaunchStepType(step: LaunchStepState, translate: Translate): LaunchStepType {
  return { ...step, label: translate(step.label), meaning: translate(step.meaning), isSigned: step.signedAt !== null };
}
