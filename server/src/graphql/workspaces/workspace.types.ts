import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Deciders, Stage, Voice } from '../../access/workspace-policies.ts';
import type { PostingSlot, QuietWindow } from '../../planning/week.ts';
import { StageType } from '../approvals/stage.types.ts';
import { NodeType } from '../engine/node.types.ts';
import { DecidersEnum, PostingSlotType, QuietWindowType, VoiceType } from './workspace-settings.types.ts';

@ObjectType('WorkspaceViewerCan', { description: 'What the caller may do in a workspace. Each mutation checks again.' })
export class WorkspaceViewerCanType {
  @Field(() => Boolean, { description: 'Whether the caller may decide on approvals: owners and approvers. Always false for an agent.' })
  decide!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may create drafts and write captions.' })
  createDraft!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may connect and disconnect accounts: owners only.' })
  manageConnections!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may change settings and policies: owners only.' })
  manageSettings!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may read the ledger of credits: members only. All callers may read the balances.',
  })
  viewCredits!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may export and verify the audit log: owners only.' })
  exportAudit!: boolean;
}

@ObjectType('Workspace', {
  implements: NodeType,
  description: 'A workspace of an account, with its own policies, connections, drafts and publish jobs.',
})
export class WorkspaceType extends NodeType {
  @Field(() => String, { description: 'The workspace’s name.' })
  name!: string;

  @Field(() => String, { description: 'The IANA time zone for days and schedules, for instance `Europe/Lisbon`.' })
  timeZone!: string;

  @Field(() => Int, {
    description: 'Incremented by every change of settings or policies. Pass it to change the settings that you have read.',
  })
  settingsRevision!: number;

  @Field(() => [QuietWindowType], { description: 'Quiet hours, in which nothing is published.' })
  quietHours!: QuietWindow[];

  @Field(() => [PostingSlotType], { description: 'Preferred publishing times.' })
  postingSlots!: PostingSlot[];

  @Field(() => VoiceType, { description: 'The preferred style of posts.' })
  voice!: Voice;

  @Field(() => [String], { description: 'Words and phrases that block a post.' })
  blockedTerms!: string[];

  @Field(() => [String], { description: 'Hosts that posts must not link to, including their subdomains.' })
  deniedHosts!: string[];

  @Field(() => DecidersEnum, { description: 'Policy: whose decisions on approvals count.' })
  deciders!: Deciders;

  @Field(() => Int, {
    description: 'Policy: for how many hours an approval is valid, from the request or from the scheduled time.',
  })
  approvalHours!: number;

  @Field(() => Boolean, {
    description: 'Policy: whether approval is requested again when a person reschedules a post. When an agent does, it always is.',
  })
  movesAskAgain!: boolean;

  @Field(() => Boolean, { description: 'Policy: whether agents with the scope `publish:auto` may publish without approval.' })
  allowsAuto!: boolean;

  @Field(() => Int, { description: 'Policy: how many different people must approve a post, 1 to 10.' })
  approvalsRequired!: number;

  @Field(() => Boolean, {
    description: 'Policy: whether authors are refused as approvers of their own content until another person has approved it.',
  })
  refusesSelfApproval!: boolean;

  @Field(() => Boolean, {
    description: 'Policy: whether a client’s approval, by a client link, counts as an approver’s; if not, it is advisory.',
  })
  countsClients!: boolean;

  @Field(() => [StageType], {
    description: 'Policy: the stages of approval, in order; if empty, there is one stage with `approvalsRequired`.',
  })
  stages!: Stage[];

  @Field(() => [ID], {
    description: 'Policy: approvers (`usr_…`) who are notified one after another; if empty, all who may decide are notified at once.',
  })
  askInTurn!: string[];

  @Field(() => Int, {
    description: 'Policy: after how many hours without a decision the next approver of `askInTurn` is notified, 1 to 168.',
  })
  turnHours!: number;

  @Field(() => Boolean, { description: 'Policy: whether every approval requires a passkey signature, for all platforms.' })
  requiresSignature!: boolean;

  @Field(() => [String], { description: 'Policy: platforms for which approvals require a passkey signature, if not all do.' })
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
