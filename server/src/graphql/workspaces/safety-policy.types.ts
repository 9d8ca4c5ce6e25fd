import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { ALLOWED_WEIGHTS, SAFETY_CHECKS, type SafetyCheck, type SafetyPolicy, type SafetyWeight } from '../../access/safety-policy.ts';
import type { ChangeSafetyPolicyInput as PolicyChange } from '../../workspaces/change-safety-policy.ts';
import { createEnum } from '../engine/create-enum.ts';
import { SeenSettingsInput } from './workspace-settings.types.ts';

const SafetyCheckEnum = createEnum<SafetyCheck>('SafetyCheck', 'A safety check of posts.', {
  leaked_credential: 'Keys, tokens and passwords.',
  private_link: 'Links to private networks.',
  link_with_password: 'Links that contain a user name or password.',
  lookalike_link: 'Links that imitate a known site, by confusable letters or misspelled names.',
  unclear_link: 'Links whose target is hidden or temporary: shorteners, bare IP addresses, staging sites.',
  denied_host: 'Links to hosts that the workspace has denied.',
  blocked_term: 'Words and phrases that the workspace has blocked.',
  hidden_characters: 'Invisible characters, characters that reverse the text direction, and confusables.',
  leftover: 'Leftovers of writing: unfilled templates, notes, remarks of a language model about itself, marks such as EMBARGOED.',
  personal_data: 'Email and home addresses, phone numbers, dates of birth, card numbers, bank accounts and government ID numbers.',
  profanity: 'Profanity, in about thirty languages.',
  unproven_claim: 'Claims about health, money or success that require proof.',
  asks_for_secrets: 'Requests for readers’ card numbers, passwords or codes, as in phishing.',
  mention_stuffing: 'An excessive number of mentions.',
  foreign_name: 'Mentions in another network’s format, which would mention another account or none.',
  tag_stuffing: 'An excessive number of tags.',
  repeated_text: 'The same text on the same account within `repeatDays`.',
  undisclosed_ai: 'Text written by a language model without the `aiDisclosure`.',
  differs_from_source: 'Text written by the language model whose meaning may differ from its source.',
  moderation_hate: 'Hate, as detected by the operator’s moderation service, like all checks that begin with `moderation`.',
  moderation_harassment: 'Harassment.',
  moderation_threat: 'Threats, and instructions for violent crimes.',
  moderation_violence: 'Violence, including graphic depictions.',
  moderation_self_harm: 'Self-harm: promotion, intent or instructions.',
  moderation_sexual: 'Sexual content.',
  moderation_minors: 'Sexual content about minors.',
  moderation_illicit: 'Instructions for non-violent crimes.',
  moderation_other: 'Any other category of the moderation service.',
  not_moderated: 'Content that the moderation service could not check.',
});

const SafetyWeightEnum = createEnum<SafetyWeight>('SafetyWeight', 'The severity of a safety check.', {
  off: 'Off.',
  warn: 'A warning; it does not prevent publishing.',
  block: 'Blocks publishing.',
});

@ObjectType('SafetyCheckWeight', { description: 'The severity of one check in a workspace.' })
export class SafetyCheckWeightType {
  @Field(() => SafetyCheckEnum, { description: 'The check.' })
  check!: SafetyCheck;

  @Field(() => SafetyWeightEnum, { nullable: true, description: 'The severity set by an owner; null if each finding has its own.' })
  weight!: SafetyWeight | null;

  @Field(() => [SafetyWeightEnum], { description: 'The severities that an owner may set.' })
  allowed!: SafetyWeight[];
}

@ObjectType('SafetyPolicy', { description: 'A workspace’s policy for the safety checks.' })
export class SafetyPolicyType {
  @Field(() => [SafetyCheckWeightType], { description: 'All checks, with their severity.' })
  weights!: SafetyCheckWeightType[];

  @Field(() => Int, { description: 'For how many days the same text on the same account counts as repeated.' })
  repeatDays!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The text that a post must contain if no person wrote its caption; null if none is required.',
  })
  aiDisclosure!: string | null;
}

@InputType('SafetyCheckWeightInput', { description: 'The severity of one check.' })
export class SafetyCheckWeightInput {
  @Field(() => SafetyCheckEnum, { description: 'The check.' })
  check!: SafetyCheck;

  @Field(() => SafetyWeightEnum, { description: 'One of the check’s `allowed` severities.' })
  weight!: SafetyWeight;
}

@InputType('ChangeSafetyPolicyInput', { description: 'Changes of the safety policy. Omitted fields stay unchanged.' })
export class ChangeSafetyPolicyInput extends SeenSettingsInput {
  @Field(() => [SafetyCheckWeightInput], {
    nullable: true,
    description: 'All severities set by the owner. Checks not listed use the severity of each finding.',
  })
  weights!: SafetyCheckWeightInput[] | null;

  @Field(() => Int, { nullable: true, description: 'For how many days the same text on the same account counts as repeated, 1 to 365.' })
  repeatDays!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The text that a post must contain if no person wrote its caption, at most 100 characters; empty for none.',
  })
  aiDisclosure!: string | null;

  @Field(() => [String], { nullable: true, description: 'All blocked words and phrases, as in `changeWorkspace`.' })
  blockedTerms?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'All denied hosts, as in `changeWorkspace`.' })
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
