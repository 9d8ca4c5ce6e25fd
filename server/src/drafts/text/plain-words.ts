/**
 * Normalizes comments of people, agents and clients on a decision: keeps lines, removes control characters and
 * changes of text direction, which could mislead approvers.
 */
export function plainWords(given: string): string {
  return given
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '')
    .trim();
}
