import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { LaunchStepState } from '../../launch/launch-queries.ts';
import { PageArgs } from '../engine/paging.ts';

@ArgsType()
export class AccountsArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only accounts whose name, or a workspace’s name, contains words that begin with each of these; all if omitted.',
  })
  search!: string | null;
}

@ObjectType('LaunchStep', { description: 'A statement that the operator must sign before any platform except the sandbox publishes.' })
export class LaunchStepType {
  @Field(() => String, { description: 'The step’s stable id, for instance `terms_published`.' })
  id!: string;

  @Field(() => String, { description: 'A short title for the step.' })
  label!: string;

  @Field(() => String, { description: 'What the operator states by signing, as a sentence.' })
  meaning!: string;

  @Field(() => Boolean, { description: 'Whether the step is signed.' })
  isSigned!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the step was signed; null if it is not.' })
  signedAt!: Date | null;
}

@ObjectType('ServiceStop', { description: 'A stop of publishing for the whole service, made by the operator.' })
export class ServiceStopType {
  @Field(() => GraphQLDateTime, { description: 'When publishing was stopped.' })
  stoppedAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The operator’s reason, shown to every customer in the launch gate; null if none was given.',
  })
  reason!: string | null;
}

@ObjectType('ServiceFigures', { description: 'Figures of the whole service, across all accounts.' })
export class ServiceFiguresType {
  @Field(() => Int, { description: 'Publish jobs that are blocked or waiting for their time.' })
  waiting!: number;

  @Field(() => Int, { description: 'Publications that are due and that no worker has started.' })
  due!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the oldest of the due publications was due; null if there are none.' })
  oldestDueAt!: Date | null;

  @Field(() => Int, { description: 'Publications with an unknown outcome that are still being looked up on their platform.' })
  beingAsked!: number;

  @Field(() => Int, { description: 'Publications with an unknown outcome that only a person can determine.' })
  forPeople!: number;

  @Field(() => Int, { description: 'Publish jobs that failed, fully or partially, in the last 24 hours.' })
  failed!: number;

  @Field(() => Int, { description: 'Connections that no longer work.' })
  endedConnections!: number;

  @Field(() => Int, { description: 'Emails that are yet to be sent.' })
  mails!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'The time of the backup that the service was restored from; set while publishing is on hold after the restore, null otherwise.',
  })
  restoredFrom!: Date | null;
}

@ObjectType('KeptByAge', { description: 'How long one kind of accumulating record is retained, as set by `KEEP_MONTHS`.' })
export class KeptByAgeType {
  @Field(() => String, { description: 'The kind of record: `audit`, `notices` or `model-calls`.' })
  kind!: string;

  @Field(() => Int, { nullable: true, description: 'The retention in whole months; null if records are kept for ever.' })
  months!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Records written before this time have been deleted or soon will be; null if records are kept for ever.',
  })
  keptFrom!: Date | null;
}

@ObjectType('OperatorNetwork', {
  description: 'A network whose accounts are connected by OAuth, where the operator must first register the service.',
})
export class OperatorNetworkType {
  @Field(() => String, { description: 'The platform’s id.' })
  id!: string;

  @Field(() => String, { description: 'The network’s name.' })
  label!: string;

  @Field(() => Boolean, { description: 'Whether the registration is configured, so customers can connect accounts.' })
  isRegistered!: boolean;

  @Field(() => String, { description: 'The redirect URI to enter at the network.' })
  returnAddress!: string;

  @Field(() => [String], { description: 'The OAuth scopes requested when an account is connected.' })
  scopes!: string[];

  @Field(() => [String], { description: 'The settings for the credentials that the network issues.' })
  settings!: string[];
}

@ObjectType('Operator', { description: 'Data visible only to operators of the service.' })
export class OperatorType {}

export function toLaunchStepType(step: LaunchStepState, translate: Translate): LaunchStepType {
  return { ...step, label: translate(step.label), meaning: translate(step.meaning), isSigned: step.signedAt !== null };
}
