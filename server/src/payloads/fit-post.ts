import { imagesFor, type UsablePicture } from '../media/images-for.ts';
import type { Platform, Post, PostMedia, Preview, PreviewImage, Violation } from '../platforms/platform.ts';
import { violationsOf } from './payload-violations.ts';

export interface FittedPost {
  /** With the pictures in the form that the platform takes. */
  post: Post;
  violations: Violation[];
  preview: Preview;
}

/** A post with its pictures on one platform: what does not fit, and how it will look. */
export function fitPost(platform: Platform, words: Post, pictures: readonly UsablePicture[]): FittedPost {
  const images = imagesFor(platform, pictures);
  const post = { ...words, ...(images.length > 0 ? { media: images } : {}) };
  const shown = images.flatMap(previewImage);
  return {
    post,
    violations: violationsOf(platform, post),
    preview: { ...platform.preview(post), ...(shown.length > 0 ? { images: shown } : {}) },
  };
}

function previewImage({ altText = '', file }: PostMedia): PreviewImage[] {
  if (!file) return [];
  const { mediaId, sha256, width, height } = file;
  return [{ url: `/api/media/${mediaId}/${sha256}`, altText, width, height }];
}
