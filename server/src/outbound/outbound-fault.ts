import { DomainError } from '../errors.ts';
import type { Sentence } from '../languages/sentence.ts';

/**
 * How far a call came. `refused`: its address may not be called, and nothing was connected. `unsent`: there was no
 * connection, so nothing can have arrived. `lost`: it may have arrived; there is no readable response.
 */
export type FaultKind = 'refused' | 'unsent' | 'lost';

/**
 * Why a call failed, in our own words. For a refused address the message is the same with or without a listener
 * there, so a network cannot be scanned; the error of the other side or the system is the `cause`, for the log.
 */
export class OutboundFault extends Error {
  readonly kind: FaultKind;
  /** `message` is its English. */
  readonly words: Sentence;

  constructor(kind: FaultKind, words: Sentence, cause?: unknown) {
    super(String(words), { cause });
    this.kind = kind;
    this.words = words;
  }
}

/** The refusal of an address that is checked before it is stored. */
export function refusedAddress({ kind, words }: OutboundFault): DomainError {
  if (kind === 'refused') return new DomainError('address_refused', { message: words });
  return new DomainError('service_busy', { message: words, details: { retry_after_seconds: 30 } });
}

/** Our own fault behind an error, also where a library has wrapped it; null where there is none. */
export function findFault(error: unknown): OutboundFault | null {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof OutboundFault) return each;
  return null;
}

/** The refused address behind an error; null where that was not the reason. */
export function findRefusal(error: unknown): OutboundFault | null {
  const fault = findFault(error);
  return fault?.kind === 'refused' ? fault : null;
}
