/**
 * What people, agents and clients say beside a decision, as it is kept: lines stay, controls go, and so does what turns text
 * around, since whoever decides has to read what was written.
 */
export function plainWords(given: string): string {
  return given
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '')
    .trim();
}
