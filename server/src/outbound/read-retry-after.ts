/** `Retry-After` (RFC 9110, 10.2.3) in seconds: a number or a date. */
export function readRetryAfter(header: string | null | undefined, now: Date): number | null {
  if (header == null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
}
