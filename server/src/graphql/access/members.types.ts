import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Account, AccountState } from '../../access/account.entity.ts';
import type { Role } from '../../access/actor.ts';
import type { InvitationView, Member } from '../../access/members/member-queries.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType } from '../engine/paging.ts';

const RoleEnum = createEnum<Role>('Role', 'A person’s standing in an account.', {
  owner: 'Decides, and manages people, connections, agents and credits.',
  approver: 'Decides, and writes drafts.',
  editor: 'Writes drafts and comments, and does not decide.',
  viewer: 'Looks at everything and changes nothing.',
});

@ObjectType('Member', { description: 'A person of an account.' })
export class MemberType {
  @Field(() => ID, { description: '`usr_…`.' })
  userId!: string;

  @Field(() => String, { description: 'As they call themselves.' })
  name!: string;

  @Field(() => String, { description: 'Their email address, in lower case.' })
  email!: string;

  @Field(() => Boolean, { description: 'Whether the address is proved to be theirs; until then none of their decisions counts.' })
  isConfirmed!: boolean;

  @Field(() => RoleEnum, { description: 'What they may do.' })
  role!: Role;

  @Field(() => GraphQLDateTime, { description: 'Since when they are a member.' })
  createdAt!: Date;

  @Field(() => Boolean, { description: 'Whether it is the person who asks.' })
  isViewer!: boolean;
}

@ObjectType('Invitation', { implements: NodeType, description: 'An unused one-time invitation to an account.' })
export class InvitationType extends NodeType {
  @Field(() => String, { description: 'Who is invited.' })
  email!: string;

  @Field(() => RoleEnum, { description: 'What they will be.' })
  role!: Role;

  @Field(() => GraphQLDateTime, { description: 'When the link was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Until when it works.' })
  expiresAt!: Date;
}

@ObjectType('AccountViewerCan', { description: 'What the caller may do with an account. Each mutation checks it again.' })
export class AccountViewerCanType {
  @Field(() => Boolean, { description: 'Invite people, change roles and remove members: owners only.' })
  manageMembers!: boolean;
}

@ObjectType('InvitationLink', { description: 'A new invitation and its link, for the owner to send. In this answer and never again.' })
export class InvitationLinkType {
  @Field(() => InvitationType, { description: 'The invitation.' })
  invitation!: InvitationType;

  @Field(() => String, {
    description: 'Works once, for seven days, and for the invited address only. Its secret follows the #, which browsers do not send.',
  })
  link!: string;

  @Field(() => Boolean, { description: 'Whether a mail with a link is on its way to the address.' })
  isMailed!: boolean;
}

@InputType({ description: 'Who is invited into which account, as what.' })
export class InviteMemberInput {
  @Field(() => ID, { description: '`acc_…`.' })
  accountId!: string;

  @Field(() => String, { description: 'Their email address; case does not matter.' })
  email!: string;

  @Field(() => RoleEnum, { description: 'What they will be.' })
  role!: Role;
}

@InputType({ description: 'Another role for a member.' })
export class ChangeMemberRoleInput {
  @Field(() => ID, { description: '`acc_…`.' })
  accountId!: string;

  @Field(() => ID, { description: '`usr_…`.' })
  userId!: string;

  @Field(() => RoleEnum, { description: 'The new role.' })
  role!: Role;
}

export function toMemberType(member: Member, viewerId: string | null): MemberType {
  const { userId, name, email, isConfirmed, role, createdAt } = member;
  return { userId, name, email, isConfirmed, role, createdAt, isViewer: userId === viewerId };
}

export function toInvitationType({ id, email, role, createdAt, expiresAt }: InvitationView): InvitationType {
  return { id, email, role, createdAt, expiresAt };
}

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
