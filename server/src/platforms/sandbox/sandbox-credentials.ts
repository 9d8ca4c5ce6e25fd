import { say } from '../../languages/sentence.ts';
import { ConnectError, type Credentials } from '../platform.ts';

/** The configurable failures of the sandbox, so every path can be tested from outside. */
export const SANDBOX_FAILURES = [
  'none',
  'unreachable',
  'unauthorized',
  'rate_limited',
  'reject',
  'server_error',
  'reset',
  'timeout_after_acting',
  'double_answer',
  'mute_after_acting',
  'mute_instead_of_acting',
] as const;
export type SandboxFailure = (typeof SANDBOX_FAILURES)[number];

/** The feed of a connection, and its configured failure. */
export interface SandboxCredentials {
  /** Random and secret; also the connection's `externalId`. */
  feed: string;
  failure: SandboxFailure;
  /** How many tries of each post it goes wrong; forever when null. */
  times: number | null;
}

const FIELDS = ['handle', 'feed', 'failure', 'times'];

/** Parses what a person entered, or what `connect()` stored; the feed is empty if it is not given. */
export function readSandboxCredentials(credentials: Credentials): SandboxCredentials & { handle: string } {
  const unknown = Object.keys(credentials).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0)
    throw new ConnectError(say`The sandbox does not know "${unknown.join('", "')}"; it accepts ${FIELDS.join(', ')}.`);
  const { handle = 'sandbox', feed = '', failure: wanted = 'none', times = null } = credentials;
  if (typeof handle !== 'string' || !/^[\p{L}\p{N}._-]{1,64}$/u.test(handle)) {
    throw new ConnectError(say`"handle" must be 1 to 64 letters, digits, dots or dashes.`);
  }
  if (typeof feed !== 'string') throw new ConnectError(say`"feed" must be a text.`);
  const failure = SANDBOX_FAILURES.find((name) => name === wanted);
  if (!failure) throw new ConnectError(say`"failure" must be one of ${SANDBOX_FAILURES.join(', ')}.`);
  if (times !== null && (typeof times !== 'number' || !Number.isInteger(times) || times < 1)) {
    throw new ConnectError(say`"times" must be a whole number from 1.`);
  }
  return { handle, feed, failure, times };
}
