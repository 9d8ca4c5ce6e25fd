import { describe, expect, it } from 'vitest';
import { testPlatforms } from '../testing/platforms.ts';
import { checkSettings, settingFaults } from './checks/check-settings.ts';
import { completeSettings, type NetworkSetting } from './platform/settings.ts';
import type { JsonObject, Settings } from './platform.ts';
import { HARBOUR_POST, requiredSettings, withRequired } from './testing/contract-posts.ts';
import { tiktokRules } from './tiktok/tiktok-rules.ts';

const platforms = testPlatforms();
const withSettings = platforms.filter(({ settings }) => settings.length > 0);
const declared = withSettings.flatMap((platform) =>
  platform.settings.map((setting) => ({ platform, setting, name: `${platform.id} ${setting.name}` })),
);

const platformOf = (settings: readonly NetworkSetting[]) => ({ label: 'Harbour', settings });

/** Two values that it accepts. */
function valuesOf({ kind, options }: NetworkSetting) {
  if (kind === 'boolean') return [true, false];
  return options ? options.slice(0, 2).map(({ value }) => value) : ['harbour', 'pier'];
}

describe('the settings of the networks', () => {
  it('are of at least two networks', () => {
    expect(withSettings.length).toBeGreaterThanOrEqual(2);
  });

  it.each(declared)('$name is well declared', ({ setting }) => {
    const { name, kind, options, default: initial, required } = setting;
    expect(name).toMatch(/^[a-z][a-z_]*$/);
    expect(required !== undefined && initial !== undefined).toBe(false);
    expect(options === undefined || kind === 'choice').toBe(true);
    if (initial !== undefined) expect(settingFaults(platformOf([setting]), { [name]: initial })).toEqual([]);
  });

  it.each(declared)('$name is signed, and seen before', ({ platform, setting }) => {
    const bodies = valuesOf(setting).map((value) => {
      const post = withRequired(platform, { ...HARBOUR_POST, settings: { [setting.name]: value } });
      const shown = platform.preview(post).settings?.find(({ name }) => name === setting.name);
      const label = setting.options?.find((option) => option.value === value)?.label;
      expect(shown?.value).toBe(typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(label ?? value));
      return JSON.stringify(platform.build(post) satisfies JsonObject);
    });
    expect(new Set(bodies).size).toBe(2);
  });

  it('are no part of a payload of a network that has none', () => {
    const without = platforms.filter(({ settings }) => settings.length === 0);
    for (const platform of without) {
      expect(completeSettings(platform.settings, { privacy: 'public' })).toBeUndefined();
      expect(JSON.stringify(platform.build(HARBOUR_POST))).not.toContain('settings');
    }
  });
});

describe('the settings of a post', () => {
  const { settings: tiktok = [] } = tiktokRules;
  const codesOf = (settings: Settings) => checkSettings(tiktokRules, settings).map(({ code, field }) => [code, field]);

  it('have the defaults where none are chosen, in the order of the network', () => {
    expect(Object.entries(completeSettings(tiktok, { allow_duet: true, privacy_level: 'SELF_ONLY' }) ?? {})).toEqual([
      ['privacy_level', 'SELF_ONLY'],
      ['allow_comments', false],
      ['allow_duet', true],
      ...['allow_stitch', 'own_brand', 'paid_partnership', 'ai_generated'].map((name) => [name, false]),
    ]);
  });

  it('are a violation where a required one is missing, a value unknown, or two cannot go together', () => {
    expect(codesOf({})).toEqual([['setting_missing', 'settings/privacy_level']]);
    expect(codesOf({ privacy_level: 'NEIGHBOURS' })).toEqual([['setting_not_accepted', 'settings/privacy_level']]);
    expect(codesOf({ privacy_level: 'SELF_ONLY', paid_partnership: true })).toEqual([['settings_conflict', 'settings/paid_partnership']]);
    expect(codesOf(requiredSettings(tiktok))).toEqual([]);
  });

  it('are refused by name where the network has no such setting or the value is of another kind', () => {
    const faults = settingFaults(platformOf(tiktok), { board: 'Boats', allow_duet: 'yes', privacy_level: 'SELF_ONLY' });
    expect(faults.map(({ name, message }) => `${name} ${message}`)).toEqual([
      expect.stringContaining('board is not a setting there; the settings are privacy_level and allow_comments'),
      'allow_duet must be true or false.',
    ]);
  });
});
