import type { PublishCall } from '../connector.ts';
import type { OpenImage } from '../images/open-images.ts';
import { videoOf } from './signed-video.ts';

/**
 * The signed video with all of its bytes, for networks that take a file only as part of one request; their limits are
 * tens of megabytes. Null if there is none.
 */
export async function openVideo({ payload, readMedia }: Pick<PublishCall, 'payload' | 'readMedia'>): Promise<OpenImage | null> {
  const video = videoOf(payload);
  if (!video) return null;
  const { sha256, mime_type: mimeType, byte_size: size } = video;
  return { bytes: await readMedia(sha256, 0, size), sha256, mimeType, altText: '', fileName: videoName(mimeType) };
}

const ENDINGS: Readonly<Record<string, string>> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' };

/** Anonymous, since platforms may show it. */
export const videoName = (mimeType: string): string => `video.${ENDINGS[mimeType] ?? 'mp4'}`;
