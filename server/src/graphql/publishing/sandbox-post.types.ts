import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { SandboxCard, SandboxImage } from '../../platforms/sandbox/sandbox-feed.ts';
import type { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { VideoCoverType, VideoSubtitlesType } from '../drafts/preview.types.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType } from '../engine/paging.ts';

@ObjectType('SandboxImage', { description: 'A picture of a post on the sandbox platform.' })
export class SandboxImageType {
  @Field(() => String, { description: 'Path on this service.' })
  url!: string;

  @Field(() => String, { description: 'The alternative text; empty if there is none.' })
  altText!: string;

  @Field(() => String, { nullable: true, description: 'The type of a video or a document; null for a picture.' })
  mimeType!: string | null;

  @Field(() => VideoCoverType, {
    nullable: true,
    description: 'What a video shows before it plays; null where it has no cover of its own.',
  })
  cover!: VideoCoverType | null;

  @Field(() => VideoSubtitlesType, { nullable: true, description: 'Of a video; null where there are none.' })
  subtitles!: VideoSubtitlesType | null;
}

@ObjectType('SandboxCard', { description: 'The card of a link, as it went out.' })
export class SandboxCardType {
  @Field(() => String, { description: 'Where it leads.' })
  url!: string;

  @Field(() => String, { description: 'What it is headed with.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'What the page is about.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'The name of the site.' })
  siteName!: string | null;

  @Field(() => SandboxImageType, { nullable: true, description: 'Its picture.' })
  image!: SandboxImageType | null;
}

@ObjectType('SandboxPost', { implements: NodeType, description: 'A post on the sandbox platform, visible only within the workspace.' })
export class SandboxPostType extends NodeType {
  @Field(() => String, { description: 'The text as it went out.' })
  text!: string;

  @Field(() => String, { description: 'The sandbox account that it was posted by.' })
  handle!: string;

  @Field(() => [SandboxImageType], { description: 'The pictures, the video or the document that went out with it.' })
  images!: SandboxImageType[];

  @Field(() => SandboxCardType, { nullable: true, description: 'The card of its link; null where it has none.' })
  linkCard!: SandboxCardType | null;

  @Field(() => GraphQLDateTime, { description: 'When it went out.' })
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
