// Controls, the byte order mark, soft hyphens, and marks that turn the direction of other people's text around.
const INVISIBLE = /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd\ufffe\uffff\ue000\ue001]/g;

/** The source as plain, storable text with one kind of line end. */
export function cleanText(source: string): string {
  return source
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\x0b\x0c\x85]/g, '\n')
    .replace(INVISIBLE, '');
}
