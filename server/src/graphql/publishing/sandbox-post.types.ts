import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { SandboxCard, SandboxImage } from '../../platforms/sandbox/sandbox-feed.ts';
import type { SandboxPost } from '../../sandbox/sandbox.entities.ts';
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

function toSandboxImageType({ media_id, sha256, alt_text: altText, mime_type: mimeType }: SandboxImage): SandboxImageType {
  return { url: `/api/media/${media_id}/${sha256}`, altText, mimeType: mimeType ?? null };
}

function toSandboxCardType({ url, title, description, site_name: siteName, image }: SandboxCard): SandboxCardType {
  return { url, title, description: description ?? null, siteName: siteName ?? null, image: image ? toSandboxImageType(image) : null };
}
