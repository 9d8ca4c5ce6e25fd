import { fromStoredMessage, type StoredSentence } from '../../languages/stored-message.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Departure, Omission } from '../text/omission.ts';
import type { Facet, LengthUnit } from './rules.ts';
import type { PreviewSetting } from './settings.ts';

export interface PreviewPart {
  text: string;
  facets: Facet[];
  /** In `unit`. */
  length: number;
  limit: number;
  unit: LengthUnit;
}

/** The post as a person will see it there; the first part and, in a thread, those after it. */
export interface Preview {
  /** What the post omits of the source text; absent if nothing, or if they were not compared. */
  omissions?: readonly Omission[];
  /** Where a model's words may say something else than the source; absent if nowhere. */
  departures?: readonly Departure[];
  /** The percentage of the source, if the post is only its beginning; 0 if none of it fits. Absent if it is complete. */
  keptPercent?: number;
  /** If the platform shows it separately from the text. */
  title?: string;
  /** Tags in a field of their own, without the number sign. */
  tags?: string[];
  parts: PreviewPart[];
  /** The card under the post, where the platform shows one. */
  linkCard: PreviewCard | null;
  /** Names that look like mentions but match no account. */
  plainNames?: string[];
  /** The images in their published form. */
  images?: PreviewImage[];
  /** The network's own settings of the post. */
  settings?: PreviewSetting[];
}

export interface PreviewCard {
  url: string;
  /** Of the page, or its host if the page is unknown. */
  title: string;
  description?: string;
  siteName?: string;
  image?: PreviewImage;
  /** The network generates the card itself, from the page as it will be then. */
  isMadeByNetwork?: true;
  /** Why the card shows only the address, or has no image, in a sentence. */
  missing?: string;
  /** The message with its parameters, for other languages. */
  missingSentence?: StoredSentence;
}

/** A card for display: all possible fields, and in the reader's language why some are missing. */
export function shownCard({ missing, missingSentence, ...card }: PreviewCard, translate: Translate) {
  const why = missing === undefined ? null : translate(fromStoredMessage({ message: missing, sentence: missingSentence }));
  return { description: null, siteName: null, image: null, isMadeByNetwork: false, ...card, missing: why };
}

export interface PreviewImage {
  /** Path on this service, for callers who may read the workspace. */
  url: string;
  altText: string;
  /** Set where the platform takes no description of it. */
  hasNoAltText?: true;
  /** In pixels. */
  width: number;
  height: number;
  /** How long a video lasts; absent for an image. */
  seconds?: number;
  /** Of the file; absent in previews from before this was stored. */
  mimeType?: string;
  /** Of a video, where one was chosen. */
  cover?: PreviewCover;
  subtitles?: PreviewSubtitles;
}

export interface PreviewCover {
  /** Of the picture; absent where only a moment of the video was chosen. */
  url?: string;
  /** The moment of the video, in milliseconds. */
  atMs?: number;
  /** Otherwise the network chooses a cover itself. */
  isSent: boolean;
}

export interface PreviewSubtitles {
  /** As WebVTT. */
  url: string;
  /** BCP 47. */
  language: string;
  /** What they say, without times. */
  words: string;
  /** Otherwise the network shows the video without them. */
  isSent: boolean;
}
