import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Translate } from '../../languages/translate.ts';
import { shownCard } from '../../platforms/platform/preview.ts';
import { shownSetting } from '../../platforms/platform/settings.ts';
import type { Facet, Preview } from '../../platforms/platform.ts';
import { createEnum } from '../engine/create-enum.ts';
import { KEPT_PERCENT, OmissionType } from './caption.types.ts';
import { PreviewSettingType } from './setting.types.ts';

const FacetKindEnum = createEnum<Facet['kind']>('FacetKind', 'What a stretch of text becomes.', {
  link: 'A link to an address.',
  mention: 'The name of an account on the platform.',
  tag: 'A topic.',
});

@ObjectType('Facet', { description: 'A stretch of text that the platform turns into something to click on.' })
export class FacetType {
  @Field(() => Int, { description: 'Where it begins, in UTF-16 units of the text.' })
  start!: number;

  @Field(() => Int, { description: 'Where it ends: the first UTF-16 unit behind it.' })
  end!: number;

  @Field(() => FacetKindEnum, { description: 'What it becomes.' })
  kind!: Facet['kind'];

  @Field(() => String, { description: 'Where a click leads: an address, an account or a tag.' })
  target!: string;
}

@ObjectType('VideoCover', { description: 'What a video shows before it plays.' })
export class VideoCoverType {
  @Field(() => ID, { nullable: true, description: 'The picture, `med_…`; null in previews, and for a moment of the video alone.' })
  mediaId?: string | null;

  @Field(() => String, { nullable: true, description: 'Path of the picture on this service; null for a moment of the video alone.' })
  url?: string | null;

  @Field(() => Int, { nullable: true, description: 'The moment of the video, in milliseconds; null for another picture.' })
  atMs?: number | null;

  @Field(() => Boolean, { description: 'Whether it is published; a network that takes none chooses one itself.' })
  isSent!: boolean;
}

@ObjectType('VideoSubtitles', { description: 'The subtitles of a video.' })
export class VideoSubtitlesType {
  @Field(() => ID, { nullable: true, description: 'The file, `med_…`; null in previews.' })
  mediaId?: string | null;

  @Field(() => String, { description: 'Path on this service, as WebVTT.' })
  url!: string;

  @Field(() => String, { description: 'Their language (BCP 47).' })
  language!: string;

  @Field(() => Boolean, { description: 'Whether they are published; a network that takes none shows the video without them.' })
  isSent!: boolean;
}

@ObjectType('PreviewImage', { description: 'A picture, a video or a document in the published form.' })
export class PreviewImageType {
  @Field(() => String, { description: 'Path on this service; requires access to the workspace.' })
  url!: string;

  @Field(() => String, { description: 'The alternative text; empty if there is none.' })
  altText!: string;

  @Field(() => Boolean, { nullable: true, description: 'True where the network takes no description of it; otherwise null.' })
  hasNoAltText?: boolean | null;

  @Field(() => Int, { description: 'In pixels.' })
  width!: number;

  @Field(() => Int, { description: 'In pixels.' })
  height!: number;

  @Field(() => Int, { nullable: true, description: 'How long a video lasts, rounded up; null for a picture.' })
  seconds?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The type of the file, for instance `image/gif` of an animated picture or `application/pdf` of a document; null in older previews.',
  })
  mimeType?: string | null;

  @Field(() => VideoCoverType, { nullable: true, description: 'Of a video; null where none was chosen.' })
  cover?: VideoCoverType | null;

  @Field(() => VideoSubtitlesType, { nullable: true, description: 'Of a video; null where there are none.' })
  subtitles?: VideoSubtitlesType | null;
}

@ObjectType('LinkCard', { description: 'The card under a post, where the platform shows one.' })
export class LinkCardType {
  @Field(() => String, { description: 'Where the card leads.' })
  url!: string;

  @Field(() => String, { description: 'The page’s title, or its host where nothing is known of the page.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'The page’s own description.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'The site’s own name.' })
  siteName!: string | null;

  @Field(() => PreviewImageType, { nullable: true, description: 'The page’s picture.' })
  image!: PreviewImageType | null;

  @Field(() => Boolean, {
    description: 'The network builds the card itself, from the page at that time; otherwise it is published exactly as shown here.',
  })
  isMadeByNetwork!: boolean;

  @Field(() => String, { nullable: true, description: 'Why the card has only the address: the fault when the page was read.' })
  missing!: string | null;
}

@ObjectType('PreviewPart', { description: 'One post of a preview; a thread has several.' })
export class PreviewPartType {
  @Field(() => String, { description: 'The text as the platform shows it.' })
  text!: string;

  @Field(() => [FacetType], { description: 'In the order of the text; they do not overlap.' })
  facets!: FacetType[];

  @Field(() => Int, { description: 'How long the text is by the platform’s own counting, in `unit`.' })
  length!: number;

  @Field(() => Int, { description: 'How long it may be, in `unit`.' })
  limit!: number;

  @Field(() => String, { description: '`weighted`, `graphemes`, `utf16`, `code_points`, `bytes` or `emoji_as_bytes`.' })
  unit!: string;
}

@ObjectType('Preview', { description: 'A post as a person will see it on the platform.' })
export class PreviewType {
  @Field(() => String, { nullable: true, description: 'The title, where the platform shows one apart from the text.' })
  title?: string;

  @Field(() => [PreviewPartType], { description: 'The post and, in a thread, those after it.' })
  parts!: PreviewPartType[];

  @Field(() => [String], { nullable: true, description: 'Tags that travel in a field of their own, where there are such.' })
  tags?: string[];

  @Field(() => LinkCardType, { nullable: true, description: 'The card under the post; null where there is none.' })
  linkCard!: LinkCardType | null;

  @Field(() => [PreviewImageType], { description: 'The pictures and videos; empty where there are none.' })
  images!: PreviewImageType[];

  @Field(() => [String], { description: 'Names that look like mentions but match no account: they stay plain text.' })
  plainNames!: string[];

  @Field(() => [PreviewSettingType], { description: 'The network’s own settings that are signed with the post; empty where it has none.' })
  settings!: PreviewSettingType[];

  @Field(() => [OmissionType], { description: 'What of the source text is not in the post; empty where all of it is.' })
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
