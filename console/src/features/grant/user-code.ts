const LENGTH = 8;
/** The letters of codes: distinct consonants (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** The typed or pasted code for display: `WDJB-MJHT`. Other characters are removed. */
export function showUserCode(typed: string): string {
  const signs = signsOf(typed);
  return signs.length > LENGTH / 2 ? `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}` : signs;
}

export function isWholeCode(typed: string): boolean {
  return signsOf(typed).length === LENGTH;
}

/** Whether something in it can be in no code; each such try would count as a wrong one. */
export function hasForeignSign(typed: string): boolean {
  return [...signsOf(typed)].some((sign) => !LETTERS.includes(sign));
}

/** The caret's position in the formatted code, so it stays after the same letter. */
export function caretIn(typed: string, caret: number): number {
  const before = signsOf(typed.slice(0, caret)).length;
  return before > LENGTH / 2 ? before + 1 : before;
}

function signsOf(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, LENGTH);
}
