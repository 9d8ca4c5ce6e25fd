import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { type Grant, type GrantKind, kindOfGrant } from '../../access/grants/grant.entity.ts';
import type { ApiKeyView } from '../../access/grants/grant-queries.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

export const GrantStateEnum = createEnum<Grant['state']>('GrantState', 'The state of a grant.', {
  pending: 'Not used: a request that is not granted has no grant.',
  active: 'Active.',
  revoked: 'Revoked.',
  expired: 'Expired.',
});

export const GrantKindEnum = createEnum<GrantKind>('GrantKind', 'The kind of program that a grant is for.', {
  agent: 'An agent that prepares posts, approved by an owner.',
  integration:
    'A member’s own program, which may read whatever the member may read and change nothing. The grant ends when the member leaves the account.',
});

@ObjectType('ApiKey', { description: 'An API key of a grant. The secret is never returned.' })
export class ApiKeyType {
  @Field(() => ID, { description: 'The key’s public id: the third part of the key.' })
  id!: string;

  @Field(() => GraphQLDateTime, { description: 'When the key was issued.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the key expires.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the key was last used, to about a minute; null if never used.' })
  lastUsedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the key was revoked; null if it was not.' })
  revokedAt!: Date | null;
}

@ObjectType('Grant', { implements: NodeType, description: 'A customer’s permission for one agent or integration in one workspace.' })
export class GrantType extends NodeType {
  @Field(() => GrantKindEnum, { description: 'Whether the grant is for an agent or for a member’s own program.' })
  kind!: GrantKind;

  @Field(() => ID, { description: 'The agent, `agt_…`. An agent may have several grants.' })
  agentId!: string;

  @Field(() => [String], { description: 'The granted scopes, for instance `drafts:write`.' })
  scopes!: string[];

  @Field(() => Boolean, { description: 'Whether the agent publishes to the sandbox only.' })
  isSandboxOnly!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When the grant was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the grant expires; null if it is valid until revoked.' })
  expiresAt!: Date | null;

  /** Not in the schema: the field resolvers read the row. */
  row!: Grant;
}

export const GrantPageType = createPageType('Grant', GrantType);

@ArgsType()
export class GrantsArgs extends PageArgs {
  @Field(() => GrantKindEnum, { nullable: true, description: 'Only grants for this kind of program; all if omitted.' })
  kind!: GrantKind | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only active and pending grants, including paused ones. False: only revoked and expired ones. All if omitted.',
  })
  isOpen!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only grants of agents whose name contains words that begin with these; all if omitted.',
  })
  search!: string | null;
}

export function toGrantType(row: Grant): GrantType {
  return {
    id: row.id,
    kind: kindOfGrant(row),
    agentId: row.agentId,
    scopes: row.scopes,
    isSandboxOnly: row.isSandboxOnly,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt ?? null,
    row,
  };
}

export function toApiKeyType(row: ApiKeyView): ApiKeyType {
  return {
    id: row.id,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt ?? null,
    revokedAt: row.revokedAt ?? null,
  };
}
