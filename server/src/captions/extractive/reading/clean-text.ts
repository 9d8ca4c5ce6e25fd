/** Controls, the byte order mark, soft hyphens, and marks that turn the direction of other people's text around. */
export const INVISIBLE =
  /(?![\n\t])[\p{Cc}\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd\ufffe\uffff\ue000\ue001]/gu;

/** An address with words of a script without spaces right behind it. What follows a slash may be part of it, unless it is a particle. */
const GLUED_BEHIND =
  /(https?:\/\/[!-~]+)(?=\p{Script=Hiragana})|(https?:\/\/[!-~]*[\w-])(?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Thai}])/gu;
const GLUED_BEFORE = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])(?=https?:\/\/)/gu;

/** The source as plain, storable text with one kind of line end, and every address by itself. */
export function cleanText(source: string): string {
  const plain = source
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    .replace(INVISIBLE, '');
  return plain.includes('://') ? plain.replace(GLUED_BEHIND, '$& ').replace(GLUED_BEFORE, ' ') : plain;
}
