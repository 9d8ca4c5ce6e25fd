import { ALLOWED_WEIGHTS, PLAIN_SAFETY, type SafetyPolicy } from '../access/safety-policy.ts';
import type { TextFinding } from './safety-finding.ts';

/** A workspace's policy with its blocked terms and hosts. */
export interface SafetySettings extends SafetyPolicy {
  blockedTerms: readonly string[];
  deniedHosts: readonly string[];
  /** IANA name: how phone numbers are written there. */
  timeZone: string | null;
}

export const PLAIN_SETTINGS: SafetySettings = { ...PLAIN_SAFETY, blockedTerms: [], deniedHosts: [], timeZone: null };

/** Applies the workspace's severities to the findings. */
export function weighFindings<T extends TextFinding>(findings: readonly T[], { weights }: Pick<SafetyPolicy, 'weights'>): T[] {
  return findings.flatMap((finding): T[] => {
    const weight = weights[finding.check];
    if (weight === undefined || !ALLOWED_WEIGHTS[finding.check].includes(weight)) return [finding];
    return weight === 'off' ? [] : [{ ...finding, severity: weight }];
  });
}
