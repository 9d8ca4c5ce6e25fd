import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Account, AccountState } from '../../access/account.entity.ts';
import type { Role } from '../../access/actor.ts';
import type { InvitationView, Member } from '../../access/members/member-queries.ts';
import type { Language } from '../../languages/language.ts';
import { createEnum, LanguageEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType } from '../engine/paging.ts';

const RoleEnum = createEnum<Role>('Role', 'A member’s role in an account.', {
  owner: 'Decides on posts and manages people, connections, agents and credits.',
  approver: 'Decides on posts and writes drafts.',
  editor: 'Writes drafts and comments; does not decide on posts.',
  viewer: 'Read-only.',
});

@ObjectType('Member', { description: 'A member of an account.' })
export class MemberType {
  @Field(() => ID, { description: 'The member’s id, `usr_…`.' })
  userId!: string;

  @Field(() => String, { description: 'The person’s name.' })
  name!: string;

  @Field(() => String, { description: 'The person’s email address, in lower case.' })
  email!: string;

  @Field(() => Boolean, { description: 'Whether the email address is verified. An unverified member’s decisions do not count.' })
  isConfirmed!: boolean;

  @Field(() => RoleEnum, { description: 'The member’s role.' })
  role!: Role;

  @Field(() => GraphQLDateTime, { description: 'When the person became a member.' })
  createdAt!: Date;

  @Field(() => Boolean, { description: 'Whether this member is the caller.' })
  isViewer!: boolean;
}

@ObjectType('Invitation', { implements: NodeType, description: 'An unused one-time invitation to an account.' })
export class InvitationType extends NodeType {
  @Field(() => String, { description: 'The invited email address.' })
  email!: string;

  @Field(() => RoleEnum, { description: 'The role that the invitation gives.' })
  role!: Role;

  @Field(() => GraphQLDateTime, { description: 'When the invitation was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the invitation expires.' })
  expiresAt!: Date;
}

@ObjectType('AccountViewerCan', { description: 'What the caller may do with an account. Each mutation checks again.' })
export class AccountViewerCanType {
  @Field(() => Boolean, { description: 'Whether the caller may invite people, change roles and remove members: owners only.' })
  manageMembers!: boolean;
}

@ObjectType('InvitationLink', { description: 'A new invitation and its link, for the owner to pass on. The link is returned only once.' })
export class InvitationLinkType {
  @Field(() => InvitationType, { description: 'The invitation.' })
  invitation!: InvitationType;

  @Field(() => String, {
    description:
      'The link: valid once, for seven days, and only for the invited address. Its secret is in the fragment, which browsers do not send.',
  })
  link!: string;

  @Field(() => Boolean, { description: 'Whether the link is also being sent to the address by email.' })
  isMailed!: boolean;
}

@InputType({ description: 'An invitation to an account.' })
export class InviteMemberInput {
  @Field(() => ID, { description: 'The account’s id, `acc_…`.' })
  accountId!: string;

  @Field(() => String, { description: 'The person’s email address; case is ignored.' })
  email!: string;

  @Field(() => RoleEnum, { description: 'The role to give the person.' })
  role!: Role;

  @Field(() => LanguageEnum, { nullable: true, description: 'The language of the email; the caller’s if omitted.' })
  language!: Language | null;
}

@InputType({ description: 'A member’s new role.' })
export class ChangeMemberRoleInput {
  @Field(() => ID, { description: 'The account’s id, `acc_…`.' })
  accountId!: string;

  @Field(() => ID, { description: 'The member’s id, `usr_…`.' })
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

export const AccountStateEnum = createEnum<AccountState>('AccountState', 'Account status, set by the operator.', {
  pending: 'Awaiting the operator’s approval. API requests are refused.',
  approved: 'Active.',
  suspended: 'Suspended by the operator. API requests are refused.',
});

@ObjectType('Account', { implements: NodeType, description: 'A customer account, which has workspaces, members and credits.' })
export class AccountType extends NodeType {
  @Field(() => String, { description: 'The account’s name.' })
  name!: string;

  @Field(() => AccountStateEnum, { description: 'The account’s status, set by the operator.' })
  state!: AccountState;

  @Field(() => Int, { description: 'The most workspaces the account may have; archived ones do not count.' })
  mostWorkspaces!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the account and all its data will be erased, at an owner’s request; null if no erasure is requested.',
  })
  eraseAt!: Date | null;
}

@ObjectType('AccountWorkspace', { description: 'The name of a workspace, visible without access to its content.' })
export class AccountWorkspaceType {
  @Field(() => ID, { description: 'The workspace’s id, `wsp_…`.' })
  id!: string;

  @Field(() => String, { description: 'The workspace’s name.' })
  name!: string;
}

export const AccountPageType = createPageType('Account', AccountType);

export function toAccountType(row: Account): AccountType {
  const { id, name, state, mostWorkspaces, eraseAt = null } = row;
  return { id, name, state, mostWorkspaces, eraseAt };
}
