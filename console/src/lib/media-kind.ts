/** What a post has a file of, as far as it is shown differently. */
export type MediaKind = 'picture' | 'animation' | 'video' | 'document';

/** The kind of a picture, video or document; older previews name no type, and had only pictures and videos. */
export function kindOf({ seconds, mimeType }: { seconds?: number | null; mimeType?: string | null }): MediaKind {
  if (seconds != null || mimeType?.startsWith('video/')) return 'video';
  if (mimeType === 'application/pdf') return 'document';
  return mimeType === 'image/gif' ? 'animation' : 'picture';
}
