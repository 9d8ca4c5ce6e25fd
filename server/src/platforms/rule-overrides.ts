import { existsSync, readFileSync } from 'node:fs';
import type { NetworkRules } from './network-rules.ts';
import { type ChargeOverride, overrideCharges, readChargeOverride } from './platform/charges.ts';
import { type PlatformRule, RULE_FIELDS } from './platform.ts';

/** A limit set by the operator, which overrides the built-in one. */
export interface RuleOverride {
  platform: string;
  field: PlatformRule['field'];
  /** Distinguishes several limits on one field; optional if there is one. */
  unit?: PlatformRule['unit'];
  max: number;
  /** The reason or source; shown with the rule. */
  source?: string;
}

export type Override = RuleOverride | ChargeOverride;

const KEYS = ['platform', 'field', 'unit', 'max', 'source'];

/** Reads the file of PLATFORM_RULES; throws a message that says what is wrong with it. */
export function loadRuleOverrides(file: string | null): Override[] {
  if (file === null) return [];
  if (!existsSync(file)) throw new Error(`PLATFORM_RULES names ${file}, but there is no such file.`);
  const entries = parseList(readFileSync(file, 'utf8'), file);
  return entries.map((entry, index) => {
    const at = `${file}, entry ${index + 1}`;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw new Error(`${at} must be an object.`);
    if ('charge' in entry) return readChargeOverride(entry as Record<string, unknown>, at);
    const { platform, field, unit, max, source, ...rest } = entry as Record<string, unknown>;
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) throw new Error(`${at} has an unknown "${unknown}"; it takes ${KEYS.join(', ')}.`);
    const known = RULE_FIELDS.find((name) => name === field);
    if (typeof platform !== 'string' || !known) throw new Error(`${at} needs a "platform" and a "field" (${RULE_FIELDS.join(', ')}).`);
    if (typeof max !== 'number' || !Number.isInteger(max) || max < 0) throw new Error(`${at}: "max" must be a whole number from 0.`);
    return {
      platform,
      field: known,
      max,
      ...(typeof unit === 'string' && { unit: unit as NonNullable<RuleOverride['unit']> }),
      ...(typeof source === 'string' && { source }),
    };
  });
}

function parseList(json: string, file: string): unknown[] {
  let entries: unknown;
  try {
    entries = JSON.parse(json);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(entries)) throw new Error(`${file} must hold a list of {platform, field, max}.`);
  return entries;
}

/** The networks with the operator's limits. Throws if a limit does not exist. */
export function overrideRules(networks: readonly NetworkRules[], all: readonly Override[]): NetworkRules[] {
  const charges = all.filter((one): one is ChargeOverride => 'charge' in one);
  const overrides = all.filter((one): one is RuleOverride => 'field' in one);
  for (const { platform } of charges)
    if (!networks.some(({ id }) => id === platform)) throw new Error(`A charge is set for ${platform}, but there is no such platform.`);
  for (const override of overrides) {
    const network = networks.find(({ id }) => id === override.platform);
    if (!network) throw new Error(`A rule is set for ${override.platform}, but there is no such platform.`);
    const matching = network.limits.filter((rule) => isMeant(rule, override));
    if (matching.length === 0) {
      throw new Error(`A rule is set for ${override.field} of ${override.platform}, but it has no such limit.`);
    }
    if (matching.length > 1) {
      throw new Error(`${override.platform} has several limits on ${override.field}; name the unit of the one that is meant.`);
    }
  }
  return networks.map((network) => {
    const own = overrides.filter(({ platform }) => platform === network.id);
    const charged = charges.filter(({ platform }) => platform === network.id);
    if (own.length + charged.length === 0) return network;
    const limits = network.limits.map((rule) => overridden(rule, own));
    return { ...network, limits, charges: overrideCharges(network.charges, charged, new Date().toISOString().slice(0, 10)) };
  });
}

function isMeant(rule: PlatformRule, { field, unit }: RuleOverride): boolean {
  return rule.field === field && rule.when === undefined && (unit === undefined || rule.unit === unit);
}

function overridden(rule: PlatformRule, overrides: readonly RuleOverride[]): PlatformRule {
  const override = overrides.find((candidate) => isMeant(rule, candidate));
  if (!override) return rule;
  return {
    ...rule,
    max: override.max,
    source: override.source ?? `Set by the operator; before: ${rule.max}, ${rule.source}`,
    confidence: 'operator',
  };
}
