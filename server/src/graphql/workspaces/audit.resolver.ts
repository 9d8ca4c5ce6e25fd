import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { requireOwner, requirePerson } from '../../access/authorise.ts';
import { listAudit } from '../../audit/audit-queries.ts';
import { findBeginning } from '../../audit/cuts/beginnings.ts';
import { verifyAudit } from '../../audit/verify-audit.ts';
import { sayName } from '../../languages/translate.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { type Page, pageRequest, toPage } from '../engine/paging.ts';
import { required } from '../engine/required.ts';
import {
  AuditEntriesArgs,
  AuditEntryPageType,
  AuditEntryType,
  AuditReportType,
  toAuditEntryType,
  toAuditReportType,
} from './audit.types.ts';
import { subjectTitle } from './subject-title.ts';
import { WorkspaceType } from './workspace.types.ts';

/** The audit log belongs to the account, whichever of its workspaces it is read from. */
@Resolver(() => WorkspaceType)
export class AuditResolver {
  @FieldResolver(() => AuditEntryPageType, {
    nullable: true,
    description: "What was done in the account, the newest first. The account's people only. Errors: `insufficient_role`.",
  })
  async auditEntries(
    @Ctx() ctx: GraphqlContext,
    @Root() { row }: WorkspaceType,
    @Args(() => AuditEntriesArgs) { first, after, ...filter }: AuditEntriesArgs,
  ): Promise<Page<AuditEntryType>> {
    requirePerson(ctx);
    return toPage(await listAudit(ctx, row.accountId, { ...pageRequest({ first, after }), ...filter }), toAuditEntryType);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      "From when on the account's log is kept; what was written before was dropped by age. Null where all of it is there. The account's people only. Errors: `insufficient_role`.",
  })
  async auditKeptFrom(@Ctx() ctx: GraphqlContext, @Root() { row }: WorkspaceType): Promise<Date | null> {
    requirePerson(ctx);
    return (await findBeginning(ctx.em, ctx.sealer, row.accountId))?.keptFrom ?? null;
  }

  @Query(() => AuditReportType, {
    description:
      "Follows the whole chain of the log of a workspace's account and changes nothing. Owners only. Errors: `not_found`, `insufficient_role`.",
  })
  async auditReport(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: '`wsp_…`.' }) workspaceId: string,
  ): Promise<AuditReportType> {
    const { accountId } = await requireOwner(ctx, workspaceId);
    return toAuditReportType(await verifyAudit(ctx, { accountId }));
  }
}

@Resolver(() => AuditEntryType)
export class AuditEntryResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the agent or the person, the address of the client; null for the command line and the worker.',
  })
  async actorName(
    @Ctx() { loaders, translate }: GraphqlContext,
    @Root() { id, actorKind, actorId, details }: AuditEntryType,
  ): Promise<string | null> {
    if (actorId === null) return null;
    if (actorKind === 'client') return String(details.client);
    const made = { id, grantId: actorKind === 'agent' ? actorId : null, userId: actorKind === 'user' ? actorId : null };
    return sayName((await required(loaders.author.load(made))).name, translate);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'As people know the thing: the title of a post, the handle of an account, a name. Null where it has none, or is gone.',
  })
  subjectTitle(@Ctx() { loaders, translate }: GraphqlContext, @Root() { subjectId }: AuditEntryType): Promise<string | null> {
    return subjectTitle(loaders, subjectId, translate);
  }
}
