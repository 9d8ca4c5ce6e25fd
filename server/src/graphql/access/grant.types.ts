import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { type Grant, type GrantKind, kindOfGrant } from '../../access/grants/grant.entity.ts';
import type { ApiKeyView } from '../../access/grants/grant-queries.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

const GrantStateEnum = createEnum<Grant['state']>('GrantState', 'The state of an agent’s grant.', {
  pending: 'Requested, not yet granted.',
  active: 'In force.',
  revoked: 'Taken back.',
  expired: 'Ran out.',
});

export const GrantKindEnum = createEnum<GrantKind>('GrantKind', 'The kind of program a grant is for.', {
  agent: 'A program that prepares posts; owners let it in.',
  integration: 'A program of a person’s own, which reads what they may read and changes nothing; it ends with their place in the account.',
});

@ObjectType('ApiKey', { description: 'A key of a grant, by its public id. The secret is nowhere.' })
export class ApiKeyType {
  @Field(() => ID, { description: 'The public key id: the third part of the key.' })
  id!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was issued.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Until when it works.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was last used, to the minute or so; null: never.' })
  lastUsedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Since when it does not work any more; null while it does.' })
  revokedAt!: Date | null;
}

@ObjectType('Grant', { implements: NodeType, description: 'The customer’s permission for one agent in one workspace.' })
export class GrantType extends NodeType {
  @Field(() => GrantKindEnum, { description: 'Whether it lets an agent in, or a program that reads for the person who let it in.' })
  kind!: GrantKind;

  @Field(() => ID, { description: 'The agent, `agt_…`; it may have other grants, too.' })
  agentId!: string;

  @Field(() => [String], { description: 'What the agent may do, for instance `drafts:write`.' })
  scopes!: string[];

  @Field(() => GrantStateEnum, { description: 'Its state.' })
  state!: Grant['state'];

  @Field(() => Boolean, { description: 'Whether the agent publishes to the sandbox only.' })
  isSandboxOnly!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When it was given.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Until when it is in force; null: until it is revoked.' })
  expiresAt!: Date | null;

  /** Not in the schema: the field resolvers read the row. */
  row!: Grant;
}

export const GrantPageType = createPageType('Grant', GrantType);

@ArgsType()
export class GrantsArgs extends PageArgs {
  @Field(() => GrantKindEnum, { nullable: true, description: 'Only grants for this kind of program; null for all.' })
  kind!: GrantKind | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only grants in force or requested, paused ones included. False: only revoked and expired ones. Null for all.',
  })
  isOpen!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only grants of agents whose name has these words, or words that begin with them; null for all.',
  })
  search!: string | null;
}

export function toGrantType(row: Grant): GrantType {
  return {
    id: row.id,
    kind: kindOfGrant(row),
    agentId: row.agentId,
    scopes: row.scopes,
    state: row.state,
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
