import type { FileContent, StreamedFile } from './api/call-api.ts';
import type { PublishCall } from './connector.ts';
import { imagesOf, type OpenImage } from './images.ts';
import type { JsonObject, PostMedia } from './platform.ts';
import { storableText } from './text/read-words.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};

/** Anonymous, since platforms may show it. */
export const videoName = (mimeType: string): string =>
  `${mimeType.startsWith('video/') ? 'video' : 'document'}.${ENDINGS[mimeType] ?? 'mp4'}`;

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

/** A document in a payload, with the title that is shown over it. */
export type SignedDocument = SignedVideo & { title: string };

/** The document of a post for its payload; nothing if there is none. */
export function signedDocument(media: readonly PostMedia[] | undefined): { document?: SignedDocument } {
  const found = media?.find(({ kind, file }) => kind === 'document' && file);
  if (!found?.file) return {};
  const { altText = '', bytes, file } = found;
  return {
    document: { sha256: file.sha256, mime_type: file.mimeType, byte_size: bytes, title: storableText(altText).trim() || 'Document' },
  };
}

/** The document that a payload names; null if there is none. */
export const documentOf = (payload: JsonObject): SignedDocument | null => (payload.document ?? null) as SignedDocument | null;

/** The document that a payload names, ready to be sent; null if there is none. */
export async function openDocument(call: Reading): Promise<StreamedVideo | null> {
  const document = documentOf(call.payload);
  return document && streamOf(call, document);
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
export async function streamedVideo(call: Reading): Promise<(StreamedVideo & { signed: SignedVideo }) | null> {
  const video = videoOf(call.payload);
  return video && streamOf(call, video);
}

type Reading = Pick<PublishCall, 'payload' | 'readMedia'>;

async function streamOf({ readMedia }: Reading, video: SignedVideo): Promise<StreamedVideo & { signed: SignedVideo }> {
  const { mime_type: mimeType, byte_size: byteSize, alt_text: altText = '' } = video;
  await readMedia(video.sha256, 0, 1);
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const { bytes } of videoPieces({ readMedia }, video, { pieceBytes: STREAM_BYTES })) yield bytes;
  }
  return { stream: { byteSize, read }, mimeType, altText, fileName: videoName(mimeType), signed: video };
}

const STREAM_BYTES = 1_048_576;

/** A file as the content of a part of a form, or of a whole request. */
export function fileContent(file: OpenImage | StreamedVideo): FileContent & { mimeType: string; fileName: string } {
  const { mimeType, fileName } = file;
  return { ...('stream' in file ? { stream: file.stream } : { bytes: file.bytes }), mimeType, fileName };
}

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

/**
 * The id of an uploaded file that the platform works on. It is kept in the intent: another attempt waits for the same
 * one instead of sending it all again, unless the platform cannot use it any more.
 */
export async function uploadOnce(
  { intent, onUploaded }: Pick<PublishCall, 'intent' | 'onUploaded'>,
  { isUsable, upload }: { isUsable(id: string): Promise<boolean>; upload(): Promise<string> },
): Promise<string> {
  const { mediaId: kept } = intent.keys;
  if (typeof kept === 'string' && (await isUsable(kept))) return kept;
  const id = await upload();
  await onUploaded({ mediaId: id });
  return id;
}
