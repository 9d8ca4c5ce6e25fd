import { hash } from 'node:crypto';
import { ALLOWED_WEIGHTS, PLAIN_SAFETY, type SafetyCheck, type SafetyPolicy } from '../access/safety-policy.ts';
import type { LocalizedMessage } from '../languages/sentence.ts';
import type { StoredMessage } from '../languages/stored-message.ts';
import type { Span } from '../platforms/platform.ts';

/** A text to be published. */
export interface SafetyPost {
  platform: string | null;
  /**
   * Fields by the names of `outgoingTexts()`: `text`, `title`, `tags`, `thread/0`, `images/0`, `link` or
   * `link_card/title`.
   */
  field: string;
  text: string;
  /** The network's links in it, with their targets. */
  links?: readonly (Span & { target: string })[];
  /** The names that the network interprets as accounts. */
  mentions?: readonly Span[];
}

/** A finding of a check in one text. */
export interface TextFinding extends StoredMessage {
  check: SafetyCheck;
  /** `block` prevents publishing; `warn` is for the reviewer. */
  severity: 'warn' | 'block';
  /** A message for a person, in English; never contains a secret. Serialised with its parameters, as in rows. */
  message: string;
  /** The span that caused it, in UTF-16 units; null for the whole text. */
  span: Span | null;
}

/** A finding with its position. */
export interface SafetyFinding extends TextFinding {
  platform: string | null;
  field: string;
  /** The dismissal, valid only for exactly the reviewed content. */
  override?: { by: LocalizedMessage; reason: string; createdAt: Date };
}

/** Equal for the same finding in the same content, whatever its severity. */
export function findingId({ check, platform, field, span, message }: SafetyFinding): string {
  return hash('sha256', JSON.stringify([check, platform, field, span?.start ?? null, span?.end ?? null, message])).slice(0, 32);
}

/** Whether it blocks the post. */
export function isBlocking({ severity, override }: SafetyFinding): boolean {
  return severity === 'block' && override === undefined;
}

/** A workspace's policy with its blocked terms and hosts. */
export interface SafetySettings extends SafetyPolicy {
  blockedTerms: readonly string[];
  deniedHosts: readonly string[];
  /** IANA name; determines the notation of phone numbers. */
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
