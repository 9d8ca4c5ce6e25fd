import { verifyEvent } from 'nostr-tools';
import type { FakeServerSpec, Reply } from './fake-server.ts';
import type { SeenRequest } from './seen-request.ts';

/** The server's clock is a little behind. */
const BEHIND_SECONDS = 30;

/** A Blossom server (github.com/hzrd149/blossom): BUD-01 and BUD-02 with the leave of BUD-11, which it checks. */
export function createFakeBlossom(): FakeServerSpec & { blobs: Map<string, string> } {
  /** Types by hash. */
  const blobs = new Map<string, string>();
  return {
    blobs,
    // The note is published elsewhere.
    isPublishing: () => false,
    handle: (request) => (request.method === 'PUT' && request.path === '/upload' ? upload(blobs, request) : undefined),
    refusals: {
      limited: () => refusal(429, 'Slow down'),
      revoked: () => refusal(401, 'This key may not upload here'),
      refused: () => refusal(415, 'Pictures of this type are not taken'),
      unknownCall: () => refusal(404, 'Blob not found'),
    },
  };
}

function upload(blobs: Map<string, string>, { headers, files: [file] }: SeenRequest): Reply {
  if (!file) return refusal(400, 'The body is empty');
  const leave = JSON.parse(Buffer.from(headers.authorization?.replace('Nostr ', '') ?? '', 'base64').toString());
  const tagOf = (name: string) => (leave.tags as string[][]).find(([tag]) => tag === name)?.[1];
  const isFresh = Number(tagOf('expiration')) > Date.now() / 1000 && leave.created_at <= Date.now() / 1000 - BEHIND_SECONDS;
  const isForThis = leave.kind === 24_242 && tagOf('t') === 'upload' && tagOf('x') === file.sha256;
  if (!verifyEvent(leave) || !isFresh || !isForThis) return refusal(401, 'The authorization is not valid');
  blobs.set(file.sha256, file.mimeType);
  const url = `http://${headers.host}/${file.sha256}`;
  return { status: 201, body: { url, sha256: file.sha256, size: file.byteSize, type: file.mimeType, uploaded: 1 } };
}

const refusal = (status: number, reason: string): Reply => ({ status, headers: { 'x-reason': reason } });
