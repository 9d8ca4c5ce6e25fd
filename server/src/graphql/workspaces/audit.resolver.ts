import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { requireOwner, requirePerson } from '../../access/authorise.ts';
import type { AuditEntry } from '../../audit/audit.entities.ts';
import { listAudit } from '../../audit/export-audit.ts';
import { findBeginning } from '../../audit/record-audit.ts';
import { type AuditReport, verifyAudit } from '../../audit/verify-audit.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import { localizeName, type Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import type { Loaders } from '../engine/loaders.ts';
import { required } from '../engine/node.resolver.ts';
import { createPageType, type Page, PageArgs, pageRequest, toPage } from '../engine/paging.ts';
import { Authorized } from '../engine/permissions.ts';
import { WorkspaceType } from './workspace.types.ts';

type ActorKind = 'agent' | 'user' | 'client' | 'operator' | 'system' | 'anonymous';

const ActorKindEnum = createEnum<ActorKind>('ActorKind', 'Who was behind an entry.', {
  agent: 'An external program, acting under a grant.',
  user: 'A signed-in person.',
  client: 'A client without an account, verified by a mailed link and code.',
  operator: 'The operator’s command line.',
  system: 'The worker, acting on what was decided before.',
  anonymous: 'An unidentified caller, for instance before signing in.',
});

@ObjectType('AuditEntry', { description: 'Who did what to which thing, and when. Append-only.' })
export class AuditEntryType {
  @Field(() => ID, { description: 'Identifies the entry; grows with time.' })
  id!: string;

  @Field(() => ActorKindEnum, { description: 'Who it was, by kind.' })
  actorKind!: ActorKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The grant (`grt_…`), person (`usr_…`) or client’s link (`clk_…`); null for the command line and the worker.',
  })
  actorId!: string | null;

  @Field(() => String, { description: '`<noun>.<verb in the past>`, for instance `approval.decided`.' })
  action!: string;

  @Field(() => ID, { description: 'What it was done to.' })
  subjectId!: string;

  @Field(() => GraphQLJSON, { description: 'Facts of the change; never a secret.' })
  details!: Record<string, unknown>;

  @Field(() => GraphQLDateTime, { description: 'When it was done.' })
  createdAt!: Date;
}

export const AuditEntryPageType = createPageType('AuditEntry', AuditEntryType);

@ArgsType()
export class AuditEntriesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only what this grant or person did; null for all.' })
  actorId!: string | null;

  @Field(() => String, { nullable: true, description: 'Only this action, `draft.created`, or all of a noun, `draft`; null for all.' })
  action!: string | null;

  @Field(() => ID, { nullable: true, description: 'Only what was done to this thing; null for all.' })
  subjectId!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'From this moment on.' })
  from!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Before this moment.' })
  to!: Date | null;
}

@ObjectType('AuditReport', { description: 'Whether the account’s log is as it was written. Every link of its chain is followed.' })
export class AuditReportType {
  @Field(() => Boolean, { description: 'False when something was changed behind the service.' })
  isConsistent!: boolean;

  @Field(() => Int, { description: 'Entries with a link in the chain.' })
  linked!: number;

  @Field(() => Int, { description: 'Entries that are too new to have one; they get it within seconds.' })
  waiting!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'What was written from then on is kept and was followed; null where nothing was ever dropped by age.',
  })
  keptFrom!: Date | null;

  @Field(() => String, { nullable: true, description: 'The first fault, in a sentence; null where there is none.' })
  fault!: string | null;

  @Field(() => ID, { nullable: true, description: 'The entry that the fault is about, where one can be named.' })
  faultEntryId!: string | null;
}

function toAuditEntryType({ id, actorKind, actorId, action, subjectId, details, createdAt }: AuditEntry): AuditEntryType {
  return { id, actorKind: actorKind as ActorKind, actorId: actorId ?? null, action, subjectId, details, createdAt };
}

function toAuditReportType({ isConsistent, sealed, unsealed, keptFrom, firstBad }: AuditReport): AuditReportType {
  const { message: fault = null, entryId: faultEntryId = null } = firstBad ?? {};
  return { isConsistent, linked: sealed, waiting: unsealed, keptFrom, fault, faultEntryId };
}

type Find = (loaders: Loaders, id: string, translate: Translate) => Promise<string | null>;

const titleOfDraft: Find = async ({ draft }, id) => {
  const found = await draft.load(id);
  return found && draftTitle(found.sourceText);
};

const titleOf: Record<string, Find> = {
  drf: titleOfDraft,
  apr: async (loaders, id, translate) => {
    const found = await loaders.approval.load(id);
    return found && titleOfDraft(loaders, found.draftId, translate);
  },
  job: async (loaders, id, translate) => {
    const found = await loaders.job.load(id);
    return found && titleOfDraft(loaders, found.draftId, translate);
  },
  wsp: async ({ workspace }, id) => (await workspace.load(id))?.name ?? null,
  con: async ({ connection }, id) => (await connection.load(id))?.handle ?? null,
  grt: async ({ grant, agent }, id) => {
    const found = await grant.load(id);
    return found && ((await agent.load(found.agentId))?.name ?? null);
  },
  usr: async ({ author }, id, translate) => {
    const found = await author.load({ id, grantId: null, userId: id });
    return found && localizeName(found.name, translate);
  },
};

/** The name or title of the object behind an identifier; null if it is gone or has no name. */
export async function subjectTitle(loaders: Loaders, id: string, translate: Translate): Promise<string | null> {
  return (await titleOf[id.split('_')[0] ?? '']?.(loaders, id, translate)) ?? null;
}

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

  @Authorized('manage')
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
    return localizeName((await required(loaders.author.load(made))).name, translate);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'As people know the thing: the title of a post, the handle of an account, a name. Null where it has none, or is gone.',
  })
  subjectTitle(@Ctx() { loaders, translate }: GraphqlContext, @Root() { subjectId }: AuditEntryType): Promise<string | null> {
    return subjectTitle(loaders, subjectId, translate);
  }
}
