import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { LinkFault } from './link-fault.ts';

interface Limit {
  /** After decompression: of a bomb no more than this is ever unpacked. */
  mostBytes: number;
  /** Whether the beginning of something larger will do. */
  mayCut: boolean;
}

/** The body as far as it is wanted; the rest is never read. */
export async function readBody(response: IncomingMessage, { mostBytes, mayCut }: Limit, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Leaving the loop ends the stream, and with it the connection.
    for await (const chunk of unpacked(response)) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= mostBytes) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LinkFault) throw error;
    throw new LinkFault('The answer ended in the middle or could not be unpacked.');
  }
  if (size > mostBytes && !mayCut) throw new LinkFault('What the link leads to is too large.');
  return Buffer.concat(chunks).subarray(0, mostBytes);
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (encoding === 'gzip' || encoding === 'x-gzip') return pipeline(response, createGunzip(), ignore);
  if (encoding === 'br') return pipeline(response, createBrotliDecompress(), ignore);
  throw new LinkFault('The answer is packed in a way that nobody asked for.');
}

/** The reader of the stream's end gets the error as well. */
function ignore(): void {}
