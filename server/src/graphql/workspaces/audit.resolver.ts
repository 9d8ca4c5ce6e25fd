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

const ActorKindEnum = createEnum<ActorKind>('ActorKind', 'The kind of actor.', {
  agent: 'An agent, acting under a grant.',
  user: 'A signed-in person.',
  client: 'A client without an account, verified by an emailed link and code.',
  operator: 'The operator, at the command line.',
  system: 'The worker, acting on earlier decisions.',
  anonymous: 'An unidentified caller, for instance before signing in.',
});

@ObjectType('AuditEntry', { description: 'An entry of the append-only audit log.' })
export class AuditEntryType {
  @Field(() => ID, { description: 'The entry’s id, `aud_…`. Ids sort by creation time.' })
  id!: string;

  @Field(() => ActorKindEnum, { description: 'The kind of actor.' })
  actorKind!: ActorKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The grant (`grt_…`), person (`usr_…`) or client link (`clk_…`); null for the command line and the worker.',
  })
  actorId!: string | null;

  @Field(() => String, { description: 'The action, for instance `approval.decided`.' })
  action!: string;

  @Field(() => ID, { description: 'The id of the object of the action.' })
  subjectId!: string;

  @Field(() => GraphQLJSON, { description: 'Details of the action, without secrets.' })
  details!: Record<string, unknown>;

  @Field(() => GraphQLDateTime, { description: 'When the action was taken.' })
  createdAt!: Date;
}

export const AuditEntryPageType = createPageType('AuditEntry', AuditEntryType);

@ArgsType()
export class AuditEntriesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only actions of this grant or person; all if omitted.' })
  actorId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only this action, for instance `draft.created`, or all actions on a kind of object, for instance `draft`; all if omitted.',
  })
  action!: string | null;

  @Field(() => ID, { nullable: true, description: 'Only actions on this object; all if omitted.' })
  subjectId!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only actions at or after this time.' })
  from!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only actions before this time.' })
  to!: Date | null;
}

@ObjectType('AuditReport', { description: 'The result of verifying the hash chain of the account’s audit log.' })
export class AuditReportType {
  @Field(() => Boolean, { description: 'Whether the log is intact; false if entries were changed or removed outside the service.' })
  isConsistent!: boolean;

  @Field(() => Int, { description: 'The number of entries in the chain.' })
  linked!: number;

  @Field(() => Int, { description: 'The number of entries that are too new to be in the chain; they are added within seconds.' })
  waiting!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The start of the kept and verified part of the log; null if no entries were ever deleted by age.',
  })
  keptFrom!: Date | null;

  @Field(() => String, { nullable: true, description: 'The first fault, as a sentence; null if there is none.' })
  fault!: string | null;

  @Field(() => ID, { nullable: true, description: 'The entry with the fault, `aud_…`; null if there is none or it cannot be identified.' })
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

/** The name or title of the object with an id; null if it no longer exists or has none. */
export async function subjectTitle(loaders: Loaders, id: string, translate: Translate): Promise<string | null> {
  return (await titleOf[id.split('_')[0] ?? '']?.(loaders, id, translate)) ?? null;
}

/** The audit log belongs to the account, whichever of its workspaces it is read from. */
@Resolver(() => WorkspaceType)
export class AuditResolver {
  @FieldResolver(() => AuditEntryPageType, {
    nullable: true,
    description: 'The account’s audit log, newest first. Members only. Errors: `insufficient_role`.',
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
      'The time before which entries of the account’s audit log were deleted by age; null if none were. Members only. Errors: `insufficient_role`.',
  })
  async auditKeptFrom(@Ctx() ctx: GraphqlContext, @Root() { row }: WorkspaceType): Promise<Date | null> {
    requirePerson(ctx);
    return (await findBeginning(ctx.em, ctx.sealer, row.accountId))?.keptFrom ?? null;
  }

  @Authorized('manage')
  @Query(() => AuditReportType, {
    description:
      'Verifies the hash chain of the audit log of a workspace’s account. Changes nothing. Owners only. Errors: `not_found`, `insufficient_role`.',
  })
  async auditReport(
    @Ctx() ctx: GraphqlContext,
    @Arg('workspaceId', () => ID, { description: 'The workspace’s id, `wsp_…`.' }) workspaceId: string,
  ): Promise<AuditReportType> {
    const { accountId } = await requireOwner(ctx, workspaceId);
    return toAuditReportType(await verifyAudit(ctx, { accountId }));
  }
}

@Resolver(() => AuditEntryType)
export class AuditEntryResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the agent or person, or the email address of the client; null for the command line and the worker.',
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
    description:
      'The name or title of the object, for instance of a draft, a connection or a person; null if it has none or no longer exists.',
  })
  subjectTitle(@Ctx() { loaders, translate }: GraphqlContext, @Root() { subjectId }: AuditEntryType): Promise<string | null> {
    return subjectTitle(loaders, subjectId, translate);
  }
}
