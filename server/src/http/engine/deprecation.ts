import type { FastifyReply } from 'fastify';

/** A deprecated operation, and its replacement. */
export interface Deprecation {
  /** The day from which it is deprecated, such as `2027-01-31`. */
  since: string;
  /** The day from which it may be removed. */
  sunset: string;
  /** The id of the replacement. */
  instead: string;
}

/** For the operation's description in the documents and tools. */
export function deprecationNote({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}, and gone from ${sunset} on: use \`${instead}\`.`;
}

/** Sets `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), on refusals too, with a link to the replacement. */
export function tellDeprecation(reply: FastifyReply, { since, sunset, instead }: Deprecation, publicUrl: string): void {
  const link = `<${publicUrl}/api-docs#${anchorOf(instead)}>; rel="deprecation"`;
  const other = reply.getHeader('link');
  reply.headers({
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: other === undefined ? link : `${String(other)}, ${link}`,
  });
}

/** The operation's anchor on `/api-docs`. */
export const anchorOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
