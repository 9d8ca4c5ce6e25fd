import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { DescribedPicture } from '../../media/describe-media.ts';
import { type MediaWithRenditions, reducedFrom } from '../../media/media-queries.ts';
import { VTT_TYPE } from '../../media/rendition.entity.ts';
import { PreviewImageType, type VideoCoverType, type VideoSubtitlesType } from './preview.types.ts';

@ObjectType('PictureSize', { description: 'The size of a picture.' })
export class PictureSizeType {
  @Field(() => Int, { description: 'The width in pixels.' })
  width!: number;

  @Field(() => Int, { description: 'The height in pixels.' })
  height!: number;
}

@ObjectType('Picture', { description: 'A picture, video or document of a draft, as uploaded.' })
export class PictureType extends PreviewImageType {
  @Field(() => ID, { description: 'The file’s id, `med_…`.' })
  id!: string;

  @Field(() => PictureSizeType, {
    nullable: true,
    description: 'The original size, if the picture was larger than any platform shows and was scaled down; null otherwise.',
  })
  reducedFrom!: PictureSizeType | null;
}

@InputType('VideoCoverInput', {
  description: 'The cover that a video shows before it plays: set one of the fields, or neither to remove the cover.',
})
export class VideoCoverInput {
  @Field(() => ID, { nullable: true, description: 'A still picture of the workspace, `med_…`.' })
  mediaId?: string | null;

  @Field(() => Int, { nullable: true, description: 'The position of a frame of the video, in milliseconds.' })
  atMs?: number | null;
}

@InputType('VideoSubtitlesInput', { description: 'The subtitles of a video; without a file, they are removed.' })
export class VideoSubtitlesInput {
  @Field(() => ID, { nullable: true, description: 'An SRT or WebVTT file of the workspace, `med_…`.' })
  mediaId?: string | null;

  @Field(() => String, { nullable: true, description: 'The language as a BCP 47 tag, for instance `en`.' })
  language?: string | null;
}

@InputType('PictureInput', { description: 'A picture, video or document of a post.' })
export class PictureInput {
  @Field(() => ID, { description: 'The uploaded file, `med_…`.' })
  mediaId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The alternative text, at most 2,000 characters; as uploaded if omitted. A different text creates a new picture.',
  })
  altText?: string | null;

  @Field(() => VideoCoverInput, { nullable: true, description: 'The cover of a video; unchanged if omitted.' })
  cover?: VideoCoverInput | null;

  @Field(() => VideoSubtitlesInput, { nullable: true, description: 'The subtitles of a video; unchanged if omitted.' })
  subtitles?: VideoSubtitlesInput | null;
}

export function toPictureType({ media, renditions: [whole], cover, subtitles }: MediaWithRenditions): PictureType[] {
  if (!whole) return [];
  const { id, altText } = media;
  const { sha256, mimeType, width, height } = whole;
  const shown = { id, url: `/api/media/${id}/${sha256}`, altText, width, height, mimeType };
  const extras = { cover: cover ? toCover(cover) : null, subtitles: subtitles ? toSubtitles(subtitles) : null };
  return [{ ...shown, ...extras, seconds: media.seconds ?? null, reducedFrom: reducedFrom(media) }];
}

function toCover({ picture, atMs }: NonNullable<MediaWithRenditions['cover']>): VideoCoverType {
  const mediaId = picture?.media.id ?? null;
  return { mediaId, url: mediaId && `/api/media/${mediaId}/${picture?.renditions[0]?.sha256}`, atMs, isSent: true };
}

function toSubtitles({ file: { media, renditions }, language }: NonNullable<MediaWithRenditions['subtitles']>): VideoSubtitlesType {
  const form = renditions.find(({ mimeType }) => mimeType === VTT_TYPE);
  return { mediaId: media.id, url: `/api/media/${media.id}/${form?.sha256}`, language, isSent: true };
}

/** GraphQL passes null for omitted fields. */
export function toDescribedPictures(pictures: readonly PictureInput[] | null | undefined): DescribedPicture[] | undefined {
  return pictures?.map(({ mediaId, altText, cover, subtitles }) => ({
    ...{ mediaId, altText },
    ...(cover && { cover: cover.mediaId || cover.atMs != null ? { mediaId: cover.mediaId ?? null, atMs: cover.atMs ?? null } : null }),
    ...(subtitles && {
      subtitles: subtitles.mediaId ? { mediaId: subtitles.mediaId, language: subtitles.language ?? '' } : null,
    }),
  }));
}
