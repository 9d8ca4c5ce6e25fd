import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller responses fit in one packet anyway. */
const LEAST_COMPRESSED_BYTES = 1_024;
/** The lowest: for a page of the queue the highest saves 3% of the bytes and costs half as much again. */
const LEVEL = constants.Z_BEST_SPEED;

const zip = promisify(gzip);

/** Whether `Accept-Encoding` (RFC 9110, 12.5.3) names the encoding with a weight above zero. */
export function takesCoding({ headers }: Pick<FastifyRequest, 'headers'>, coding: 'br' | 'gzip'): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => {
      const [name, weight = 'q=1'] = part.split(';').map((each) => each.trim().toLowerCase());
      return (name === coding || name === `x-${coding}`) && Number(weight.replace(/^q *= */, '')) > 0;
    });
}

/**
 * An `onSend` hook that compresses complete responses with `Vary: Accept-Encoding`: each handler decides whether its
 * response may be compressed (decision 183). Streams and compressed content are sent unchanged.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.getHeader('vary') !== 'accept-encoding' || typeof payload !== 'string') return payload;
  if (payload.length < LEAST_COMPRESSED_BYTES || !takesCoding(request, 'gzip')) return payload;
  const zipped = await zip(payload, { level: LEVEL });
  reply.header('content-encoding', 'gzip').header('content-length', zipped.length);
  return zipped;
}
