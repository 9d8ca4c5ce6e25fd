import type { Socket } from 'node:net';
import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The connections whose response has been sent and whose request's body is still being read. */
const lingering = new WeakSet<Socket>();

/** Whether a response has been sent on the connection, which only waits for the rest of the body. */
export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/**
 * An `onSend` hook for refusals before the whole body has been read. Closing a connection with unread bytes resets it, and
 * the client may lose the response (RFC 9112, 9.6): so the complete response is sent at once, and ended only after the rest
 * of the body has been read and discarded, at the latest when the request's time is over.
 */
export async function readBodyBeforeClosing({ raw, headers }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  // Not complete: false; the requests of tests without a connection have no such property.
  if (!hasBody || raw.complete !== false || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(responseAndWait(payload, raw));
}

async function* responseAndWait(payload: string | Buffer, request: FastifyRequest['raw']): AsyncGenerator<string | Buffer> {
  yield payload;
  lingering.add(request.socket);
  await new Promise<void>((resolve) => {
    finished(request.resume(), () => resolve());
  });
  lingering.delete(request.socket);
}
