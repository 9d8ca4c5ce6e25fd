import type { LocalizedMessage } from '../../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import { findRefusal } from '../../outbound/outbound-fault.ts';
import { ConnectError, type Outcome } from '../platform.ts';

/** Every outcome that is not a post. */
export type FaultOutcome = Exclude<Outcome, { kind: 'published' | 'pending' }>;

/** Thrown by an `Api` where a call did not end as it should, with the outcome that follows. */
export class ApiFault extends Error {
  readonly outcome: FaultOutcome;
  /** The platform's own error code, if it gave one. */
  readonly code: string;
  /** The platform itself answered that what was asked for does not exist. */
  readonly isMissing: boolean;

  constructor(outcome: FaultOutcome, code = '', cause?: unknown, isMissing = false) {
    super(outcome.message, { cause });
    this.outcome = outcome;
    this.code = code;
    this.isMissing = isMissing;
  }
}

/** For a look at the place that a missing post was in: that the place is missing too does not mean that the post was removed. */
export function ofThePlace(error: unknown): never {
  throw error instanceof ApiFault ? new ApiFault(error.outcome, error.code, error) : error;
}

/** A fault in our own words; `retryAfterSeconds` only where it may be tried again. */
export function faultWith(kind: FaultOutcome['kind'], words: LocalizedMessage, retryAfterSeconds: number | null = null): ApiFault {
  const message = toStoredMessage(words);
  return new ApiFault(kind === 'rate_limited' || kind === 'unavailable' ? { kind, ...message, retryAfterSeconds } : { kind, ...message });
}

/** Thrown by a removal once the post is gone, where something of it may be left. */
export class RemnantFault extends ApiFault {}

/** The client that the operator has registered, or its secret: RFC 6749, 5.2; Google's and Slack's own; Graph's 101 (Meta, error codes: application). */
const SERVICE_REFUSED = new Set([
  ...['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client', 'invalid_client_id', 'bad_client_secret', '101'],
]);

/** What went wrong while connecting an account, for the person. A refused address has its own code. */
export function asConnectError(error: unknown): unknown {
  const refused = findRefusal(error);
  if (refused) return new ConnectError(refused.words, 'address_refused');
  if (!(error instanceof ApiFault)) return error;
  const isServiceRefused = error.outcome.kind === 'service_refused' || SERVICE_REFUSED.has(error.code);
  return new ConnectError(fromStoredMessage(error.outcome), 'bad_user_input', isServiceRefused);
}
