import { type Sentence, say } from '../languages/sentence.ts';
import { FIRST_COMMENT } from '../platforms/platform/first-comment.ts';
import type { Facet, Post, Preview, PreviewCard } from '../platforms/platform.ts';

/** A text that is published with a post, and its field. */
export interface OutgoingText {
  /** `text`, `title`, `tags`, `link`, `thread/0`, `images/0`, `subtitles/0`, `link_card/title`, `settings/title`; see `placeInWords()`. */
  field: string;
  text: string;
  /** The network's links in it, with their targets. */
  links?: Facet[];
  /** The names that the network interprets as accounts. */
  mentions?: Facet[];
}

/** The texts of a frozen or prepared payload. */
export interface WordedPayload {
  preview: Preview;
  /** Absent or null if only the preview is known. */
  post?: Post | null;
}

/**
 * Every text that readers, clients or search engines get with a payload, in the order of the post: the only
 * list for the safety checks. What a platform adds to its payload belongs here; a test marks every field of a
 * post and searches each platform's payload for it.
 */
export function outgoingTexts({ preview, post }: WordedPayload): OutgoingText[] {
  const { title, parts, tags, images = [], linkCard, settings = [] } = preview;
  const link = post?.link ?? linkCard?.url;
  return [
    ...given('title', title),
    ...parts.map(({ text, facets }, index) => ({
      field: index === 0 ? 'text' : `thread/${index - 1}`,
      text,
      ...linksAndNames(facets),
    })),
    ...given('tags', tagLine(tags ?? post?.tags ?? [])),
    ...images.flatMap(({ altText }, index) => given(`images/${index}`, altText)),
    // Subtitles that the network does not support are not published.
    ...images.flatMap(({ subtitles }, index) => (subtitles?.isSent ? given(`subtitles/${index}`, subtitles.words) : [])),
    ...given('link', link),
    ...cardTexts(linkCard),
    // Free text by the author; chosen values are the network's.
    ...settings.flatMap(({ name, value, sentences, facets }) =>
      sentences.value ? [] : given(`settings/${name}`, value).map((text) => ({ ...text, ...(facets && linksAndNames(facets)) })),
    ),
  ];
}

const linksAndNames = (facets: readonly Facet[]) => ({
  links: facets.filter(({ kind }) => kind === 'link'),
  mentions: facets.filter(({ kind }) => kind === 'mention'),
});

/** Text by others, but published under the workspace's name; a card that the network generates is unknown. */
function cardTexts(card: PreviewCard | null): OutgoingText[] {
  if (!card || card.isMadeByNetwork) return [];
  return [
    // If the page could not be read, the title is the link's host.
    ...(card.url.includes(card.title) ? [] : given('link_card/title', card.title)),
    ...given('link_card/description', card.description),
    ...given('link_card/site_name', card.siteName),
    ...given('link_card/image', card.image?.altText),
  ];
}

function given(field: string, text: string | undefined): OutgoingText[] {
  return text ? [{ field, text }] : [];
}

export function tagLine(tags: readonly string[]): string {
  return tags.map((tag) => `#${tag}`).join(' ');
}

const PLACES: Record<string, Sentence> = {
  text: say`in the text`,
  title: say`in the title`,
  tags: say`in the tags`,
  link: say`in the link`,
  'link_card/title': say`in the title of the link’s card`,
  'link_card/description': say`in the description of the link’s card`,
  'link_card/site_name': say`in the name of the site on the link’s card`,
  'link_card/image': say`in the description of the picture on the link’s card`,
  'link_card/picture': say`in the picture on the link’s card`,
};

/** A text's field, in words: "in the description of picture 2". */
export function placeInWords(field: string): Sentence {
  const [list, index] = field.split('/');
  if (list === 'images') return say`in the description of picture ${Number(index) + 1}`;
  if (list === 'subtitles') return say`in the subtitles of video ${Number(index) + 1}`;
  if (list === 'covers') return say`in the cover of video ${Number(index) + 1}`;
  if (list === 'videos') return say`in video ${Number(index) + 1}`;
  if (list === 'documents') return say`in document ${Number(index) + 1}`;
  if (list === 'pictures') return say`in picture ${Number(index) + 1}`;
  if (list === 'thread') return say`in post ${Number(index) + 2} of the thread`;
  if (field === `settings/${FIRST_COMMENT}`) return say`in the first comment`;
  if (list === 'settings') return say`in the settings of the network`;
  return PLACES[field] ?? say`in ${field.replaceAll(/[_/]/g, ' ')}`;
}
