import { ERRORS, type ErrorCode } from './error-table.ts';
import type { LocalizedMessage } from './languages/sentence.ts';

export { ERRORS, type ErrorCode } from './error-table.ts';

/** One fault in the caller's input. `pointer` is an RFC 6901 JSON pointer into the request body. */
export interface FieldError<Message = LocalizedMessage> {
  pointer: string;
  message: Message;
}

/** An error for a person. */
export interface SaidRefusal {
  /** The meaning of the code, always the same for a code. */
  title: string;
  message: string;
  remedy: string;
  fields: FieldError<string>[];
}

interface RefusalOptions {
  message?: LocalizedMessage;
  /** What to do about it, where that is not what the table says for the code. */
  remedy?: LocalizedMessage | undefined;
  details?: Record<string, unknown>;
  fields?: FieldError[];
  about?: DomainError['about'];
}

/** A refusal that the caller is meant to see. Everything else that is thrown is a bug. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** What happened; `message` is its English. */
  readonly words: LocalizedMessage;
  /** What to do about it; `remedy` is its English. */
  readonly advice: LocalizedMessage;
  /** Extra facts for this occurrence; never a secret, they are shown to the caller. */
  readonly details: Record<string, unknown>;
  /** Every fault of the input; `fields` has their English. */
  readonly faults: readonly FieldError[];
  readonly fields: FieldError<string>[];
  /** The affected grant, if the caller is not authenticated; only for the log, never shown. */
  readonly about: { accountId: string; grantId: string } | undefined;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    const words = options.message ?? ERRORS[code].message;
    super(String(words));
    this.name = 'DomainError';
    this.code = code;
    this.words = words;
    this.advice = options.remedy ?? ERRORS[code].remedy;
    this.details = options.details ?? {};
    this.faults = options.fields ?? [];
    this.fields = inEnglish(this.faults);
    this.about = options.about;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get remedy(): string {
    return String(this.advice);
  }

  /** In the reader's language. */
  said(translate: (words: LocalizedMessage) => string): SaidRefusal {
    return {
      title: translate(ERRORS[this.code].message),
      message: translate(this.words),
      remedy: translate(this.advice),
      fields: this.faults.map(({ pointer, message }) => ({ pointer, message: translate(message) })),
    };
  }
}

/** `rate_limited`, with the time after which it is worth trying again. */
export function rateLimited(message: LocalizedMessage, waitMs: number): DomainError {
  return new DomainError('rate_limited', { message, details: { retry_after_seconds: waitMs / 1_000 } });
}

/** A member's name in a JSON Pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function inEnglish(faults: readonly FieldError[]): FieldError<string>[] {
  return faults.map(({ pointer, message }) => ({ pointer, message: String(message) }));
}

/**
 * The same for programs. For people a fault is shown next to its field and continues its name, "must be a number"; here
 * each becomes an English sentence that names the field: "captions[0].settings.board must be a number."
 */
export function inFull(said: SaidRefusal): SaidRefusal {
  return { ...said, fields: said.fields.map(({ pointer, message }) => ({ pointer, message: sentenceOf(pointer, message) })) };
}

function sentenceOf(pointer: string, fault: string): string {
  const parts = pointer.split('/').slice(1);
  const names = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`));
  const name = names.join('').replace(/^\./, '') || 'The request';
  const continued = fault.replace(/^(?:Must|Is|Has|Cannot)\b/, (verb) => verb.toLowerCase());
  const sentence = /^\p{Lu}/u.test(continued) ? `${name}: ${continued}` : `${name} ${continued}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
