import type { PublishCall } from '../connector.ts';
import type { SignedVideo } from './signed-video.ts';

/** A multiple of 256 KiB, as YouTube wants it, and between TikTok's 5 and 64 MB; no more of a video is in memory. */
export const PIECE_BYTES = 8 * 1_048_576;

/** A stretch of a video; `to` is the first byte behind it. */
export interface Piece {
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
