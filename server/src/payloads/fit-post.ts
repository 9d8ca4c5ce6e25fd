import type { DraftCard } from '../links/draft-card.ts';
import { imagesFor, type UsablePicture } from '../media/images-for.ts';
import type { Platform, Post, Preview, Violation } from '../platforms/platform.ts';
import { previewImage } from '../platforms/preview-image.ts';
import { violationsOf } from './payload-violations.ts';

export interface FittedPost {
  /** With the pictures in the form that the platform takes, and the card of its link. */
  post: Post;
  violations: Violation[];
  preview: Preview;
}

/** What goes with the words. */
export interface BesideWords {
  pictures: readonly UsablePicture[];
  card: DraftCard;
  /** By platform id. */
  mentions: ReadonlyMap<string, NonNullable<Post['mentions']>>;
}

/** A post with its pictures and its card on one platform: what does not fit, and how it will look. */
export function fitPost(platform: Platform, words: Post, { pictures, card, mentions }: BesideWords): FittedPost {
  const images = imagesFor(platform, pictures);
  const known = mentions.get(platform.id);
  const post = {
    ...words,
    ...(images.length > 0 ? { media: images } : {}),
    ...(card.words && { card: card.words }),
    ...(known && { mentions: known }),
  };
  const shown = images.flatMap((image) => previewImage(image) ?? []);
  return {
    post,
    violations: violationsOf(platform, post),
    preview: { ...previewWithCard(platform, post, card), ...(shown.length > 0 ? { images: shown } : {}) },
  };
}

/** Where the card that goes out has only the address, the preview says why. */
function previewWithCard(platform: Platform, post: Post, { missing }: DraftCard): Preview {
  const preview = platform.preview(post);
  if (!missing || !platform.carriesLinkCard || !preview.linkCard) return preview;
  return { ...preview, linkCard: { ...preview.linkCard, missing } };
}
