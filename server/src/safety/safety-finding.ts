import type { Span } from '../platforms/platform.ts';

/** One text that would go out. */
export interface SafetyPost {
  platform: string | null;
  /** `text`, `thread/0` or `link`. */
  field: string;
  text: string;
}

export type SafetyCheck =
  | 'leaked_credential'
  | 'private_link'
  | 'link_with_password'
  | 'mention_stuffing'
  | 'tag_stuffing'
  | 'repeated_text';

/** What a check found in one text. */
export interface TextFinding {
  check: SafetyCheck;
  /** `block` stops publishing; `warn` is for the person who looks at it. */
  severity: 'warn' | 'block';
  /** A sentence for a person; it never repeats a secret. */
  message: string;
  /** The stretch that caused it, in UTF-16 units; null where the whole text is meant. */
  span: Span | null;
}

/** What a check found, and where. */
export interface SafetyFinding extends TextFinding {
  platform: string | null;
  field: string;
}
