import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { SandboxCard, SandboxImage } from '../../platforms/sandbox/sandbox-feed.ts';
import type { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { VideoCoverType, VideoSubtitlesType } from '../drafts/preview.types.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType } from '../engine/paging.ts';

@ObjectType('SandboxImage', { description: 'A picture, video or document of a post on the sandbox platform.' })
export class SandboxImageType {
  @Field(() => String, { description: 'The path of the file on this service.' })
  url!: string;

  @Field(() => String, { description: 'The alternative text; empty if there is none.' })
  altText!: string;

  @Field(() => String, { nullable: true, description: 'The MIME type of a video or document; null for a picture.' })
  mimeType!: string | null;

  @Field(() => VideoCoverType, {
    nullable: true,
    description: 'The cover of a video; null if none was chosen.',
  })
  cover!: VideoCoverType | null;

  @Field(() => VideoSubtitlesType, { nullable: true, description: 'The subtitles of a video; null if there are none.' })
  subtitles!: VideoSubtitlesType | null;
}

@ObjectType('SandboxCard', { description: 'The link card of a post, as published.' })
export class SandboxCardType {
  @Field(() => String, { description: 'The URL that the card links to.' })
  url!: string;

  @Field(() => String, { description: 'The title of the card.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'The page’s description; null if it has none.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'The site’s name; null if unknown.' })
  siteName!: string | null;

  @Field(() => SandboxImageType, { nullable: true, description: 'The picture of the card; null if it has none.' })
  image!: SandboxImageType | null;
}

@ObjectType('SandboxPost', { implements: NodeType, description: 'A post on the sandbox platform, visible only within the workspace.' })
export class SandboxPostType extends NodeType {
  @Field(() => String, { description: 'The text as published.' })
  text!: string;

  @Field(() => String, { description: 'The name of the sandbox account.' })
  handle!: string;

  @Field(() => [SandboxImageType], { description: 'The published pictures, video or document.' })
  images!: SandboxImageType[];

  @Field(() => SandboxCardType, { nullable: true, description: 'The link card; null if there is none.' })
  linkCard!: SandboxCardType | null;

  @Field(() => GraphQLDateTime, { description: 'When the post was published.' })
  createdAt!: Date;
}

export const SandboxPostPageType = createPageType('SandboxPost', SandboxPostType);

export function toSandboxPostType(row: SandboxPost, handle: string): SandboxPostType {
  const linkCard = row.card ? toSandboxCardType(row.card) : null;
  return { id: row.id, text: row.text, handle, images: row.images.map(toSandboxImageType), linkCard, createdAt: row.createdAt };
}

function toSandboxImageType(image: SandboxImage): SandboxImageType {
  const { alt_text: altText, mime_type: mimeType = null, cover, subtitles } = image;
  return {
    ...{ url: urlOf(image), altText, mimeType },
    cover: cover ? { ...('at_ms' in cover ? { atMs: cover.at_ms } : { url: urlOf(cover) }), isSent: true } : null,
    subtitles: subtitles ? { url: urlOf(subtitles), language: subtitles.language, isSent: true } : null,
  };
}

const urlOf = ({ media_id: mediaId, sha256 }: Pick<SandboxImage, 'media_id' | 'sha256'>): string => `/api/media/${mediaId}/${sha256}`;

function toSandboxCardType({ url, title, description, site_name: siteName, image }: SandboxCard): SandboxCardType {
  return { url, title, description: description ?? null, siteName: siteName ?? null, image: image ? toSandboxImageType(image) : null };
}
