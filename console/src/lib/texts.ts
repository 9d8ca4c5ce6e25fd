import { say } from './catalogue.ts';
import { number } from './language.ts';

/** The console's own messages, where the server has none for people. */
export const texts = say('lib', {
  unreachable: { message: 'The server did not answer.', remedy: 'Check the connection and try again.' },
  signedOut: { message: 'Your session has ended.', remedy: 'Sign in and try again.' },
  noAnswer: { message: 'The server’s answer cannot be read.', remedy: 'Reload the page and try again.' },
  busy: { remedy: 'Nothing was changed. Try again in a moment.' },
  fault: { remedy: 'Reload the page. If it stays, tell the operator.' },
  /** Browser exceptions, by the names of the WebAuthn specification, with remedies. */
  passkeys: {
    InvalidStateError: { message: 'This device has a passkey for you already.', remedy: 'Use that one, or add one on another device.' },
    SecurityError: {
      message: 'Passkeys do not work at this address.',
      remedy: 'Open the console at the address that your operator gave you.',
    },
    NotSupportedError: { message: 'This device cannot make such a passkey.', remedy: 'Try another device.' },
    other: { message: 'No passkey was used.', remedy: 'Try again when you are ready; your device may have waited too long.' },
  },
  fields: {
    empty: 'Fill this in.',
    address: 'Enter a whole address that begins with https://',
    long: (length: number, max: number): string => `That is ${number(length)} characters; at most ${number(max)} are taken.`,
    longItem: (item: string, max: number): string => `“${item}” is too long: a line has at most ${max} characters.`,
    many: (count: number, max: number): string => `There are ${count}; at most ${max} are taken.`,
    range: (min: number, max: number): string => `Enter a whole number from ${number(min)} to ${number(max)}.`,
    past: 'Enter a time that is still to come.',
  },
  /** Ages are as short as they go. */
  times: {
    soon: 'in a moment',
    now: 'just now',
    nowBrief: 'now',
    minutes: (count: number): string => `${count}m`,
    hours: (count: number): string => `${count}h`,
    days: (count: number): string => `${count}d`,
    today: (time: string): string => `today ${time}`,
  },
  status: (status: number): string => `The server answered with status ${status}.`,
} as const);
