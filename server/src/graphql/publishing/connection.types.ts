import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Connection } from '../../connections/connection.entity.ts';
import type { ConnectionView } from '../../connections/connection-queries.ts';
import type { ApprovedPosts } from '../../context.ts';
import { PlatformRuleType } from '../drafts/platform.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';

const ConnectionHealthEnum = createEnum<Connection['health']>('ConnectionHealth', 'Whether a connection can be used.', {
  healthy: 'It works.',
  failing: 'The platform refused it the last time.',
  revoked: 'It has to be connected again.',
});

const ApprovedPostsEnum = createEnum<ApprovedPosts>(
  'ApprovedPosts',
  'What becomes of posts that were approved without an account that is connected now.',
  {
    keep: 'They stay as they were approved.',
    ask_again: 'Approval is requested again, with the new account.',
  },
);

const APPROVED_POSTS = { defaultValue: 'keep', description: 'What becomes of posts that were approved without this account.' };

@ObjectType('PostsWithoutAccount', { description: 'Posts that wait for an account on a platform where the workspace had none.' })
export class PostsWithoutAccountType {
  @Field(() => Int, { description: 'Approved as they are, by everybody or by some: asked again only on request.' })
  approved!: number;

  @Field(() => Int, { description: 'Waiting for a first decision: asked again with the new account.' })
  pending!: number;
}

@ObjectType('Connection', {
  implements: NodeType,
  description: 'A workspace’s connected account on a platform. Its credentials are never shown.',
})
export class ConnectionType extends NodeType {
  @Field(() => String, { description: 'The account’s public name there, for instance `harbour.example.org`.' })
  handle!: string;

  @Field(() => ConnectionHealthEnum, { description: 'Whether it can be used.' })
  health!: Connection['health'];

  @Field(() => String, { nullable: true, description: 'What is wrong, in a sentence; null while healthy.' })
  healthMessage!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When its access was last checked with the platform.' })
  checkedAt!: Date | null;

  @Field(() => [PlatformRuleType], {
    description: 'Limits of its own server that replace the platform’s general ones; empty if the server publishes none.',
  })
  limits!: PlatformRuleType[];

  @Field(() => GraphQLDateTime, { description: 'When it was connected.' })
  createdAt!: Date;

  /** Not in the schema: the field resolvers read the row. */
  row!: ConnectionView;
}

@InputType('AddConnectionInput', { description: 'An account to connect.' })
export class AddConnectionInput {
  @Field(() => ID, { description: 'The workspace that will publish through it.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Platform identifier; one that is not known is refused as `unknown_platform`.' })
  platform!: string;

  @Field(() => GraphQLJSON, { description: 'The secrets in the platform’s own shape; sealed at once and never shown again.' })
  credentials!: unknown;

  @Field(() => ID, {
    nullable: true,
    description: 'An existing connection to reconnect; a different account is refused.',
  })
  connectionId?: string | null;

  @Field(() => ApprovedPostsEnum, APPROVED_POSTS)
  approvedPosts!: ApprovedPosts;
}

@InputType('StartConnectingInput', { description: 'An account to connect by signing in at the platform itself.' })
export class StartConnectingInput {
  @Field(() => ID, { description: 'The workspace that will publish through it.' })
  workspaceId!: string;

  @Field(() => String, { description: 'Platform identifier; it has to have `signIn`.' })
  platform!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'What the platform’s `signIn.fields` ask for.' })
  values?: unknown;

  @Field(() => ID, { nullable: true, description: 'An existing connection to reconnect; a different account is refused.' })
  connectionId?: string | null;

  @Field(() => ApprovedPostsEnum, APPROVED_POSTS)
  approvedPosts!: ApprovedPosts;
}

@InputType('FinishConnectingInput', { description: 'What the platform sent back with the person.' })
export class FinishConnectingInput {
  @Field(() => String, { description: 'The `state` parameter; it works once, for the session that began, within a quarter of an hour.' })
  state!: string;

  @Field(() => String, { description: 'The `code` parameter.' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Where the person named the server: its host, the last part of the address that they came back to.',
  })
  server?: string | null;

  @Field(() => String, { nullable: true, description: 'The `device_id` parameter, where the platform sends one.' })
  deviceId?: string | null;
}

@ObjectType('ConnectingStarted', { description: 'The way to the platform.' })
export class ConnectingStartedType {
  @Field(() => String, { description: 'The platform’s own page, where the person goes now.' })
  url!: string;
}

export function toConnectionType(row: ConnectionView): ConnectionType {
  return {
    id: row.id,
    handle: row.handle,
    health: row.health,
    healthMessage: row.healthMessage ?? null,
    checkedAt: row.checkedAt ?? null,
    limits: (row.limits ?? []).map((limit) => ({ ...limit, confidence: 'told' })),
    createdAt: row.createdAt,
    row,
  };
}
