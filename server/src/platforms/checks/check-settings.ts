import { listed, say, type Words } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { NetworkSetting, Settings, SettingValue } from '../platform/settings.ts';
import type { Violation } from '../platform.ts';
import { violation } from './violation.ts';

const MOST_UNITS = 500;

/** Settings that a post lacks, and values that the network does not accept or does not accept together. */
export function checkSettings({ label, settings: declared = [], conflicts = [] }: NetworkRules, given: Settings = {}): Violation[] {
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
    ...clashing.map(({ settings, message, remedy }) =>
      violation({ code: 'settings_conflict', field: `settings/${Object.keys(settings)[0]}`, message, remedy }),
    ),
  ];
}

/** Why a setting cannot have this value, to follow its name; null if it can. */
export function settingFault({ kind, options, max = MOST_UNITS }: NetworkSetting, value: SettingValue) {
  if (kind === 'boolean') return typeof value === 'boolean' ? null : say`must be true or false.`;
  if (typeof value !== 'string') return say`must be a text.`;
  if (options && value !== '' && !options.some((option) => option.value === value))
    return say`must be one of ${listed(options.map((option) => option.value))}.`;
  return value.length > max ? say`must not be longer than ${max} characters.` : null;
}

/** Why a network's declared settings do not include these values, by name; empty if they do. */
export function settingFaults(declared: readonly NetworkSetting[], given: Settings): { name: string; message: Words }[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const setting = declared.find((candidate) => candidate.name === name);
    const names = declared.map((candidate) => candidate.name);
    const message = setting ? settingFault(setting, value) : unknownName(names);
    return message ? [{ name, message }] : [];
  });
}

function unknownName(names: readonly string[]) {
  return names.length > 0 ? say`is no setting there; the settings are ${listed(names)}.` : say`is no setting there: the platform has none.`;
}
