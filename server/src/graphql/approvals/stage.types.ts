import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Stage, StageDeciders } from '../../access/workspace-policies.ts';
import type { StageStatus } from '../../approvals/stages.ts';
import { createEnum } from '../engine/create-enum.ts';

export const StageDecidersEnum = createEnum<StageDeciders>('StageDeciders', 'Who may decide in a stage.', {
  owners: 'Only owners of the account.',
  owners_and_approvers: 'Owners and approvers.',
  people: 'Particular members of the account who may decide.',
  clients: 'Clients, by client links; together they count as one.',
});

@ObjectType('Stage', { description: 'One stage of the approval of a post.' })
@InputType('StageInput', { description: 'One stage of the approval of a post.' })
export class StageType implements Stage {
  @Field(() => String, { description: 'The stage’s name, for instance `Legal`; 1 to 60 characters.' })
  name!: string;

  @Field(() => StageDecidersEnum, { description: 'Who may decide in the stage.' })
  who!: StageDeciders;

  @Field(() => [ID], { description: 'The members (`usr_…`) if `who` is `PEOPLE`; empty otherwise.' })
  userIds!: string[];

  @Field(() => Int, { description: 'How many different people must approve, 1 to 10; 1 if `who` is `CLIENTS`.' })
  required!: number;

  @Field(() => [String], { description: 'Applies only to posts to one of these platforms; to any platform if empty.' })
  platforms!: string[];

  @Field(() => [ID], { description: 'Applies only to posts by one of these agents (`agt_…`); to posts by any author if empty.' })
  agentIds!: string[];
}

const StageStateEnum = createEnum<StageStatus['state']>('StageState', 'The state of one stage of an approval.', {
  through: 'Complete: enough people have approved.',
  now: 'Current: awaiting decisions.',
  later: 'Awaiting earlier stages.',
  ended: 'Incomplete when the approval was closed.',
});

@ObjectType('ApprovalStage', { description: 'One stage of an approval and its state.' })
export class ApprovalStageType implements StageStatus {
  @Field(() => String, { description: 'The stage’s name.' })
  name!: string;

  @Field(() => StageDecidersEnum, { description: 'Who may decide in the stage.' })
  who!: StageDeciders;

  @Field(() => Int, { description: 'The number of required approvals.' })
  required!: number;

  @Field(() => Int, { description: 'The number of approvals so far.' })
  given!: number;

  @Field(() => StageStateEnum, { description: 'The state of the stage.' })
  state!: StageStatus['state'];
}
