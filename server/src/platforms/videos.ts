import { ApiFault } from './api/api-fault.ts';
import type { FileContent, StreamedFile } from './api/call-api.ts';
import type { PublishCall } from './connector.ts';
import { endingOf, imagesOf, type OpenImage, type SignedImage } from './images.ts';
import type { JsonObject, PostMedia, VideoSubtitles } from './platform.ts';
import { storableText } from './text/read-words.ts';

/** Anonymous, since platforms may show it. */
export const videoName = (mimeType: string): string => `${mimeType.startsWith('video/') ? 'video' : 'document'}.${endingOf(mimeType)}`;

/** A video in a payload: the signed hash of its bytes, and how many there are. */
export type SignedVideo = {
  sha256: string;
  mime_type: string;
  byte_size: number;
  alt_text?: string;
  cover?: SignedCover;
  subtitles?: SignedSubtitles;
};

/** The cover of a video as the platform gets it: a picture, or the moment of the video in milliseconds. */
export type SignedCover = { sha256: string; mime_type: string } | { at_ms: number };

export type SignedSubtitles = { sha256: string; mime_type: string; byte_size: number; language: string };

/** The video of a post for its payload, with the description that it has; nothing if there is none. */
export function signedVideo(media: readonly PostMedia[] | undefined): { video?: SignedVideo } {
  const video = media?.find(({ kind, file }) => kind === 'video' && file);
  if (!video?.file) return {};
  const { altText = '', bytes, file } = video;
  const described = altText.trim() !== '' && { alt_text: storableText(altText) };
  return { video: { sha256: file.sha256, mime_type: file.mimeType, byte_size: bytes, ...described, ...signedExtras(video) } };
}

/** What is sent with a video; what the network does not take is not part of the payload. */
function signedExtras({ cover, subtitles }: PostMedia): Pick<SignedVideo, 'cover' | 'subtitles'> {
  const picture = cover?.sentAs === 'uploaded' || cover?.sentAs === 'fetched' ? cover.file : undefined;
  return {
    ...(picture && { cover: { sha256: picture.sha256, mime_type: picture.mimeType } }),
    ...(cover?.sentAs === 'moment' && cover.atMs !== undefined && { cover: { at_ms: cover.atMs } }),
    ...(subtitles?.isSent && { subtitles: signedSubtitles(subtitles) }),
  };
}

const signedSubtitles = ({ file, bytes, language }: VideoSubtitles): SignedSubtitles => ({
  ...{ sha256: file.sha256, mime_type: file.mimeType, byte_size: bytes, language },
});

/** The moment of a video that is its cover; null where it is a picture, or none was chosen. */
export const coverMoment = ({ cover }: Pick<SignedVideo, 'cover'>): number | null => (cover && 'at_ms' in cover ? cover.at_ms : null);

/** The picture that is a video's cover, ready to be sent; null where there is none. */
export async function openCover({ openImage }: Pick<PublishCall, 'openImage'>, { cover }: SignedVideo): Promise<OpenImage | null> {
  if (!cover || 'at_ms' in cover) return null;
  const { sha256, mime_type: mimeType } = cover;
  return { bytes: await openImage(sha256), sha256, mimeType, altText: '', fileName: `cover.${endingOf(mimeType)}` };
}

/** Subtitles, ready to be sent. */
export interface OpenSubtitles {
  bytes: Buffer;
  mimeType: string;
  /** BCP 47. */
  language: string;
  /** Of the language, in English. */
  name: string;
}

/** The subtitles of a video; null where there are none. */
export async function openSubtitles(
  { openImage }: Pick<PublishCall, 'openImage'>,
  { subtitles }: SignedVideo,
): Promise<OpenSubtitles | null> {
  if (!subtitles) return null;
  const { sha256, mime_type: mimeType, language } = subtitles;
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  return { bytes: await openImage(sha256), mimeType, language, name };
}

/** The language of a BCP 47 tag in two letters (ISO 639-1); null where it has no such code. */
export function twoLetterCode(tag: string): string | null {
  // As written first: "tl" is canonically "fil".
  const codes = [tag.split('-', 1)[0] ?? '', new Intl.Locale(tag).language];
  return codes.find(({ length }) => length === 2) ?? null;
}

/**
 * A step after the video was published: what the network refuses of it does not change that the post is there, and
 * reading it back says what is missing.
 */
export async function afterPublishing(step: () => Promise<unknown>): Promise<void> {
  await step().catch((error: unknown) => {
    if (!(error instanceof ApiFault)) throw error;
  });
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
export function shownMedia(payload: JsonObject): (SignedImage & Pick<SignedVideo, 'cover'>)[] {
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
