import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import type { NetworkSetting, Settings } from '../../platforms/platform.ts';
import { createEnum } from '../engine/create-enum.ts';

const SettingKindEnum = createEnum<NetworkSetting['kind']>('SettingKind', 'What a value of a setting is.', {
  choice: 'One of its options; any text where they depend on the account.',
  boolean: 'True or false.',
  text: 'A text of the author.',
});

@ObjectType('SettingOption', { description: 'One value of a setting.' })
export class SettingOptionType {
  @Field(() => String, { description: 'The value in `settings`.' })
  value!: string;

  @Field(() => String, { description: 'What people call it.' })
  label!: string;
}

@ObjectType('NetworkSetting', { description: 'One option of a post that only its network has, for instance who can watch a video.' })
export class NetworkSettingType {
  @Field(() => String, { description: 'Its name in `settings`.' })
  name!: string;

  @Field(() => String, { description: 'What people call it.' })
  label!: string;

  @Field(() => SettingKindEnum, { description: 'What its value is.' })
  kind!: NetworkSetting['kind'];

  @Field(() => [SettingOptionType], { description: 'The values of a choice; empty where any text is accepted.' })
  options!: SettingOptionType[];

  @Field(() => String, { nullable: true, description: 'The value where none is chosen, `true` or `false` for a boolean; null for none.' })
  initial!: string | null;

  @Field(() => Boolean, { description: 'Whether a post without it is not valid.' })
  isRequired!: boolean;

  @Field(() => String, { nullable: true, description: 'What it means, or what the network demands.' })
  remark!: string | null;
}

@ObjectType('TextCount', { description: 'How long a text is by its network’s own counting.' })
export class TextCountType {
  @Field(() => Int, { description: 'Its length, in `unit`.' })
  length!: number;

  @Field(() => Int, { description: 'How long it may be, in `unit`.' })
  limit!: number;

  @Field(() => String, { description: 'What is counted, such as `graphemes`.' })
  unit!: string;
}

@ObjectType('PreviewSetting', { description: 'A setting of the network that is signed with a post.' })
export class PreviewSettingType {
  @Field(() => String, { description: 'Its name in `settings`.' })
  name!: string;

  @Field(() => String, { description: 'What people call it.' })
  label!: string;

  @Field(() => String, { description: 'Its value, as people read it.' })
  value!: string;

  @Field(() => TextCountType, { nullable: true, description: 'The length of a first comment; null for other settings.' })
  count!: TextCountType | null;
}

const SETTINGS_GIVEN =
  'The network’s own settings, by name: a text, or true or false; see `Platform.settings`. All of them: left out, they stay as they are.';

/** The words that a caller gives for one platform. */
@InputType()
export abstract class GivenWordsInput {
  @Field(() => String, { description: 'The whole post as it should go out.' })
  text!: string;

  @Field(() => [String], { description: 'Without the number sign; may be empty.' })
  tags!: string[];

  @Field(() => GraphQLJSONObject, { nullable: true, description: SETTINGS_GIVEN })
  settings?: Settings | null;
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

/** Words of a person as commands take them. */
export function toWords<Words extends { settings?: Settings | null }>({ settings, ...words }: Words) {
  return { ...words, ...(settings && { settings }) };
}
