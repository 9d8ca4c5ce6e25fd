import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { changeMemberRole, leaveAccount, removeMember } from '../../access/members/change-members.ts';
import { inviteMember, revokeInvitation } from '../../access/members/invite-member.ts';
import { listMembers, listOpenInvitations } from '../../access/members/member-queries.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  AccountType,
  AccountViewerCanType,
  ChangeMemberRoleInput,
  InvitationLinkType,
  InvitationType,
  InviteMemberInput,
  MemberType,
  toAccountType,
  toInvitationType,
  toMemberType,
} from './members.types.ts';

/** The people of an account. Changing who has access requires an owner with a fresh session. */
@Resolver(() => AccountType)
export class MembersResolver {
  @FieldResolver(() => [MemberType], {
    nullable: true,
    description: 'The account’s members, oldest first; null unless the caller is one of them.',
  })
  async members(@Ctx() ctx: GraphqlContext, @Root() { id }: AccountType): Promise<MemberType[] | null> {
    const viewerId = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
    return (await listMembers(ctx, id))?.map((member) => toMemberType(member, viewerId)) ?? null;
  }

  @FieldResolver(() => [InvitationType], {
    nullable: true,
    description: 'Unused and unexpired invitations, newest first; null unless the caller is an owner.',
  })
  async invitations(@Ctx() ctx: GraphqlContext, @Root() { id }: AccountType): Promise<InvitationType[] | null> {
    return (await listOpenInvitations(ctx, id))?.map(toInvitationType) ?? null;
  }

  @FieldResolver(() => AccountViewerCanType, { description: 'What the caller may do with the account.' })
  viewerCan(@Ctx() ctx: GraphqlContext, @Root() { id }: AccountType): AccountViewerCanType {
    return { manageMembers: canIn(ctx, id, 'manage') };
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => InvitationLinkType, {
    description:
      'Invites a person with a one-time link. An earlier link for the same address stops working. Owners only. Errors: `reauthentication_required`, `insufficient_role`, `already_exists`, `validation_failed`, `not_found`.',
  })
  inviteMember(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => InviteMemberInput, { description: 'The person, the account and the role.' }) input: InviteMemberInput,
  ): Promise<InvitationLinkType> {
    return withHttpStatus(async () => {
      const { accountId, email, role, language } = input;
      const { invitation, link, isMailed } = await mutate(ctx, (tx) => inviteMember(tx, { accountId, email, role, language }));
      return { invitation: toInvitationType(invitation), link, isMailed };
    });
  }

  @Authorized('manage')
  @Mutation(() => AccountType, {
    description: 'Revokes an unused invitation. Owners only. Errors: `not_found`, `insufficient_role`, `invalid_state`.',
  })
  async revokeInvitation(
    @Ctx() ctx: GraphqlContext,
    @Arg('invitationId', () => ID, { description: 'The invitation’s id, `inv_…`.' }) invitationId: string,
  ): Promise<AccountType> {
    return readAccount(ctx, await mutate(ctx, (tx) => revokeInvitation(tx, invitationId)));
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => AccountType, {
    description:
      'Changes a member’s role. Owners only; the last owner’s role cannot be changed. Errors: `reauthentication_required`, `insufficient_role`, `last_owner`, `not_found`.',
  })
  changeMemberRole(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeMemberRoleInput, { description: 'The member, the account and the new role.' }) input: ChangeMemberRoleInput,
  ): Promise<AccountType> {
    return withHttpStatus(async () => {
      const { accountId, userId, role } = input;
      await mutate(ctx, (tx) => changeMemberRole(tx, { accountId, userId, role }));
      return readAccount(ctx, accountId);
    });
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => AccountType, {
    description:
      'Removes a member from the account. Owners only; the last owner cannot be removed. Errors: `reauthentication_required`, `insufficient_role`, `last_owner`, `not_found`.',
  })
  removeMember(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: 'The account’s id, `acc_…`.' }) accountId: string,
    @Arg('userId', () => ID, { description: 'The member’s id, `usr_…`.' }) userId: string,
  ): Promise<AccountType> {
    return withHttpStatus(async () => {
      await mutate(ctx, (tx) => removeMember(tx, { accountId, userId }));
      return readAccount(ctx, accountId);
    });
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => ID, {
    description:
      'Removes the signed-in person from an account and returns the account’s id. The last owner cannot leave. Errors: `reauthentication_required`, `last_owner`, `not_found`.',
  })
  leaveAccount(
    @Ctx() ctx: GraphqlContext,
    @Arg('accountId', () => ID, { description: 'The account’s id, `acc_…`.' }) accountId: string,
  ): Promise<string> {
    return withHttpStatus(async () => {
      await mutate(ctx, (tx) => leaveAccount(tx, accountId));
      return accountId;
    });
  }
}

async function readAccount(ctx: GraphqlContext, accountId: string): Promise<AccountType> {
  return toAccountType(await required(ctx.loaders.account.load(accountId)));
}
