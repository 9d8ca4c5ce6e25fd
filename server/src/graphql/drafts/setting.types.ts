import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { NetworkSetting, Settings } from '../../platforms/platform.ts';
import { createEnum } from '../engine/create-enum.ts';

const SettingKindEnum = createEnum<NetworkSetting['kind']>('SettingKind', 'The type of an option’s value.', {
  choice: 'One of the listed values, or any text if they depend on the account.',
  boolean: '`true` or `false`.',
  text: 'Free text.',
});

@ObjectType('SettingOption', { description: 'A value of an option.' })
export class SettingOptionType {
  @Field(() => String, { description: 'The value in `settings`.' })
  value!: string;

  @Field(() => String, { description: 'The display name.' })
  label!: string;
}

@ObjectType('NetworkSetting', { description: 'A network’s own option for a post, for instance who can watch a video.' })
export class NetworkSettingType {
  @Field(() => String, { description: 'The key in `settings`.' })
  name!: string;

  @Field(() => String, { description: 'The display name.' })
  label!: string;

  @Field(() => SettingKindEnum, { description: 'The type of the value.' })
  kind!: NetworkSetting['kind'];

  @Field(() => [SettingOptionType], { description: 'The values to choose from; empty if any text is accepted.' })
  options!: SettingOptionType[];

  @Field(() => String, { nullable: true, description: 'The default value, `true` or `false` for a boolean; null if there is none.' })
  initial!: string | null;

  @Field(() => Boolean, { description: 'Whether a post must have a value for it.' })
  isRequired!: boolean;

  @Field(() => String, { nullable: true, description: 'What the option does, or what the network requires; null if self-explanatory.' })
  remark!: string | null;
}

@ObjectType('TextCount', { description: 'The length of a text as counted by the network.' })
export class TextCountType {
  @Field(() => Int, { description: 'The length, in `unit`.' })
  length!: number;

  @Field(() => Int, { description: 'The maximum length, in `unit`.' })
  limit!: number;

  @Field(() => String, { description: 'The unit, for instance `graphemes`.' })
  unit!: string;
}

@ObjectType('PreviewSetting', { description: 'A network’s own option with its value, as signed with a post.' })
export class PreviewSettingType {
  @Field(() => String, { description: 'The key in `settings`.' })
  name!: string;

  @Field(() => String, { description: 'The display name.' })
  label!: string;

  @Field(() => String, { description: 'The value in words.' })
  value!: string;

  @Field(() => TextCountType, { nullable: true, description: 'The length of a first comment; null for other options.' })
  count!: TextCountType | null;
}

const SETTINGS_GIVEN =
  'The network’s own options by key, each a string or boolean; see `Platform.settings`. Replaces all options; unchanged if omitted.';

/** A caption that a caller provides for one platform. */
@InputType()
export abstract class GivenWordsInput {
  @Field(() => String, { description: 'The complete text of the post.' })
  text!: string;

  @Field(() => [String], { description: 'The tags, without the number sign; may be empty.' })
  tags!: string[];

  @Field(() => GraphQLJSONObject, { nullable: true, description: SETTINGS_GIVEN })
  settings?: Settings | null;
}

/** The same, with its platform and the further posts of a thread. */
@InputType()
export abstract class GivenCaptionInput extends GivenWordsInput {
  @Field(() => String, { description: 'The id of one of the draft’s platforms.' })
  platform!: string;

  @Field(() => [String], { nullable: true, defaultValue: [], description: 'The further posts of a thread.' })
  thread!: string[] | null;
}

export function toNetworkSettingType(setting: NetworkSetting, translate: Translate): NetworkSettingType {
  const { name, label, kind, options = [], default: initial, required = false, remark } = setting;
  return {
    ...{ name, label: translate(label), kind, isRequired: required },
    options: options.map((option) => ({ value: option.value, label: translate(option.label) })),
    initial: initial === undefined ? null : String(initial),
    remark: remark ? translate(remark) : null,
  };
}

/** Converts a provided caption to the input of commands. */
export function toWords<Words extends { settings?: Settings | null }>({ settings, ...words }: Words) {
  return { ...words, ...(settings && { settings }) };
}
