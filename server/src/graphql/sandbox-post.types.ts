import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { SandboxPost } from '../sandbox/sandbox-post.entity.ts';
import { NodeType } from './node.types.ts';
import { createPageType } from './page.ts';

@ObjectType('SandboxImage', { description: 'A picture of a post on the sandbox platform.' })
export class SandboxImageType {
  @Field(() => String, { description: 'Path on this service.' })
  url!: string;

  @Field(() => String, { description: 'What it shows, for people who cannot see it; empty where nobody wrote it.' })
  altText!: string;
}

@ObjectType('SandboxPost', { implements: NodeType, description: 'A post on the sandbox platform; nobody outside the workspace sees it.' })
export class SandboxPostType extends NodeType {
  @Field(() => String, { description: 'The text as it went out.' })
  text!: string;

  @Field(() => String, { description: 'The sandbox account that it was posted by.' })
  handle!: string;

  @Field(() => [SandboxImageType], { description: 'The pictures that went out with it.' })
  images!: SandboxImageType[];

  @Field(() => GraphQLDateTime, { description: 'When it went out.' })
  createdAt!: Date;
}

export const SandboxPostPageType = createPageType('SandboxPost', SandboxPostType);

export function toSandboxPostType(row: SandboxPost, handle: string): SandboxPostType {
  const images = row.images.map(({ media_id, sha256, alt_text }) => ({ url: `/api/media/${media_id}/${sha256}`, altText: alt_text }));
  return { id: row.id, text: row.text, handle, images, createdAt: row.createdAt };
}
