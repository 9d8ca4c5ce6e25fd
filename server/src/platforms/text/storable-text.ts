/**
 * The text as UTF-8, JSON and PostgreSQL can store it: a lone surrogate or a null character becomes U+FFFD.
 * Validation refuses such a text, so the published content never differs from what was approved; this only allows
 * storing the payload of a refused post.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
