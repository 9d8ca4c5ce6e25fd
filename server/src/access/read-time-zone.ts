import { DomainError } from '../errors.ts';

/** An IANA name as the runtime knows it, in its usual spelling. Offsets such as `+01:00` are no zones: they know no summer. */
export function readTimeZone(value: string, pointer: string): string {
  try {
    if (/^[A-Za-z]/.test(value)) return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    // Told below, with what is expected.
  }
  throw new DomainError('validation_failed', {
    fields: [{ pointer, message: 'Must be an IANA time zone, for instance Europe/Lisbon.' }],
  });
}
