import { namesOf, type Sentence, say } from '../../languages/sentence.ts';
import { fromStoredMessage, type StoredSentence, toStoredSentence } from '../../languages/stored-message.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Facet, LengthUnit } from './rules.ts';

/** One option of a post that only its network has, for instance who can watch a video. Signed with the post. */
export interface NetworkSetting {
  /** Its key in `settings` of a caption; lower case with underscores. */
  name: string;
  label: Sentence;
  kind: 'choice' | 'boolean' | 'text';
  /**
   * The values of a choice. Absent where they depend on the account, as the boards of one: any text is accepted, and
   * the connector rejects a value that the account does not have.
   */
  options?: readonly SettingOption[];
  /** The only values that the network takes from this account, as it says itself; absent where it names none. */
  offered?: readonly SettingValue[];
  /** Used where a caption names no value. */
  default?: SettingValue;
  /** A post without it is not valid; never with `default`. */
  required?: true;
  /** What it means for readers, or what the network demands. */
  remark?: Sentence;
  /** The most UTF-16 units of a text; 500 if absent. */
  max?: number;
}

/** The setting of networks whose link card is sent with the post, and may be left out. */
export const NO_LINK_CARD = 'no_link_card';

export const withoutLinkCard: NetworkSetting = {
  name: NO_LINK_CARD,
  label: say`Leave out the link card`,
  kind: 'boolean',
  remark: say`The link is then published only where the text has it.`,
};

export interface SettingOption {
  value: string;
  label: Sentence;
}

export type SettingValue = string | boolean;

/** The values of a setting that the network takes from one account. */
export interface OfferedValues {
  /** The setting's name. */
  setting: string;
  values: readonly SettingValue[];
}

/** Values by the names of a network's settings. */
export type Settings = Readonly<Record<string, SettingValue>>;

/** Values that a network does not accept together, for instance private branded content. */
export interface SettingConflict {
  settings: Settings;
  message: Sentence;
  remedy: Sentence;
}

/** A setting of a post for display. */
export interface PreviewSetting {
  name: string;
  /** In English, as `value` is unless it is a text of its author. */
  label: string;
  value: string;
  /** What is clickable in it; of a first comment only. */
  facets?: Facet[];
  /** Its length as the network counts it, next to the limit that it is closest to; of a first comment only. */
  count?: { length: number; limit: number; unit: LengthUnit };
  /** For other languages; without `value` where it is a text of its author. */
  sentences: { label: StoredSentence; value?: StoredSentence };
}

/** The given values and the defaults of the others, in the declared order; undefined if there are none. */
export function completeSettings(declared: readonly NetworkSetting[], given: Settings = {}): Settings | undefined {
  const entries = declared.flatMap(({ name, default: initial }) => {
    const value = given[name] ?? initial;
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The settings that are signed, as a person reads them. */
export function previewSettings(declared: readonly NetworkSetting[], settings: Settings = {}): PreviewSetting[] {
  return declared.flatMap(({ name, label, options = [] }): PreviewSetting[] => {
    const value = settings[name];
    if (value === undefined) return [];
    const words = valueLabel({ options }, value);
    const sentences = { label: toStoredSentence(label), ...(words && { value: toStoredSentence(words) }) };
    return [{ name, label: String(label), value: String(words ?? value), sentences }];
  });
}

/** The words for a value of a choice or a switch; null for a text of its author. */
export function valueLabel({ options = [] }: Pick<NetworkSetting, 'options'>, value: SettingValue): Sentence | null {
  if (typeof value === 'boolean') return yesOrNo(value);
  return options.find((option) => option.value === value)?.label ?? null;
}

/** Why the network does not take a value from this account, and the remedy; null if it does, or does not say. */
export function notOfferedWords(
  network: string,
  { label, options, offered }: Pick<NetworkSetting, 'label' | 'options' | 'offered'>,
  value: SettingValue,
): { message: Sentence; remedy: Sentence } | null {
  if (!offered || value === '' || offered.includes(value)) return null;
  const shown = (one: SettingValue) => valueLabel({ ...(options && { options }) }, one) ?? String(one);
  return {
    message: say`${label}: ${network} does not offer “${shown(value)}” to this account, only ${namesOf(offered.map(shown))}.`,
    remedy: say`Choose one of these, or change the account’s privacy settings on ${network} and connect the account again.`,
  };
}

const yesOrNo = (value: boolean): Sentence => (value ? say`Yes` : say`No`);

/** In the reader's language. */
export function shownSetting({ name, label, value, count, sentences }: PreviewSetting, translate: Translate) {
  return {
    name,
    count: count ?? null,
    label: translate(fromStoredMessage({ message: label, sentence: sentences.label })),
    value: translate(fromStoredMessage({ message: value, sentence: sentences.value })),
  };
}
