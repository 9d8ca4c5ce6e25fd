import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Connection } from '../../connections/connection.entity.ts';
import type { ConnectionView } from '../../connections/connection-queries.ts';
import type { ApprovedPosts } from '../../context.ts';
import { serverLimitsOf } from '../../platforms/network-rules.ts';
import { PlatformRuleType } from '../drafts/platform.types.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';

const ConnectionHealthEnum = createEnum<Connection['health']>('ConnectionHealth', 'The health of a connection.', {
  healthy: 'Working.',
  failing: 'The platform refused the last request.',
  revoked: 'The account must be reconnected.',
});

const ApprovedPostsEnum = createEnum<ApprovedPosts>(
  'ApprovedPosts',
  'What to do with posts that were approved before the account was connected.',
  {
    keep: 'Publish them as approved, without the new account.',
    ask_again: 'Add the new account, and request approval again.',
  },
);

const APPROVED_POSTS = { defaultValue: 'keep', description: 'What to do with posts that were approved without this account.' };

@ObjectType('PostsWithoutAccount', { description: 'Pending posts for a platform on which the workspace has no connection.' })
export class PostsWithoutAccountType {
  @Field(() => Int, { description: 'Posts with at least one approval. Approval is requested again only if chosen (`approvedPosts`).' })
  approved!: number;

  @Field(() => Int, { description: 'Posts without an approval so far. Approval is requested again, with the new account.' })
  pending!: number;
}

@ObjectType('Connection', {
  implements: NodeType,
  description: 'A workspace’s connected account on a platform. Its credentials are never returned.',
})
export class ConnectionType extends NodeType {
  @Field(() => String, { description: 'The account’s public name on the platform, for instance `harbour.example.org`.' })
  handle!: string;

  @Field(() => ConnectionHealthEnum, { description: 'The health of the connection.' })
  health!: Connection['health'];

  @Field(() => String, { nullable: true, description: 'What is wrong, as a sentence; null if healthy.' })
  healthMessage!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the connection was last checked with the platform; null if never checked.',
  })
  checkedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the access ends unless the account is connected again; null if it lasts, or this service renews it.',
  })
  accessEndsAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What does not work because its permission was not given when the account was connected, as a sentence; null if everything does, or the network does not say.',
  })
  withheldMessage!: string | null;

  @Field(() => [PlatformRuleType], {
    description: 'Limits of the account’s own server, which replace the platform’s general ones; empty if the server reports none.',
  })
  limits!: PlatformRuleType[];

  @Field(() => GraphQLDateTime, { description: 'When the account was connected.' })
  createdAt!: Date;

  /** Not in the schema: the field resolvers read the row. */
  row!: ConnectionView;
}

@InputType('AddConnectionInput', { description: 'An account to connect.' })
export class AddConnectionInput {
  @Field(() => ID, { description: 'The workspace to connect the account to, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The platform’s id. An unknown platform is refused as `unknown_platform`.' })
  platform!: string;

  @Field(() => GraphQLJSON, { description: 'The values of the platform’s `connectFields` by name; stored encrypted and never returned.' })
  credentials!: unknown;

  @Field(() => ID, {
    nullable: true,
    description: 'An existing connection to reconnect, `con_…`; a different account is refused.',
  })
  connectionId?: string | null;

  @Field(() => ApprovedPostsEnum, APPROVED_POSTS)
  approvedPosts!: ApprovedPosts;
}

@InputType('StartConnectingInput', { description: 'An account to connect by signing in at the network.' })
export class StartConnectingInput {
  @Field(() => ID, { description: 'The workspace to connect the account to, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => String, { description: 'The id of a platform that has `signIn`.' })
  platform!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The values of the platform’s `signIn.fields` by name.' })
  values?: unknown;

  @Field(() => ID, { nullable: true, description: 'An existing connection to reconnect, `con_…`; a different account is refused.' })
  connectionId?: string | null;

  @Field(() => ApprovedPostsEnum, APPROVED_POSTS)
  approvedPosts!: ApprovedPosts;
}

@InputType('FinishConnectingInput', { description: 'The parameters with which the network redirected the person back.' })
export class FinishConnectingInput {
  @Field(() => String, {
    description: 'The `state` parameter: valid once, for 15 minutes, and only in the session that started connecting.',
  })
  state!: string;

  @Field(() => String, { description: 'The `code` parameter.' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The host of the server, if the person entered one: the last segment of the redirect’s path.',
  })
  server?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Ignored.',
    deprecationReason: 'Only VK ID sent a `device_id`, and VK is connected by a token: omit it.',
  })
  deviceId?: string | null;
}

@ObjectType('ConnectingStarted', { description: 'The network’s authorization page.' })
export class ConnectingStartedType {
  @Field(() => String, { description: 'The URL to redirect the person to.' })
  url!: string;
}

export function toConnectionType(row: ConnectionView): ConnectionType {
  return {
    id: row.id,
    handle: row.handle,
    health: row.health,
    healthMessage: row.healthMessage ?? null,
    checkedAt: row.checkedAt ?? null,
    accessEndsAt: row.endsAt ?? null,
    withheldMessage: null,
    limits: serverLimitsOf(row.limits ?? []).map((limit) => ({ ...limit, confidence: 'told' })),
    createdAt: row.createdAt,
    row,
  };
}
