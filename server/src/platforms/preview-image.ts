import type { PostMedia, PreviewImage } from './platform.ts';

/** A picture as the console shows it; null while only its kind is known. */
export function previewImage({ altText = '', file }: PostMedia): PreviewImage | null {
  if (!file) return null;
  const { mediaId, sha256, width, height } = file;
  return { url: `/api/media/${mediaId}/${sha256}`, altText, width, height };
}
