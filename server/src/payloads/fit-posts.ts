import type { Context } from '../context.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { doBefore } from '../db/transaction.ts';
import { cardLinkOf, type DraftCard } from '../links/link-cards.ts';
import { imagesFor, type UsablePicture } from '../media/images-for.ts';
import { refusedAltTexts, withTakenAltText } from '../platforms/network-words.ts';
import { completeSettings } from '../platforms/platform/settings.ts';
import type { JsonObject, Platform, Post, PostMedia, Preview, PreviewImage, Violation } from '../platforms/platform.ts';
import { previewImage } from '../platforms/preview-post.ts';
import type { PostWish } from '../platforms/read-post.ts';
import { areUnread, readPosts } from '../platforms/read-posts.ts';
import { connectorViolations } from './payload-violations.ts';

export interface FittedPost {
  /** With images in the platform's form, and the link's card. */
  post: Post;
  violations: Violation[];
  preview: Preview;
  /** The exact payload to send; null unless requested. */
  body: JsonObject | null;
}

/** The content next to the text. */
export interface PostExtras {
  pictures: readonly UsablePicture[];
  card: DraftCard;
  /** By platform id. */
  mentions: ReadonlyMap<string, NonNullable<Post['mentions']>>;
}

/** The content for one platform, and whether the built payload is needed too. */
export interface FitWish extends Omit<PostWish, 'post'> {
  words: Post;
}

/** Evaluates posts with their images and cards on their platforms: violations, previews and payloads. */
export async function fitPosts(ctx: Context, wishes: readonly FitWish[], extras: PostExtras): Promise<FittedPost[]> {
  const posts = wishes.map(({ words, ...wish }) => ({ ...wish, post: withExtras(wish.platform, words, extras) }));
  const owner = ownerOf(ctx);
  if (areUnread(posts)) doBefore(ctx, () => readPosts(posts, owner));
  const read = await readPosts(posts, owner);
  return posts.flatMap(({ platform, post }, index): FittedPost[] => {
    const own = read[index];
    if (!own) return [];
    const shown = post.media?.flatMap((image) => shownImage(platform, image) ?? []) ?? [];
    const refused = refusedAltTexts(platform, post.media);
    const violations = [...own.violations, ...connectorViolations(platform, post)];
    const preview = {
      ...withMissingCard(platform, own.preview, extras.card),
      ...(shown.length > 0 && { images: shown }),
      ...(refused.length > 0 && { omissions: refused }),
    };
    return [{ post, violations, preview, body: own.body }];
  });
}

function shownImage(platform: Platform, image: PostMedia): PreviewImage | null {
  const taken = withTakenAltText(platform, image);
  const shown = previewImage(taken);
  return shown && { ...shown, ...(taken !== image && { hasNoAltText: true as const }) };
}

function withExtras(platform: Platform, words: Post, { pictures, card, mentions }: PostExtras): Post {
  const images = imagesFor(platform, pictures);
  const known = mentions.get(platform.id);
  const { settings: given, ...others } = words;
  const settings = completeSettings(platform.settings, given);
  const cardLink = cardLinkIn(platform, words, card);
  return {
    ...others,
    ...(cardLink !== null && { cardLink }),
    ...(settings && { settings }),
    ...(images.length > 0 ? { media: images } : {}),
    ...(card.words && { card: card.words }),
    ...(known && { mentions: known }),
  };
}

/**
 * Without an explicit link: the link in the text that the network shows a card of, if it builds one or we
 * have read the page. An empty card would be worse than none.
 */
function cardLinkIn(platform: Platform, { text, link, edits }: Post, card: DraftCard): string | null {
  // An edit changes only the text.
  const written = link === null && !edits ? cardLinkOf(null, [text]) : null;
  const isShown = platform.carriesLinkCard ? written === card.link && card.words : !platform.carriesLink;
  return isShown ? written : null;
}

/** If the card has only the address, the preview says why. */
function withMissingCard(platform: Platform, preview: Preview, { missing, missingSentence }: DraftCard): Preview {
  if (!missing || !platform.carriesLinkCard || !preview.linkCard) return preview;
  return { ...preview, linkCard: { ...preview.linkCard, missing, ...(missingSentence && { missingSentence }) } };
}
