import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Deciders, Stage, Voice, Wording } from '../../access/workspace-policies.ts';
import type { PostingSlot, QuietWindow, Weekday } from '../../planning/week.ts';
import type { ChangeApprovalPolicyInput as PolicyChange } from '../../workspaces/change-approval-policy.ts';
import type { ChangeWorkspaceInput as WorkspaceChange } from '../../workspaces/change-workspace.ts';
import { StageType } from '../approvals/stage.types.ts';
import { createEnum } from '../engine/create-enum.ts';

export const WordingEnum = createEnum<Wording>('Wording', 'How closely generated words keep to the text they are made from.', {
  adapt: "Whole where it fits, else in each platform's own way.",
  exact: 'The text to the last sign; what does not fit is a violation.',
});

export const DecidersEnum = createEnum<Deciders>('Deciders', 'Whose decisions on approvals count. An agent never decides.', {
  owners: 'Only owners of the account.',
  owners_and_approvers: 'Owners and approvers.',
});

const EmojiUseEnum = createEnum<Voice['emoji']>('EmojiUse', 'How freely posts use emoji.', {
  none: 'Not at all.',
  few: 'Where one helps.',
  free: 'As the writer likes.',
});

const TextLengthEnum = createEnum<Voice['length']>('TextLength', 'How long posts like to be.', {
  short: 'A sentence or two.',
  medium: 'What a reader takes in at a glance.',
  full: 'As much as the platform takes.',
});

const WEEKDAYS = 'Days as ISO 8601 counts them: 1 is Monday, 7 is Sunday.';

@ObjectType('QuietWindow', { description: 'A stretch of certain days in which nothing goes out, by the clock of the workspace.' })
@InputType('QuietWindowInput', { description: 'A stretch of certain days in which nothing goes out.' })
export class QuietWindowType implements QuietWindow {
  @Field(() => [Int], { description: WEEKDAYS })
  weekdays!: Weekday[];

  @Field(() => String, { description: 'When it begins, as `22:00`.' })
  from!: string;

  @Field(() => String, { description: 'When it ends, as `07:00`: on the next day where that is not after `from`.' })
  to!: string;
}

@ObjectType('PostingSlot', { description: 'A time at which posts like to go out, by the clock of the workspace.' })
@InputType('PostingSlotInput', { description: 'A time at which posts like to go out.' })
export class PostingSlotType implements PostingSlot {
  @Field(() => [Int], { description: WEEKDAYS })
  weekdays!: Weekday[];

  @Field(() => String, { description: 'As `09:30`.' })
  at!: string;
}

@ObjectType('Voice', { description: 'The preferred style of posts: guidance for writers, not enforced.' })
@InputType('VoiceInput', { description: 'How posts should sound.' })
export class VoiceType implements Voice {
  @Field(() => String, { description: 'In plain words, for instance "warm, a little dry"; empty for none. At most 300 characters.' })
  tone!: string;

  @Field(() => EmojiUseEnum, { description: 'How freely emoji are used.' })
  emoji!: Voice['emoji'];

  @Field(() => TextLengthEnum, { description: 'How long posts like to be.' })
  length!: Voice['length'];

  @Field(() => Int, { nullable: true, description: 'Most tags in a post, 0 to 30; null leaves it to the platform.' })
  maxTags!: number | null;

  @Field(() => [String], { description: 'Words that generated posts avoid.' })
  bannedWords!: string[];

  @Field(() => WordingEnum, { nullable: true, description: 'How closely they keep to the text. Left out in a change, it stays as it is.' })
  wording?: Wording;
}

/** What every change of a workspace's settings names. */
@InputType()
export abstract class SeenSettingsInput {
  @Field(() => ID, { description: 'The workspace.' })
  workspaceId!: string;

  @Field(() => Int, { description: '`settingsRevision` that was seen; refused as `settings_changed` when there is a newer one.' })
  revision!: number;
}

@InputType('ChangeWorkspaceInput', { description: 'Settings of a workspace; what is left out stays as it is.' })
export class ChangeWorkspaceInput extends SeenSettingsInput {
  @Field(() => String, { nullable: true, description: 'Its name, 1 to 200 characters.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'IANA name of a time zone.' })
  timeZone!: string | null;

  @Field(() => [QuietWindowType], { nullable: true, description: 'All quiet hours; an empty list for none.' })
  quietHours!: QuietWindow[] | null;

  @Field(() => [PostingSlotType], { nullable: true, description: 'All posting slots; an empty list for none.' })
  postingSlots!: PostingSlot[] | null;

  @Field(() => VoiceType, { nullable: true, description: 'How posts should sound.' })
  voice!: Voice | null;

  @Field(() => [String], { nullable: true, description: 'All words and phrases that stop a post.' })
  blockedTerms!: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'All hosts that a post may not link to, as `example.org`; what is below them counts too.',
  })
  deniedHosts!: string[] | null;
}

@InputType('ChangeApprovalPolicyInput', { description: 'What has to happen before anything goes out; what is left out stays as it is.' })
export class ChangeApprovalPolicyInput extends SeenSettingsInput {
  @Field(() => Int, { nullable: true, description: 'How many different people have to approve, 1 to 10.' })
  approvalsRequired!: number | null;

  @Field(() => DecidersEnum, { nullable: true, description: 'Whose decisions count.' })
  deciders!: Deciders | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the author of the latest revision may not approve it.' })
  refusesSelfApproval!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a client’s approval by a link counts as an approver’s.' })
  countsClients!: boolean | null;

  @Field(() => [StageType], { nullable: true, description: 'All stages, in their order; an empty list for none. At most 6.' })
  stages!: Stage[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Approvers (`usr_…`) in the order in which they are asked; an empty list asks all at once. At most 20.',
  })
  askInTurn!: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Hours without a decision after which the next approver is asked, 1 to 168.' })
  turnHours!: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether every approval requires a passkey signature, for all platforms.' })
  requiresSignature!: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Platforms for which they have to, where it is not all of them; an empty list for none.',
  })
  signedPlatforms!: string[] | null;

  @Field(() => Int, { nullable: true, description: 'For how many hours one can decide and an approval counts, 1 to 8,760.' })
  approvalHours!: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a grant’s scope `publish:auto` counts here at all.' })
  allowsAuto!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether another time asks again even where a person sets it.' })
  movesAskAgain!: boolean | null;
}

export function toWorkspaceChange({ workspaceId, revision, ...settings }: ChangeWorkspaceInput): WorkspaceChange {
  return { workspaceId, revision, settings: withoutNulls(settings) };
}

export function toPolicyChange({ workspaceId, revision, ...policy }: ChangeApprovalPolicyInput): PolicyChange {
  return { workspaceId, revision, policy: withoutNulls(policy) };
}

/** GraphQL passes null for fields left out; the commands expect only the fields given. */
function withoutNulls<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as { [K in keyof T]?: NonNullable<T[K]> };
}
