import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Stage, StageDeciders } from '../../access/workspace-policies.ts';
import type { StageStand } from '../../approvals/stages.ts';
import { createEnum } from '../engine/create-enum.ts';

export const StageDecidersEnum = createEnum<StageDeciders>('StageDeciders', 'Who is asked in a stage.', {
  owners: 'Only owners of the account.',
  owners_and_approvers: 'Owners and approvers.',
  people: 'Certain people of the account, who may decide.',
  clients: 'A client by a link; clients together are one.',
});

@ObjectType('Stage', { description: 'One of the steps in which something is approved.' })
@InputType('StageInput', { description: 'One of the steps in which something is approved.' })
export class StageType implements Stage {
  @Field(() => String, { description: 'As people call it, for instance `Legal`; 1 to 60 characters.' })
  name!: string;

  @Field(() => StageDecidersEnum, { description: 'The people asked.' })
  who!: StageDeciders;

  @Field(() => [ID], { description: 'People (`usr_…`) where `who` is `PEOPLE`; else none.' })
  userIds!: string[];

  @Field(() => Int, { description: 'How many different ones have to approve, 1 to 10; of clients one.' })
  required!: number;

  @Field(() => [String], { description: 'Only what goes to one of these platforms; none: whatever it goes to.' })
  platforms!: string[];

  @Field(() => [ID], { description: 'Only posts made by one of these agents (`agt_…`); empty: by any author.' })
  agentIds!: string[];
}

const StageStateEnum = createEnum<StageStand['state']>('StageState', 'The state of one stage of an approval.', {
  through: 'Enough have approved in it.',
  now: 'Its people are asked now.',
  later: 'Its people are asked once those before have approved.',
  ended: 'The approval was closed before enough had approved in it.',
});

@ObjectType('ApprovalStage', { description: 'One stage of an approval and its state.' })
export class ApprovalStageType implements StageStand {
  @Field(() => String, { description: 'As people call it.' })
  name!: string;

  @Field(() => StageDecidersEnum, { description: 'The people asked.' })
  who!: StageDeciders;

  @Field(() => Int, { description: 'How many have to approve.' })
  required!: number;

  @Field(() => Int, { description: 'How many have.' })
  given!: number;

  @Field(() => StageStateEnum, { description: 'Whether it is through.' })
  state!: StageStand['state'];
}
