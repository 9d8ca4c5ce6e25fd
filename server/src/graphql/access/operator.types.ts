import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
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

  @Field(() => String, { nullable: true, description: "Why, in the operator's words; every customer reads it in the launch gate." })
  reason!: string | null;
}

@ObjectType('Operator', { description: 'What only the people see who run the service.' })
export class OperatorType {}

export function toLaunchStepType(step: LaunchStepState): LaunchStepType {
  return { ...step, isSigned: step.signedAt !== null };
}
