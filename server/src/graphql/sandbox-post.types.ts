import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { SandboxPost } from '../sandbox/sandbox-post.entity.ts';
import { NodeType } from './node.types.ts';
import { createPageType } from './page.ts';

@ObjectType('SandboxPost', { implements: NodeType, description: 'A post on the sandbox platform; nobody outside the workspace sees it.' })
export class SandboxPostType extends NodeType {
  @Field(() => String, { description: 'The text as it went out.' })
  text!: string;

  @Field(() => String, { description: 'The sandbox account that it was posted by.' })
  handle!: string;

  @Field(() => GraphQLDateTime, { description: 'When it went out.' })
  createdAt!: Date;
}

export const SandboxPostPageType = createPageType('SandboxPost', SandboxPostType);

export function toSandboxPostType(row: SandboxPost, handle: string): SandboxPostType {
  return { id: row.id, text: row.text, handle, createdAt: row.createdAt };
}
