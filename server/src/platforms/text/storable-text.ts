/**
 * The text as UTF-8, JSON and PostgreSQL can hold it: half a surrogate pair or a null character
 * becomes U+FFFD. Validation refuses such a text, so that what goes out never differs from what
 * was approved; this only keeps the payload of a refused post writable.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
