import { createHash } from 'node:crypto';

/** The weak ETag of a response: a hash of its body. */
export function etagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The tags in `If-Match` or `If-None-Match` (RFC 9110, 8.8.3), or `*`; empty if any item is not a tag. */
export function readTags(header: string): '*' | string[] {
  if (header.trim() === '*') return '*';
  return /^[ \t,]*$/.test(header.replaceAll(TAG, '')) ? (header.match(TAG) ?? []) : [];
}

/** Whether `If-None-Match` (RFC 9110, 13.1.2) names the tag; weak and strong tags are equal here. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = readTags(header);
  const bare = (tag: string): string => tag.replace(/^W\//, '');
  return tags === '*' || tags.some((tag) => bare(tag) === bare(etag));
}
