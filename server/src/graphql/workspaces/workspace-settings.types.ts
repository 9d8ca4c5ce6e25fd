import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Deciders, Stage, Voice, Wording } from '../../access/workspace-policies.ts';
import type { PostingSlot, QuietWindow, Weekday } from '../../planning/week.ts';
import type { ChangeApprovalPolicyInput as PolicyChange } from '../../workspaces/change-approval-policy.ts';
import type { ChangeWorkspaceInput as WorkspaceChange } from '../../workspaces/change-workspace.ts';
import { StageType } from '../approvals/stage.types.ts';
import { createEnum } from '../engine/create-enum.ts';

export const WordingEnum = createEnum<Wording>('Wording', 'How closely generated captions follow the source text.', {
  adapt: 'Complete if it fits, otherwise adapted to each platform.',
  exact: 'Exactly the source text; if it does not fit, that is a violation.',
});

export const DecidersEnum = createEnum<Deciders>('Deciders', 'Whose decisions on approvals count. Agents never decide.', {
  owners: 'Only owners of the account.',
  owners_and_approvers: 'Owners and approvers.',
});

const EmojiUseEnum = createEnum<Voice['emoji']>('EmojiUse', 'How freely posts should use emoji.', {
  none: 'None.',
  few: 'Only where useful.',
  free: 'Freely.',
});

const TextLengthEnum = createEnum<Voice['length']>('TextLength', 'The preferred length of posts.', {
  short: 'One or two sentences.',
  medium: 'Readable at a glance.',
  full: 'Up to the platform’s limit.',
});

const WEEKDAYS = 'ISO 8601 weekdays, from 1 (Monday) to 7 (Sunday).';

@ObjectType('QuietWindow', {
  description: 'Quiet hours: a period on certain weekdays, in the workspace’s time zone, in which nothing is published.',
})
@InputType('QuietWindowInput', {
  description: 'Quiet hours: a period on certain weekdays, in the workspace’s time zone, in which nothing is published.',
})
export class QuietWindowType implements QuietWindow {
  @Field(() => [Int], { description: WEEKDAYS })
  weekdays!: Weekday[];

  @Field(() => String, { description: 'The start of the period, for instance `22:00`.' })
  from!: string;

  @Field(() => String, { description: 'The end of the period, for instance `07:00`; on the next day unless it is after `from`.' })
  to!: string;
}

@ObjectType('PostingSlot', { description: 'A preferred publishing time, in the workspace’s time zone.' })
@InputType('PostingSlotInput', { description: 'A preferred publishing time, in the workspace’s time zone.' })
export class PostingSlotType implements PostingSlot {
  @Field(() => [Int], { description: WEEKDAYS })
  weekdays!: Weekday[];

  @Field(() => String, { description: 'The time of day, for instance `09:30`.' })
  at!: string;
}

@ObjectType('Voice', { description: 'The preferred style of posts: guidance for writers, not enforced.' })
@InputType('VoiceInput', { description: 'The preferred style of posts: guidance for writers, not enforced.' })
export class VoiceType implements Voice {
  @Field(() => String, {
    description: 'The tone in plain words, for instance "warm, a little dry", at most 300 characters; empty for none.',
  })
  tone!: string;

  @Field(() => EmojiUseEnum, { description: 'How freely posts should use emoji.' })
  emoji!: Voice['emoji'];

  @Field(() => TextLengthEnum, { description: 'The preferred length of posts.' })
  length!: Voice['length'];

  @Field(() => Int, { nullable: true, description: 'The most tags in a post, 0 to 30; null for the platform’s own limit.' })
  maxTags!: number | null;

  @Field(() => [String], { description: 'Words that generated posts avoid.' })
  bannedWords!: string[];

  @Field(() => WordingEnum, {
    nullable: true,
    description: 'How closely generated captions follow the source text. In a change, unchanged if omitted.',
  })
  wording?: Wording;
}

/** Every change of a workspace's settings includes the revision that it is based on. */
@InputType()
export abstract class SeenSettingsInput {
  @Field(() => ID, { description: 'The workspace, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => Int, {
    description: 'The `settingsRevision` that the caller has read; refused as `settings_changed` if there is a newer one.',
  })
  revision!: number;
}

@InputType('ChangeWorkspaceInput', { description: 'Changes of a workspace’s settings. Omitted fields stay unchanged.' })
export class ChangeWorkspaceInput extends SeenSettingsInput {
  @Field(() => String, { nullable: true, description: 'The workspace’s name, 1 to 200 characters.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'The IANA time zone, for instance `Europe/Lisbon`.' })
  timeZone!: string | null;

  @Field(() => [QuietWindowType], { nullable: true, description: 'All quiet hours; an empty list for none.' })
  quietHours!: QuietWindow[] | null;

  @Field(() => [PostingSlotType], { nullable: true, description: 'All posting slots; an empty list for none.' })
  postingSlots!: PostingSlot[] | null;

  @Field(() => VoiceType, { nullable: true, description: 'The preferred style of posts.' })
  voice!: Voice | null;

  @Field(() => [String], { nullable: true, description: 'All words and phrases that block a post.' })
  blockedTerms!: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'All hosts that posts must not link to, for instance `example.org`; subdomains are included.',
  })
  deniedHosts!: string[] | null;
}

@InputType('ChangeApprovalPolicyInput', { description: 'Changes of the approval policy. Omitted fields stay unchanged.' })
export class ChangeApprovalPolicyInput extends SeenSettingsInput {
  @Field(() => Int, { nullable: true, description: 'How many different people must approve, 1 to 10.' })
  approvalsRequired!: number | null;

  @Field(() => DecidersEnum, { nullable: true, description: 'Whose decisions count.' })
  deciders!: Deciders | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether authors are refused as approvers of their own content until another person has approved it.',
  })
  refusesSelfApproval!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a client’s approval, by a client link, counts as an approver’s.' })
  countsClients!: boolean | null;

  @Field(() => [StageType], { nullable: true, description: 'All stages, in order, at most 6; an empty list for none.' })
  stages!: Stage[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Approvers (`usr_…`) in the order in which they are notified, at most 20; an empty list to notify all at once.',
  })
  askInTurn!: string[] | null;

  @Field(() => Int, { nullable: true, description: 'After how many hours without a decision the next approver is notified, 1 to 168.' })
  turnHours!: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether every approval requires a passkey signature, for all platforms.' })
  requiresSignature!: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Platforms for which approvals require a passkey signature, if not all do; an empty list for none.',
  })
  signedPlatforms!: string[] | null;

  @Field(() => Int, { nullable: true, description: 'For how many hours an approval is valid, 1 to 8,760.' })
  approvalHours!: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether agents with the scope `publish:auto` may publish without approval.' })
  allowsAuto!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether approval is requested again when a person reschedules a post.' })
  movesAskAgain!: boolean | null;
}

export function toWorkspaceChange({ workspaceId, revision, ...settings }: ChangeWorkspaceInput): WorkspaceChange {
  return { workspaceId, revision, settings: withoutNulls(settings) };
}

export function toPolicyChange({ workspaceId, revision, ...policy }: ChangeApprovalPolicyInput): PolicyChange {
  return { workspaceId, revision, policy: withoutNulls(policy) };
}

/** GraphQL passes null for omitted fields; commands expect only the fields to change. */
function withoutNulls<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as { [K in keyof T]?: NonNullable<T[K]> };
}
