import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { canIn } from '../../access/authorise.ts';
import { revokeClientLink, shareWithClient } from '../../approvals/clients/share-with-client.ts';
import { say } from '../../languages/sentence.ts';
import { localizeName } from '../../languages/translate.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { required } from '../engine/node.resolver.ts';
import { Authorized } from '../engine/permissions.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { ClientLinkType, ClientSharingType, ShareWithClientInput, toClientLinkType } from './client-link.types.ts';

const DAYS = 14;

/** Links by which owners share posts with clients, and their revocation. */
@Resolver(() => WorkspaceType)
export class ClientLinksResolver {
  @FieldResolver(() => [ClientLinkType], {
    nullable: true,
    description: 'Client links that are neither revoked nor expired, newest first, at most 100; null unless the caller is an owner.',
  })
  async clientLinks(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<ClientLinkType[] | null> {
    const { accountId } = await required(ctx.loaders.workspace.load(id));
    if (ctx.actor.kind !== 'user' || !canIn(ctx, accountId, 'manage')) return null;
    return (await ctx.loaders.clientLinks.load(id)).map(toClientLinkType);
  }

  @FieldResolver(() => ClientSharingType, { description: 'Whether the caller can share posts with clients, and if not, why.' })
  async clientSharing(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<ClientSharingType> {
    const { accountId } = await required(ctx.loaders.workspace.load(id));
    const isMailed = Boolean(ctx.config.mail);
    if (!canIn(ctx, accountId, 'manage')) {
      return { isOffered: false, isMailed, reason: ctx.translate(say`Only an owner of the account shares posts with clients.`) };
    }
    return { isOffered: true, isMailed, reason: null };
  }

  @Authorized('manage', 'recent_sign_in')
  @Mutation(() => ClientLinkType, {
    description:
      'Shares submitted posts with a client who has no account, by a link. The link is emailed to the client, or returned once if email is not configured. Owners only. Errors: `reauthentication_required`, `insufficient_role`, `already_exists`, `validation_failed`, `rate_limited`, `not_found`.',
  })
  shareWithClient(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ShareWithClientInput, { description: 'The posts, the client’s address and the validity.' })
    input: ShareWithClientInput,
  ): Promise<ClientLinkType> {
    const { days, ...share } = input;
    return withHttpStatus(async () => {
      const { link, url } = await mutate(ctx, (tx) => shareWithClient(tx, { ...share, days: days ?? DAYS }));
      return { ...toClientLinkType(link), url };
    });
  }

  @Authorized('manage')
  @Mutation(() => ClientLinkType, {
    description:
      'Revokes a client link with immediate effect. Its approvals of posts that still await other decisions no longer count. Owners only. Errors: `insufficient_role`, `not_found`.',
  })
  async revokeClientLink(
    @Ctx() ctx: GraphqlContext,
    @Arg('linkId', () => ID, { description: 'The client link’s id, `clk_…`.' }) linkId: string,
  ): Promise<ClientLinkType> {
    return toClientLinkType(await mutate(ctx, (tx) => revokeClientLink(tx, linkId)));
  }
}

@Resolver(() => ClientLinkType)
export class ClientLinkResolver {
  @FieldResolver(() => Int, { description: 'The number of shared posts.' })
  async count(@Ctx() { loaders }: GraphqlContext, @Root() { id }: ClientLinkType): Promise<number> {
    return loaders.sharedCount.load(id);
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the link works now. Not while the person who created it is no owner, nor for the address of a member; it works again after that, unless it is revoked.',
  })
  async isActive(@Ctx() { loaders }: GraphqlContext, @Root() { id }: ClientLinkType): Promise<boolean> {
    return loaders.isActiveLink.load(id);
  }

  @FieldResolver(() => String, {
    description: 'The name of the owner who created the link. The link works only while that person is an owner.',
  })
  async sharedBy(@Ctx() { loaders, translate }: GraphqlContext, @Root() { id, createdByUserId: userId }: ClientLinkType): Promise<string> {
    const author = await required(loaders.author.load({ id, userId, grantId: null }));
    return localizeName(author.name, translate);
  }
}
