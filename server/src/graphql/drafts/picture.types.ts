import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { DescribedPicture } from '../../media/describe-media.ts';
import { type MediaWithRenditions, reducedFrom } from '../../media/media-queries.ts';
import { PreviewImageType } from './preview.types.ts';

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

@InputType('PictureInput', { description: 'A picture as a post is to have it.' })
export class PictureInput {
  @Field(() => ID, { description: 'A picture of the workspace, `med_…`.' })
  mediaId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it shows, at most 2,000 characters; left out: as it was handed in. Another description makes another picture of it.',
  })
  altText?: string | null;
}

export function toPictureType({ media, renditions: [whole] }: MediaWithRenditions): PictureType[] {
  if (!whole) return [];
  const { id, altText } = media;
  const { sha256, mimeType, width, height } = whole;
  const shown = { id, url: `/api/media/${id}/${sha256}`, altText, width, height, mimeType };
  return [{ ...shown, seconds: media.seconds ?? null, reducedFrom: reducedFrom(media) }];
}

/** GraphQL passes null for fields left out. */
export function toDescribedPictures(pictures: readonly PictureInput[] | null | undefined): DescribedPicture[] | undefined {
  return pictures ? pictures.map(({ mediaId, altText }) => ({ mediaId, altText })) : undefined;
}
