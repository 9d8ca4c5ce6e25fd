import { type LocalizedMessage, listed, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import { FIRST_COMMENT, readFirstComment, settingsOf } from '../platform/first-comment.ts';
import { type NetworkSetting, notOfferedWords, type Settings, type SettingValue } from '../platform/settings.ts';
import type { Platform, Post, Violation } from '../platform.ts';
import { textLimits } from '../text/text-limits.ts';
import { checkCharacters } from './check-texts.ts';
import { lengthViolation, type TellLength, violation } from './violation.ts';

const MOST_UNITS = 500;

/** Settings that a post lacks, and values that the network does not accept or does not accept together. */
export function checkSettings(network: NetworkRules, given: Settings = {}): Violation[] {
  const { label, conflicts = [] } = network;
  const declared = settingsOf(network);
  const missing = declared.filter(({ name, required }) => required && (given[name] === undefined || given[name] === ''));
  const faulty = declared.flatMap((setting) => {
    const value = given[setting.name];
    const message = value === undefined ? null : settingFault(setting, value);
    return message ? [{ setting, message }] : [];
  });
  const clashing = conflicts.filter(({ settings }) => Object.entries(settings).every(([name, value]) => given[name] === value));
  return [
    ...missing.map((setting) =>
      violation({
        code: 'setting_missing',
        field: `settings/${setting.name}`,
        message: say`${label} needs to know: ${setting.label}.`,
        remedy: say`Choose a value for it.`,
      }),
    ),
    ...faulty.map(({ setting, message }) =>
      violation({
        code: 'setting_not_accepted',
        field: `settings/${setting.name}`,
        message: say`${setting.label}: the value ${message}`,
        remedy: say`Choose another value for it.`,
      }),
    ),
    ...declared.flatMap((setting) => notOffered(label, setting, given[setting.name])),
    ...clashing.map(({ settings, message, remedy }) =>
      violation({ code: 'settings_conflict', field: `settings/${Object.keys(settings)[0]}`, message, remedy }),
    ),
  ];
}

/** A value that the network takes, but not from this account. */
function notOffered(label: string, setting: NetworkSetting, value: SettingValue | undefined): Violation[] {
  const words = value === undefined || settingFault(setting, value) ? null : notOfferedWords(label, setting, value);
  return words ? [violation({ code: 'setting_not_accepted', field: `settings/${setting.name}`, ...words })] : [];
}

/** What is wrong with a first comment: the same as could be with a text, by the limits of comments. */
export function checkFirstComment(network: NetworkRules, post: Pick<Post, 'settings' | 'mentions' | 'media'>): Violation[] {
  const text = post.settings?.[FIRST_COMMENT];
  const words = readFirstComment(network, post);
  if (typeof text !== 'string' || !words) return [];
  const { label, limits, noFirstComment, commentsWithoutMedia } = network;
  const field = `settings/${FIRST_COMMENT}`;
  if (noFirstComment) {
    const message = say`First comments are not possible on ${label}: ${noFirstComment}`;
    return [violation({ code: 'first_comment_not_taken', field, message, remedy: say`Leave the first comment out.` })];
  }
  const lengths = textLimits(limits, FIRST_COMMENT).map((limit) =>
    lengthViolation(label, limit, { code: 'first_comment_too_long', field, tell: commentTooLong, text, counted: words.sent }),
  );
  const violations = [...checkCharacters(network, field, text), ...lengths.filter((each) => each !== null)];
  if (!commentsWithoutMedia || !post.media?.length) return violations;
  const message = say`First comments are not possible under posts with pictures on ${label}: its API does not say which message they became.`;
  const remedy = say`Leave out the first comment, or the pictures.`;
  return [...violations, violation({ code: 'first_comment_not_taken', field, message, remedy })];
}

const commentTooLong: TellLength = (length, label, max) => say`The first comment is ${length} long; ${label} allows at most ${max}.`;

/** Why a setting cannot have this value, to follow its name; null if it can. */
export function settingFault({ name, kind, options, max = MOST_UNITS }: NetworkSetting, value: SettingValue) {
  if (kind === 'boolean') return typeof value === 'boolean' ? null : say`must be true or false.`;
  if (typeof value !== 'string') return say`must be a text.`;
  if (options && value !== '' && !options.some((option) => option.value === value))
    return say`must be one of ${listed(options.map((option) => option.value))}.`;
  // Its length is a violation, as that of a text is.
  if (name === FIRST_COMMENT) return null;
  return value.length > max ? say`must not be longer than ${max} characters.` : null;
}

/** Why a network's declared settings do not include these values, by name; empty if they do. */
export function settingFaults(
  { settings: declared, label, noFirstComment }: Pick<Platform, 'settings' | 'label' | 'noFirstComment'>,
  given: Settings,
): { name: string; message: LocalizedMessage }[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const setting = declared.find((candidate) => candidate.name === name);
    const names = declared.map((candidate) => candidate.name);
    const isRefused = name === FIRST_COMMENT && noFirstComment !== undefined;
    const unknown = isRefused ? say`is not taken by ${label}: ${noFirstComment}` : unknownName(names);
    const message = setting ? settingFault(setting, value) : unknown;
    return message ? [{ name, message }] : [];
  });
}

function unknownName(names: readonly string[]) {
  return names.length > 0
    ? say`is not a setting there; the settings are ${listed(names)}.`
    : say`is not a setting there: the platform has none.`;
}
