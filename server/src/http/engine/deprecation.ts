import type { FastifyReply } from 'fastify';

/** An operation that will go, and what to call in its place. */
export interface Deprecation {
  /** The day from which it is said, as `2027-01-31`. */
  since: string;
  /** The day on which it may be gone. */
  sunset: string;
  /** The id of the operation that does the same. */
  instead: string;
}

/** For whoever reads the description, a person or a model. */
export function deprecationNote({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}, and gone from ${sunset} on: use \`${instead}\`.`;
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) on every answer, refusals too, and where to read what to call instead. */
export function tellDeprecation(reply: FastifyReply, { since, sunset, instead }: Deprecation, publicUrl: string): void {
  const link = `<${publicUrl}/api-docs#${anchorOf(instead)}>; rel="deprecation"`;
  const other = reply.getHeader('link');
  reply.headers({
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: other === undefined ? link : `${String(other)}, ${link}`,
  });
}

/** Where an operation stands on `/api-docs`. */
export const anchorOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
