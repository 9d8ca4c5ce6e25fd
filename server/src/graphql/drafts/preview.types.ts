import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import { shownCard } from '../../platforms/platform/preview.ts';
import { shownSetting } from '../../platforms/platform/settings.ts';
import type { Facet, Preview } from '../../platforms/platform.ts';
import { createEnum } from '../engine/create-enum.ts';
import { KEPT_PERCENT, OmissionType } from './caption.types.ts';
import { PreviewSettingType } from './setting.types.ts';

const FacetKindEnum = createEnum<Facet['kind']>('FacetKind', 'The kind of a facet.', {
  link: 'A link.',
  mention: 'A mention of an account on the platform.',
  tag: 'A tag.',
});

@ObjectType('Facet', { description: 'A passage of text that is clickable on the platform.' })
export class FacetType {
  @Field(() => Int, { description: 'The start in the text, in UTF-16 code units.' })
  start!: number;

  @Field(() => Int, { description: 'The end in the text (exclusive), in UTF-16 code units.' })
  end!: number;

  @Field(() => FacetKindEnum, { description: 'The kind of facet.' })
  kind!: Facet['kind'];

  @Field(() => String, { description: 'The target of a click: a URL, an account or a tag.' })
  target!: string;
}

@ObjectType('VideoCover', { description: 'The cover that a video shows before it plays.' })
export class VideoCoverType {
  @Field(() => ID, { nullable: true, description: 'The picture, `med_…`; null in previews, and if the cover is a frame of the video.' })
  mediaId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The path of the picture on this service; null if the cover is a frame of the video.',
  })
  url?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The position of the frame in the video, in milliseconds; null if the cover is a picture.',
  })
  atMs?: number | null;

  @Field(() => Boolean, { description: 'Whether the cover is published. A network that accepts none chooses its own.' })
  isSent!: boolean;
}

@ObjectType('VideoSubtitles', { description: 'The subtitles of a video.' })
export class VideoSubtitlesType {
  @Field(() => ID, { nullable: true, description: 'The uploaded file, `med_…`; null in previews.' })
  mediaId?: string | null;

  @Field(() => String, { description: 'The path of the subtitles on this service, as WebVTT.' })
  url!: string;

  @Field(() => String, { description: 'The language as a BCP 47 tag.' })
  language!: string;

  @Field(() => Boolean, { description: 'Whether the subtitles are published. A network that accepts none shows the video without them.' })
  isSent!: boolean;
}

@ObjectType('PreviewImage', { description: 'A picture, a video or a document in the published form.' })
export class PreviewImageType {
  @Field(() => String, { description: 'The path of the file on this service; requires access to the workspace.' })
  url!: string;

  @Field(() => String, { description: 'The alternative text; empty if there is none.' })
  altText!: string;

  @Field(() => Boolean, { nullable: true, description: 'True if the network accepts no alternative text for it; null otherwise.' })
  hasNoAltText?: boolean | null;

  @Field(() => Int, { description: 'The width in pixels.' })
  width!: number;

  @Field(() => Int, { description: 'The height in pixels.' })
  height!: number;

  @Field(() => Int, { nullable: true, description: 'The video’s duration in seconds, rounded up; null for a picture.' })
  seconds?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The MIME type, for instance `image/gif` for an animated picture or `application/pdf` for a document; null in older previews.',
  })
  mimeType?: string | null;

  @Field(() => VideoCoverType, { nullable: true, description: 'The cover of a video; null if none was chosen.' })
  cover?: VideoCoverType | null;

  @Field(() => VideoSubtitlesType, { nullable: true, description: 'The subtitles of a video; null if there are none.' })
  subtitles?: VideoSubtitlesType | null;
}

@ObjectType('LinkCard', { description: 'The link card of a post, on platforms that show one.' })
export class LinkCardType {
  @Field(() => String, { description: 'The URL that the card links to.' })
  url!: string;

  @Field(() => String, { description: 'The page’s title, or its host if the page could not be read.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'The page’s description; null if it has none.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'The site’s name; null if unknown.' })
  siteName!: string | null;

  @Field(() => PreviewImageType, { nullable: true, description: 'The page’s picture; null if it has none.' })
  image!: PreviewImageType | null;

  @Field(() => Boolean, {
    description:
      'Whether the network creates the card itself from the page when the post is published. If not, the card is published exactly as shown here.',
  })
  isMadeByNetwork!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Why the page could not be read, so the card has only the URL; null if it could.',
  })
  missing!: string | null;
}

@ObjectType('PreviewPart', { description: 'One post of a preview. A thread has several.' })
export class PreviewPartType {
  @Field(() => String, { description: 'The text as the platform shows it.' })
  text!: string;

  @Field(() => [FacetType], { description: 'The facets, in the order of the text, without overlaps.' })
  facets!: FacetType[];

  @Field(() => Int, { description: 'The length of the text as counted by the platform, in `unit`.' })
  length!: number;

  @Field(() => Int, { description: 'The maximum length, in `unit`.' })
  limit!: number;

  @Field(() => String, { description: 'The unit: `weighted`, `graphemes`, `utf16`, `code_points`, `bytes` or `emoji_as_bytes`.' })
  unit!: string;
}

@ObjectType('Preview', { description: 'A post as readers will see it on the platform.' })
export class PreviewType {
  @Field(() => String, { nullable: true, description: 'The title; null on platforms without separate titles.' })
  title?: string;

  @Field(() => [PreviewPartType], { description: 'The post, and the further posts of a thread.' })
  parts!: PreviewPartType[];

  @Field(() => [String], { nullable: true, description: 'The tags; null on platforms that have tags only in the text.' })
  tags?: string[];

  @Field(() => LinkCardType, { nullable: true, description: 'The link card; null if there is none.' })
  linkCard!: LinkCardType | null;

  @Field(() => [PreviewImageType], { description: 'The pictures, videos and documents; empty if there are none.' })
  images!: PreviewImageType[];

  @Field(() => [String], { description: 'Names that look like mentions but match no account, and are published as plain text.' })
  plainNames!: string[];

  @Field(() => [PreviewSettingType], { description: 'The network’s own options that are signed with the post; empty if there are none.' })
  settings!: PreviewSettingType[];

  @Field(() => [OmissionType], { description: 'Parts of the source text that are not in the post; empty if all of it is.' })
  omissions!: OmissionType[];

  @Field(() => Int, { nullable: true, description: KEPT_PERCENT })
  keptPercent!: number | null;
}

export function toPreviewType(preview: Preview, translate: Translate): PreviewType {
  const { linkCard, images = [], plainNames = [], omissions = [], keptPercent = null, settings = [] } = preview;
  const shown = linkCard && shownCard(linkCard, translate);
  const signed = settings.map((setting) => shownSetting(setting, translate));
  return { ...preview, linkCard: shown, images, plainNames, omissions: [...omissions], keptPercent, settings: signed };
}
