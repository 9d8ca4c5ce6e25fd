import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Connection } from '../connections/connection.entity.ts';
import type { ConnectionView } from '../connections/connection-queries.ts';
import { createEnum } from './create-enum.ts';
import { NodeType } from './node.types.ts';

const ConnectionHealthEnum = createEnum<Connection['health']>('ConnectionHealth', 'Whether a connection can be used.', {
  healthy: 'It works.',
  failing: 'The platform refused it the last time.',
  revoked: 'It has to be connected again.',
});

@ObjectType('Connection', {
  implements: NodeType,
  description: "A workspace's connected account on a platform. Its credentials are never shown.",
})
export class ConnectionType extends NodeType {
  @Field(() => String, { description: "The account's public name there, for instance `harbour.example.org`." })
  handle!: string;

  @Field(() => ConnectionHealthEnum, { description: 'Whether it can be used.' })
  health!: Connection['health'];

  @Field(() => String, { nullable: true, description: 'What is wrong, in a sentence; null while healthy.' })
  healthMessage!: string | null;

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

  @Field(() => GraphQLJSON, { description: "The secrets in the platform's own shape; sealed at once and never shown again." })
  credentials!: unknown;
}

export function toConnectionType(row: ConnectionView): ConnectionType {
  return {
    id: row.id,
    handle: row.handle,
    health: row.health,
    healthMessage: row.healthMessage ?? null,
    createdAt: row.createdAt,
    row,
  };
}
