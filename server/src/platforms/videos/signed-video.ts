import type { JsonObject, PostMedia } from '../platform.ts';

/** A video in a payload: the signed hash of its bytes, and how many there are. */
export type SignedVideo = { sha256: string; mime_type: string; byte_size: number };

/** The video of a post for its payload; nothing if there is none. */
export function signedVideo(media: readonly PostMedia[] | undefined): { video?: SignedVideo } {
  const video = media?.find(({ kind, file }) => kind === 'video' && file);
  return video?.file ? { video: { sha256: video.file.sha256, mime_type: video.file.mimeType, byte_size: video.bytes } } : {};
}

/** The video that a payload names; null if there is none. */
export function videoOf(payload: JsonObject): SignedVideo | null {
  return (payload.video ?? null) as SignedVideo | null;
}
