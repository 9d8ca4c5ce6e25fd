import { randomBytes, randomInt } from 'node:crypto';

/** RFC 8628, section 6.1: distinct consonants that form no words. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

/** The code to type: eight letters, about 34 bits, protected by rate limits. */
export function newUserCode(): string {
  return Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length))).join('');
}

/** As people see it: `XXXX-XXXX`. */
export function showUserCode(userCode: string): string {
  return `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
}

/** The typed code, without case and punctuation; null if it cannot be one. */
export function readUserCode(text: string): string | null {
  const letters = text
    .slice(0, 64)
    .toUpperCase()
    .replaceAll(/[\p{P}\p{S}\p{Z}]/gu, '');
  return letters.length === USER_CODE_LENGTH && [...letters].every((letter) => USER_CODE_LETTERS.includes(letter)) ? letters : null;
}

/** A code that only programs handle: 256 bits. */
export function newSecretCode(): string {
  return randomBytes(32).toString('base64url');
}
