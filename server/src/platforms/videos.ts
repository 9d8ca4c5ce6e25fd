import type { StreamedFile } from './api/call-api.ts';
import type { PublishCall } from './connector.ts';
import { imagesOf, type OpenImage } from './images.ts';
import type { JsonObject, PostMedia } from './platform.ts';
import { storableText } from './text/read-words.ts';

/**
 * The signed video with all of its bytes, for networks that take a file only as part of one request; their limits are
 * tens of megabytes. Null if there is none.
 */
export async function openVideo({ payload, readMedia }: Pick<PublishCall, 'payload' | 'readMedia'>): Promise<OpenImage | null> {
  const video = videoOf(payload);
  if (!video) return null;
  const { sha256, mime_type: mimeType, byte_size: size, alt_text: altText = '' } = video;
  return { bytes: await readMedia(sha256, 0, size), sha256, mimeType, altText, fileName: videoName(mimeType) };
}

const ENDINGS: Readonly<Record<string, string>> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' };

/** Anonymous, since platforms may show it. */
export const videoName = (mimeType: string): string => `video.${ENDINGS[mimeType] ?? 'mp4'}`;

/** A video in a payload: the signed hash of its bytes, and how many there are. */
export type SignedVideo = { sha256: string; mime_type: string; byte_size: number; alt_text?: string };

/** The video of a post for its payload; nothing if there is none. With its description where the platform publishes it. */
export function signedVideo(media: readonly PostMedia[] | undefined, { hasAltText = false } = {}): { video?: SignedVideo } {
  const video = media?.find(({ kind, file }) => kind === 'video' && file);
  if (!video?.file) return {};
  const { altText = '', bytes, file } = video;
  const described = hasAltText && altText.trim() !== '' && { alt_text: storableText(altText) };
  return { video: { sha256: file.sha256, mime_type: file.mimeType, byte_size: bytes, ...described } };
}

/** The video that a payload names; null if there is none. */
export function videoOf(payload: JsonObject): SignedVideo | null {
  return (payload.video ?? null) as SignedVideo | null;
}

/** Everything that a payload shows, with the descriptions that are published. */
export function shownMedia(payload: JsonObject): { alt_text?: string }[] {
  const video = videoOf(payload);
  return video ? [...imagesOf(payload), video] : imagesOf(payload);
}

/** A signed video that is read while it is sent, for networks that take a file only as a whole. */
export interface StreamedVideo {
  stream: StreamedFile;
  mimeType: string;
  /** Empty if none was written. */
  altText: string;
  /** Anonymous, since platforms may show it. */
  fileName: string;
}

/** The video that a payload names, ready to be sent; null if there is none. Its first part is read at once: it may be gone. */
export async function streamedVideo({
  payload,
  readMedia,
}: Pick<PublishCall, 'payload' | 'readMedia'>): Promise<(StreamedVideo & { signed: SignedVideo }) | null> {
  const video = videoOf(payload);
  if (!video) return null;
  const { mime_type: mimeType, byte_size: byteSize, alt_text: altText = '' } = video;
  await readMedia(video.sha256, 0, 1);
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const { bytes } of videoPieces({ readMedia }, video as SignedVideo, { pieceBytes: STREAM_BYTES })) yield bytes;
  }
  return { stream: { byteSize, read }, mimeType, altText, fileName: videoName(mimeType), signed: video };
}

const STREAM_BYTES = 1_048_576;

/** A multiple of 256 KiB, as YouTube wants it, and between TikTok's 5 and 64 MB; no more of a video is in memory. */
export const PIECE_BYTES = 8 * 1_048_576;

/** A stretch of a video; `to` is the first byte behind it. */
interface Piece {
  from: number;
  to: number;
  bytes: Buffer;
}

/** A video in pieces from `start`. With `joinsRest`, a last piece that would be smaller than the others is part of the one before. */
export async function* videoPieces(
  { readMedia }: Pick<PublishCall, 'readMedia'>,
  { sha256, byte_size: size }: SignedVideo,
  { start = 0, pieceBytes = PIECE_BYTES, joinsRest = false } = {},
): AsyncGenerator<Piece> {
  for (let from = start; from < size; ) {
    const rest = size - from;
    const to = rest < pieceBytes || (joinsRest && rest < 2 * pieceBytes) ? size : from + pieceBytes;
    yield { from, to, bytes: await readMedia(sha256, from, to) };
    from = to;
  }
}

/** RFC 9110, section 14.4. */
export const contentRange = ({ from, to }: Pick<Piece, 'from' | 'to'>, size: number): string => `bytes ${from}-${to - 1}/${size}`;
