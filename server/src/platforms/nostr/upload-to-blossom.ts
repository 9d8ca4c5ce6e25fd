import { finalizeEvent } from 'nostr-tools/pure';
import { ApiFault } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Refusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';
import type { PublishCall } from '../connector.ts';
import { endingOf, type OpenImage, type SignedImage } from '../images.ts';
import { fileContent, type StreamedVideo } from '../videos.ts';
import type { NostrAccount } from './nostr-account.ts';

/** github.com/hzrd149/blossom, BUD-11. */
const BLOSSOM_AUTHORIZATION = 24_242;
/** Some servers look at it when a large file has arrived. */
const LEAVE_SECONDS = 3_600;
/** Its time must have passed, also by a clock that is a little behind. */
const SLACK_SECONDS = 60;

/** An image's address on a media server: it follows from its bytes (BUD-01), even before the upload. */
export function blobAddress(server: string, { sha256, mime_type: mimeType }: SignedImage): string {
  return `${server}/${sha256}.${endingOf(mimeType)}`;
}

/** BUD-02, `PUT /upload`, authorised by the account's key. The server must not change the bytes. */
export async function uploadToBlossom(
  { api }: PublishCall,
  { secretKey, mediaServer }: NostrAccount,
  file: (OpenImage | StreamedVideo) & { sha256: string },
): Promise<void> {
  const { sha256, mimeType } = file;
  const now = Math.floor(Date.now() / 1000);
  const tags = [
    ['t', 'upload'],
    ['x', sha256],
    ['expiration', String(now + LEAVE_SECONDS)],
  ];
  const leave = finalizeEvent({ kind: BLOSSOM_AUTHORIZATION, created_at: now - SLACK_SECONDS, content: 'Upload a file', tags }, secretKey);
  const headers = { authorization: `Nostr ${Buffer.from(JSON.stringify(leave)).toString('base64')}` };
  const { body } = await api.ask({ method: 'PUT', url: `${mediaServer}/upload`, headers, file: { ...fileContent(file), mimeType } });
  if (textAt(body, 'sha256') === sha256) return;
  throw new ApiFault({
    kind: 'rejected',
    message: 'The media server keeps another file than the one that was signed. Use another one.',
  });
}

/**
 * The reason may be in a header (BUD-01); some servers have it in the body. A refusal by a media server says nothing about
 * the key, which may still publish text.
 */
export function readBlossomRefusal({ status, headers, body }: ApiAnswer): Refusal | null {
  if (status < 400) return null;
  const reason = headers.get('x-reason') ?? headers.get('x-upload-error') ?? textAt(body, 'message');
  const isFinal = status < 500 && status !== 408 && status !== 429;
  if (reason === null && !isFinal) return null;
  return { message: reason === null ? '' : `the media server refuses the file: ${reason}`, ...(isFinal && { kind: 'rejected' }) };
}
