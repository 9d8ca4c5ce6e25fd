import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { DescribedPicture } from '../../media/describe-media.ts';
import { type MediaWithRenditions, reducedFrom } from '../../media/media-queries.ts';
import { VTT_TYPE } from '../../media/rendition.entity.ts';
import { PreviewImageType, type VideoCoverType, type VideoSubtitlesType } from './preview.types.ts';

@ObjectType('PictureSize', { description: 'How large a picture is.' })
export class PictureSizeType {
  @Field(() => Int, { description: 'In pixels.' })
  width!: number;

  @Field(() => Int, { description: 'In pixels.' })
  height!: number;
}

@ObjectType('Picture', { description: 'A picture of a draft, as it was handed in.' })
export class PictureType extends PreviewImageType {
  @Field(() => ID, { description: '`med_…`.' })
  id!: string;

  @Field(() => PictureSizeType, {
    nullable: true,
    description: 'Its size as it was handed in, where it was larger than any platform shows and was reduced; null where it was kept.',
  })
  reducedFrom!: PictureSizeType | null;
}

@InputType('VideoCoverInput', { description: 'What a video is to show before it plays; without both fields: nothing of its own.' })
export class VideoCoverInput {
  @Field(() => ID, { nullable: true, description: 'A still picture of the workspace.' })
  mediaId?: string | null;

  @Field(() => Int, { nullable: true, description: 'The moment of the video that it shows, in milliseconds.' })
  atMs?: number | null;
}

@InputType('VideoSubtitlesInput', { description: 'The subtitles of a video; without a file: none.' })
export class VideoSubtitlesInput {
  @Field(() => ID, { nullable: true, description: 'An SRT or WebVTT file of the workspace.' })
  mediaId?: string | null;

  @Field(() => String, { nullable: true, description: 'Their language (BCP 47), for instance `en`.' })
  language?: string | null;
}

@InputType('PictureInput', { description: 'A picture as a post is to have it.' })
export class PictureInput {
  @Field(() => ID, { description: 'A picture of the workspace, `med_…`.' })
  mediaId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it shows, at most 2,000 characters; left out: as it was handed in. Another description makes another picture of it.',
  })
  altText?: string | null;

  @Field(() => VideoCoverInput, { nullable: true, description: 'Of a video; left out: as it is.' })
  cover?: VideoCoverInput | null;

  @Field(() => VideoSubtitlesInput, { nullable: true, description: 'Of a video; left out: as they are.' })
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

/** GraphQL passes null for fields left out. */
export function toDescribedPictures(pictures: readonly PictureInput[] | null | undefined): DescribedPicture[] | undefined {
  return pictures?.map(({ mediaId, altText, cover, subtitles }) => ({
    ...{ mediaId, altText },
    ...(cover && { cover: cover.mediaId || cover.atMs != null ? { mediaId: cover.mediaId ?? null, atMs: cover.atMs ?? null } : null }),
    ...(subtitles && {
      subtitles: subtitles.mediaId ? { mediaId: subtitles.mediaId, language: subtitles.language ?? '' } : null,
    }),
  }));
}
