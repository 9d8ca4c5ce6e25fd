import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { isVideo, type Rendition } from '../../media/rendition.entity.ts';
import { storedParts } from '../../media/stored-parts.ts';

type Stored = Pick<Rendition, 'accountId' | 'sha256' | 'mimeType' | 'byteSize'>;

/** Sends the bytes of an image, or of a video the part that was asked for (RFC 9110, section 14). Throws `not_found`. */
export async function sendStored(services: Services, request: FastifyRequest, reply: FastifyReply, stored: Stored): Promise<FastifyReply> {
  const { accountId, sha256, mimeType, byteSize } = stored;
  if (!isVideo(mimeType)) {
    const bytes = await services.media.read(accountId, sha256);
    if (!bytes) throw new DomainError('not_found');
    return reply.type(mimeType).send(bytes);
  }
  if (!(await services.media.readPart(accountId, sha256, 0, 1))) throw new DomainError('not_found');
  reply.type(mimeType).header('accept-ranges', 'bytes');
  const range = rangeOf(request.headers.range, byteSize);
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${byteSize}`).send();
  const { from, to } = range ?? { from: 0, to: byteSize };
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${byteSize}`);
  reply.header('content-length', String(to - from));
  return reply.send(Readable.from(storedParts(services.media, accountId, sha256, { from, to }), { objectMode: false }));
}

/** One range; several at once, or a form that is not known, are answered with the whole. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : 'outside';
}
