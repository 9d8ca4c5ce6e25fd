import type { NetworkRules } from './network-rules.ts';
import { FIRST_COMMENT, readFirstComment, settingsOf } from './platform/first-comment.ts';
import type { PreviewCover, PreviewSubtitles } from './platform/preview.ts';
import { NO_LINK_CARD, type PreviewSetting, previewSettings } from './platform/settings.ts';
import type { Facet, PostMedia, Preview, PreviewCard, PreviewImage, PreviewPart, VideoCover, VideoSubtitles } from './platform.ts';
import type { PostExtras, PostWords, ReadText } from './text/read-words.ts';
import { measureText } from './text/text-length.ts';
import { sentLimits, type TextLimit, textLimits } from './text/text-limits.ts';

/** The most tags and names marked per text: more would be slow to serialise. */
const MOST_MARKED = 500;

/** The post as a person will see it on a network: the words that its payload is made from. */
export function previewPost(network: NetworkRules, words: PostWords, extras: PostExtras): Preview {
  const { title, plainNames } = words;
  const parts = words.parts.map((part) => previewPart(network, part, Boolean(extras.media?.length)));
  const tags = network.tagsIn === 'none' ? [] : [...words.hiddenTags];
  const settings = shownSettings(network, extras);
  const hasTags = tags.length > 0 && (network.tagsIn === 'field' || network.hidesTags);
  return {
    ...(title !== null && { title }),
    parts,
    ...(hasTags && { tags }),
    linkCard: previewCard(network, extras, parts),
    ...(plainNames.length > 0 && { plainNames: [...plainNames] }),
    ...(settings.length > 0 && { settings }),
  };
}

/** The first comment as it will be read, with its links and names for the checks. */
function shownSettings(network: NetworkRules, extras: PostExtras): PreviewSetting[] {
  const comment = readFirstComment(network, extras);
  return previewSettings(settingsOf(network), extras.settings).flatMap((setting) => {
    if (setting.name !== FIRST_COMMENT) return [setting];
    if (!comment) return [];
    const count = closestLimit(comment, textLimits(network.limits, FIRST_COMMENT));
    return [{ ...setting, value: comment.text, facets: shownFacets(comment.facets), ...(count && { count }) }];
  });
}

function previewPart(network: NetworkRules, words: ReadText, hasMedia: boolean): PreviewPart {
  const count = closestLimit(words, sentLimits(network, hasMedia));
  if (!count) throw new Error(`${network.label} has no limit for a text.`);
  return { text: words.text, facets: shownFacets(words.facets), ...count };
}

/** The length of a text, next to the limit that it is closest to; undefined without limits. */
function closestLimit({ sent }: ReadText, limits: readonly TextLimit[]): PreviewSetting['count'] {
  const [first, ...others] = limits.map((limit) => ({ length: measureText(sent, limit), limit: limit.max, unit: limit.unit }));
  return first && others.reduce((a, b) => (b.length / b.limit > a.length / a.limit ? b : a), first);
}

/** All links, since their targets are checked; tags and names up to a readable number. */
function shownFacets(facets: readonly Facet[]): Facet[] {
  let marked = 0;
  return facets.filter(({ kind }) => kind === 'link' || ++marked <= MOST_MARKED);
}

/**
 * The card under a post; null where the network shows none, as with images, or creates one only for a link in the
 * text.
 */
function previewCard(network: NetworkRules, extras: PostExtras, parts: readonly PreviewPart[]): PreviewCard | null {
  const { media, card } = extras;
  const link = linkOfCard(extras);
  if (!network.hasLinkCard || link === null || !URL.parse(link) || media?.length) return null;
  if (!carriesLink(network) && !isLinkIn(link, parts)) return null;
  const plain = { url: link, title: new URL(link).host };
  if (!network.carriesLinkCard) return { ...plain, isMadeByNetwork: true };
  if (!card) return plain;
  const image = card.image && previewImage(card.image);
  return {
    ...plain,
    title: card.title,
    ...(card.description !== null && { description: card.description }),
    ...(card.siteName !== null && { siteName: card.siteName }),
    ...(image && { image }),
  };
}

/** An image or a video for the console; null while only its kind is known. */
export function previewImage({ kind, altText = '', file, seconds = 0, cover, subtitles }: PostMedia): PreviewImage | null {
  if (!file) return null;
  const { mediaId, sha256, mimeType, width, height } = file;
  const shown = { url: urlOf(mediaId, sha256), altText, width, height, mimeType };
  if (kind !== 'video') return shown;
  return {
    ...shown,
    seconds: Math.ceil(seconds),
    ...(cover && { cover: shownCover(cover) }),
    ...(subtitles && { subtitles: shownSubtitles(subtitles) }),
  };
}

const urlOf = (mediaId: string, sha256: string): string => `/api/media/${mediaId}/${sha256}`;

const shownCover = ({ file, atMs, sentAs }: VideoCover): PreviewCover => ({
  ...(file && { url: urlOf(file.mediaId, file.sha256) }),
  ...(atMs !== undefined && { atMs }),
  isSent: sentAs !== null,
});

const shownSubtitles = ({ file, shown, language, words, isSent }: VideoSubtitles): PreviewSubtitles => ({
  ...{ url: urlOf(file.mediaId, shown), language, words, isSent },
});

/** The link that the card of a post leads to; null if there is none, or the author leaves it out. */
export function linkOfCard({ link, cardLink = null, settings }: Pick<PostExtras, 'link' | 'cardLink' | 'settings'>): string | null {
  return settings?.[NO_LINK_CARD] === true ? null : (link ?? cardLink);
}

/** Whether the link of a post is published although it is not in the text. */
export function carriesLink({ carriesLinkCard, carriesLink: isCarried }: NetworkRules): boolean {
  return Boolean(carriesLinkCard || isCarried);
}

/** Whether a reader can click on it in the text. */
export function isLinkIn(link: string, parts: readonly Pick<PreviewPart, 'facets'>[]): boolean {
  const href = URL.parse(link)?.href;
  return parts.some(({ facets }) =>
    facets.some(({ kind, target }) => kind === 'link' && (target === link || URL.parse(target)?.href === href)),
  );
}
