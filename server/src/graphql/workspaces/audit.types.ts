import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { AuditEntry } from '../../audit/audit-entry.entity.ts';
import type { AuditReport } from '../../audit/verify-audit.ts';
import { createEnum } from '../engine/create-enum.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

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

export function toAuditEntryType({ id, actorKind, actorId, action, subjectId, details, createdAt }: AuditEntry): AuditEntryType {
  return { id, actorKind: actorKind as ActorKind, actorId: actorId ?? null, action, subjectId, details, createdAt };
}

export function toAuditReportType({ isConsistent, sealed, unsealed, keptFrom, firstBad }: AuditReport): AuditReportType {
  const { message: fault = null, entryId: faultEntryId = null } = firstBad ?? {};
  return { isConsistent, linked: sealed, waiting: unsealed, keptFrom, fault, faultEntryId };
}
