import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { ALLOWED_WEIGHTS, SAFETY_CHECKS, type SafetyCheck, type SafetyPolicy, type SafetyWeight } from '../../access/safety-policy.ts';
import type { ChangeSafetyPolicyInput as PolicyChange } from '../../workspaces/change-safety-policy.ts';
import { createEnum } from '../engine/create-enum.ts';
import { SeenSettingsInput } from './workspace-settings.types.ts';

const SafetyCheckEnum = createEnum<SafetyCheck>('SafetyCheck', 'What is looked for in every post.', {
  leaked_credential: 'Keys, tokens and passwords.',
  private_link: 'Links into private networks.',
  link_with_password: 'Links with a user name or password in them.',
  lookalike_link: 'Links that pretend to lead to a known site: look-alike letters, misspelt names.',
  unclear_link: 'Links whose target is hidden or temporary: shorteners, bare IP addresses, staging sites.',
  denied_host: 'Hosts that the workspace does not link to.',
  blocked_term: 'Words and phrases that the workspace does not say.',
  hidden_characters: 'Invisible characters, characters that reverse the text direction, and confusables.',
  leftover: 'What is left over from writing: open templates, notes, words of a machine about itself, marks such as EMBARGOED.',
  personal_data: 'Email and home addresses, phone numbers, dates of birth, card numbers, bank accounts, numbers of a state.',
  profanity: 'Words that many readers take offence at, in some thirty languages.',
  unproven_claim: 'Promises of health, money or success that have to be proved.',
  asks_for_secrets: 'Requests to readers for card numbers, passwords or codes, as in phishing.',
  mention_stuffing: 'More mentions than a reader takes for a post.',
  foreign_name: 'Names in the form of another network, which call another account here, or none.',
  tag_stuffing: 'More tags than a reader takes for a post.',
  repeated_text: 'The same text to the same account within `repeatDays`.',
  undisclosed_ai: 'Words of a machine that do not say `aiDisclosure`.',
  differs_from_source: 'Words of the language model that may say something else than their source.',
  moderation_hate: 'Hate, as the moderation service of the operator finds it; so are all that begin with `moderation`.',
  moderation_harassment: 'Harassment of people.',
  moderation_threat: 'Threats, and instructions for violent crimes.',
  moderation_violence: 'Violence, also drastically shown.',
  moderation_self_harm: 'Self-harm: praise, intent, instructions.',
  moderation_sexual: 'Sexual content.',
  moderation_minors: 'Sexual content about minors.',
  moderation_illicit: 'Instructions for crimes without violence.',
  moderation_other: 'Any other category of the service.',
  not_moderated: 'What the moderation service could not check.',
});

const SafetyWeightEnum = createEnum<SafetyWeight>('SafetyWeight', 'How much weight a check has.', {
  off: 'Nothing is said.',
  warn: 'Shown as a warning; does not block.',
  block: 'The post is stopped.',
});

@ObjectType('SafetyCheckWeight', { description: 'The weight of one check in a workspace.' })
export class SafetyCheckWeightType {
  @Field(() => SafetyCheckEnum, { description: 'The check.' })
  check!: SafetyCheck;

  @Field(() => SafetyWeightEnum, { nullable: true, description: 'As the owner set it; null: as each finding has it.' })
  weight!: SafetyWeight | null;

  @Field(() => [SafetyWeightEnum], { description: 'What it may be set to.' })
  allowed!: SafetyWeight[];
}

@ObjectType('SafetyPolicy', { description: 'What a workspace has decided about the safety checks.' })
export class SafetyPolicyType {
  @Field(() => [SafetyCheckWeightType], { description: 'Every check.' })
  weights!: SafetyCheckWeightType[];

  @Field(() => Int, { description: 'For how many days the same text to the same account is found.' })
  repeatDays!: number;

  @Field(() => String, { nullable: true, description: 'What a post has to say where no person wrote its words; null: nothing.' })
  aiDisclosure!: string | null;
}

@InputType('SafetyCheckWeightInput', { description: 'The weight of one check.' })
export class SafetyCheckWeightInput {
  @Field(() => SafetyCheckEnum, { description: 'The check.' })
  check!: SafetyCheck;

  @Field(() => SafetyWeightEnum, { description: 'One of those that are `allowed`.' })
  weight!: SafetyWeight;
}

@InputType('ChangeSafetyPolicyInput', { description: 'What the safety checks weigh; what is left out stays as it is.' })
export class ChangeSafetyPolicyInput extends SeenSettingsInput {
  @Field(() => [SafetyCheckWeightInput], { nullable: true, description: 'All weights that are set; the other checks go by each finding.' })
  weights!: SafetyCheckWeightInput[] | null;

  @Field(() => Int, { nullable: true, description: '1 to 365.' })
  repeatDays!: number | null;

  @Field(() => String, { nullable: true, description: 'At most 100 characters; empty for none.' })
  aiDisclosure!: string | null;

  @Field(() => [String], { nullable: true, description: 'Words and phrases that posts must not contain; as in `changeWorkspace`.' })
  blockedTerms?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Hosts that are never linked to; as in `changeWorkspace`.' })
  deniedHosts?: string[] | null;
}

export function toSafetyPolicyType({ weights, repeatDays, aiDisclosure }: SafetyPolicy): SafetyPolicyType {
  const all = SAFETY_CHECKS.map((check) => ({ check, weight: weights[check] ?? null, allowed: [...ALLOWED_WEIGHTS[check]] }));
  return { weights: all, repeatDays, aiDisclosure };
}

export function toSafetyPolicyChange(input: ChangeSafetyPolicyInput): PolicyChange {
  const { workspaceId, revision, weights, repeatDays, aiDisclosure, blockedTerms, deniedHosts } = input;
  return {
    workspaceId,
    revision,
    policy: {
      ...(weights && { weights: Object.fromEntries(weights.map(({ check, weight }) => [check, weight])) }),
      ...(repeatDays != null && { repeatDays }),
      ...(aiDisclosure != null && { aiDisclosure }),
    },
    lists: { ...(blockedTerms && { blockedTerms }), ...(deniedHosts && { deniedHosts }) },
  };
}
