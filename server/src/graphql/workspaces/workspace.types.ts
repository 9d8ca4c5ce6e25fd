import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Deciders, Stage, Voice } from '../../access/workspace-policies.ts';
import type { PostingSlot, QuietWindow } from '../../planning/week.ts';
import { StageType } from '../approvals/stage.types.ts';
import { NodeType } from '../engine/node.types.ts';
import { DecidersEnum, PostingSlotType, QuietWindowType, VoiceType } from './workspace-settings.types.ts';

@ObjectType('WorkspaceViewerCan', { description: 'What the caller may do in a workspace. Each mutation checks it again.' })
export class WorkspaceViewerCanType {
  @Field(() => Boolean, { description: 'Decide on approvals: people with the role owner or approver; an agent never.' })
  decide!: boolean;

  @Field(() => Boolean, { description: 'Make drafts and write captions.' })
  createDraft!: boolean;

  @Field(() => Boolean, { description: 'Connect and disconnect accounts on platforms: owners only.' })
  manageConnections!: boolean;

  @Field(() => Boolean, { description: 'Change its settings and policies: owners only.' })
  manageSettings!: boolean;

  @Field(() => Boolean, { description: 'Read the ledger; the balances are for every caller. People only.' })
  viewCredits!: boolean;

  @Field(() => Boolean, { description: 'Export the audit log and have its chain followed: owners only.' })
  exportAudit!: boolean;
}

@ObjectType('Workspace', { implements: NodeType, description: 'A unit of work of an account: its policies, connections, drafts and jobs.' })
export class WorkspaceType extends NodeType {
  @Field(() => String, { description: 'As people of the account call it.' })
  name!: string;

  @Field(() => String, { description: 'IANA time zone, for instance `Europe/Lisbon`; days and schedules are shown in it.' })
  timeZone!: string;

  @Field(() => Int, { description: 'Grows by one with every change of settings or policies; name it to change what you have seen.' })
  settingsRevision!: number;

  @Field(() => [QuietWindowType], { description: 'Nothing goes out in these, by the clock of the time zone.' })
  quietHours!: QuietWindow[];

  @Field(() => [PostingSlotType], { description: 'When posts like to go out.' })
  postingSlots!: PostingSlot[];

  @Field(() => VoiceType, { description: 'How posts should sound.' })
  voice!: Voice;

  @Field(() => [String], { description: 'Words and phrases that stop a post.' })
  blockedTerms!: string[];

  @Field(() => [String], { description: 'Hosts that a post may not link to, with everything below them.' })
  deniedHosts!: string[];

  @Field(() => DecidersEnum, { description: 'Policy: whose decisions on approvals count.' })
  deciders!: Deciders;

  @Field(() => Int, {
    description: 'Policy: for how many hours one can decide and an approval counts, from when it was asked for or was to go out.',
  })
  approvalHours!: number;

  @Field(() => Boolean, {
    description: 'Policy: whether another time asks for approval again even where a person sets it; an agent’s always does.',
  })
  movesAskAgain!: boolean;

  @Field(() => Boolean, { description: 'Policy: whether a grant’s scope `publish:auto` counts here at all.' })
  allowsAuto!: boolean;

  @Field(() => Int, { description: 'Policy: how many different people have to approve before anything goes out; 1 to 10.' })
  approvalsRequired!: number;

  @Field(() => Boolean, { description: 'Policy: whether the person who wrote the last revision is refused as its approver.' })
  refusesSelfApproval!: boolean;

  @Field(() => Boolean, { description: 'Policy: whether a client’s approval by a link counts as an approver’s; else it is an opinion.' })
  countsClients!: boolean;

  @Field(() => [StageType], {
    description: 'Policy: in which stages something is approved, in their order; none: in one, by `approvalsRequired`.',
  })
  stages!: Stage[];

  @Field(() => [ID], { description: 'Policy: people (`usr_…`) who are asked one after another; empty: all who may decide, at once.' })
  askInTurn!: string[];

  @Field(() => Int, { description: 'Policy: after how many hours without a decision the next of them is asked; 1 to 168.' })
  turnHours!: number;

  @Field(() => Boolean, { description: 'Policy: whether every approval requires a passkey signature, for all platforms.' })
  requiresSignature!: boolean;

  @Field(() => [String], { description: 'Policy: platforms for which they have to, where it is not all of them.' })
  signedPlatforms!: string[];

  /** Not in the schema: the field resolvers read the row. */
  row!: Workspace;
}

export function toWorkspaceType(row: Workspace): WorkspaceType {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.timeZone,
    settingsRevision: row.revision,
    quietHours: row.quietHours,
    postingSlots: row.postingSlots,
    voice: { ...row.voice, wording: row.voice.wording ?? 'adapt' },
    blockedTerms: row.blockedTerms,
    deniedHosts: row.deniedHosts,
    deciders: row.deciders,
    approvalHours: row.approvalHours,
    movesAskAgain: row.movesAskAgain,
    allowsAuto: row.allowsAuto,
    approvalsRequired: row.approvalsRequired,
    refusesSelfApproval: row.refusesSelfApproval,
    countsClients: row.countsClients,
    stages: row.stages,
    askInTurn: row.askInTurn,
    turnHours: row.turnHours,
    requiresSignature: row.requiresSignature,
    signedPlatforms: row.signedPlatforms,
    row,
  };
}
