import { Field, Int, ObjectType } from 'type-graphql';
import type { Workspace } from '../access/workspace.entity.ts';
import { NodeType } from './node.types.ts';

@ObjectType('WorkspaceViewerCan', { description: 'What the caller may do in a workspace. Each mutation checks it again.' })
export class WorkspaceViewerCanType {
  @Field(() => Boolean, { description: 'Decide on approvals: people with the role owner or approver; an agent never.' })
  decide!: boolean;

  @Field(() => Boolean, { description: 'Make drafts and write captions.' })
  createDraft!: boolean;

  @Field(() => Boolean, { description: 'Connect and disconnect accounts on platforms: owners only.' })
  manageConnections!: boolean;

  @Field(() => Boolean, { description: 'Read the ledger; the balances are for every caller. People only.' })
  viewCredits!: boolean;
}

@ObjectType('Workspace', { implements: NodeType, description: 'A unit of work of an account: its policies, connections, drafts and jobs.' })
export class WorkspaceType extends NodeType {
  @Field(() => String, { description: 'As people of the account call it.' })
  name!: string;

  @Field(() => String, { description: 'IANA time zone, for instance `Europe/Lisbon`; days and schedules are shown in it.' })
  timeZone!: string;

  @Field(() => Boolean, { description: "Policy: whether a grant's scope `publish:auto` counts here at all." })
  allowsAuto!: boolean;

  @Field(() => Int, { description: 'Policy: how many different people have to approve before anything goes out; 1 to 10.' })
  approvalsRequired!: number;

  @Field(() => Boolean, { description: 'Policy: whether the person who wrote the last revision is refused as its approver.' })
  refusesSelfApproval!: boolean;

  /** Not in the schema: the field resolvers read the row. */
  row!: Workspace;
}

export function toWorkspaceType(row: Workspace): WorkspaceType {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.timeZone,
    allowsAuto: row.allowsAuto,
    approvalsRequired: row.approvalsRequired,
    refusesSelfApproval: row.refusesSelfApproval,
    row,
  };
}
