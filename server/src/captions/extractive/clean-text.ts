// Controls, the byte order mark, soft hyphens, and marks that turn the direction of other people's text around.
const INVISIBLE = /(?![\n\t])[\p{Cc}\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd\ufffe\uffff\ue000\ue001]/gu;

/** The source as plain, storable text with one kind of line end. */
export function cleanText(source: string): string {
  return source
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    .replace(INVISIBLE, '');
}
