import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Account, AccountState } from '../../access/account.entity.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType } from '../engine/paging.ts';

export const AccountStateEnum = createEnum<AccountState>('AccountState', 'How far the operator lets an account in.', {
  pending: 'Waits for the operator; nothing of the API answers for it.',
  approved: 'In full use.',
  suspended: 'Stopped by the operator; nothing of the API answers for it.',
});

@ObjectType('Account', { implements: NodeType, description: 'The customer: it owns workspaces, people and credits.' })
export class AccountType extends NodeType {
  @Field(() => String, { description: 'As the customer is called.' })
  name!: string;

  @Field(() => AccountStateEnum, { description: 'Set by the operator.' })
  state!: AccountState;

  @Field(() => Int, { description: 'How many workspaces it may have in use; those that are archived do not count.' })
  mostWorkspaces!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When everything of it is erased, as an owner has requested; null otherwise.',
  })
  eraseAt!: Date | null;
}

@ObjectType('AccountWorkspace', { description: 'The name of a workspace, visible without access to its content.' })
export class AccountWorkspaceType {
  @Field(() => ID, { description: '`wsp_…`.' })
  id!: string;

  @Field(() => String, { description: 'As people of the account call it.' })
  name!: string;
}

export const AccountPageType = createPageType('Account', AccountType);

export function toAccountType(row: Account): AccountType {
  const { id, name, state, mostWorkspaces, eraseAt = null } = row;
  return { id, name, state, mostWorkspaces, eraseAt };
}
