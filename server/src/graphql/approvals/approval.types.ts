import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Approval, ApprovalState } from '../../approvals/approval.entity.ts';
import type { ApprovalSort, GoesOut } from '../../approvals/list-approvals.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

export const ApprovalStateEnum = createEnum<ApprovalState>('ApprovalState', 'The state of an approval request.', {
  pending: 'Waits for people.',
  approved: 'Enough people have approved.',
  rejected: 'A person refused it.',
  changes_requested: 'A person requested changes.',
  expired: 'Not decided in time.',
  superseded: 'The content changed; a newer request replaces it, or will.',
});

const ApprovalSortEnum = createEnum<ApprovalSort>('ApprovalSort', 'What comes first in a list of approvals.', {
  oldest: 'Who waits longest.',
  soonest: 'By publishing time; posts without one count from when approval was requested.',
  newest: 'The person asked last.',
});

const GoesOutEnum = createEnum<GoesOut>('GoesOut', 'When something is published.', {
  at_once: 'As soon as it is approved.',
  within_a_day: 'At a time within 24 hours.',
  within_a_week: 'At a time within seven days.',
  later: 'At a time after that.',
});

@ObjectType('ApprovalViewerCan', { description: 'What the caller may do with an approval right now. The mutation checks it again.' })
export class ApprovalViewerCanType {
  @Field(() => Boolean, { description: 'Decide on it (`decideApproval`). Never true for an agent.' })
  decide!: boolean;

  @Field(() => Boolean, {
    description:
      'Edit it and approve the result in one step. Not if authors may not approve their own revisions, or if the first stage, which would restart, asks others.',
  })
  approveEdited!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'When the caller may decide, and not change it and approve the result: why, in a sentence.',
  })
  approveEditedReason!: string | null;

  @Field(() => Boolean, {
    description:
      'Let a blocking finding of the safety checks go out (`liftFinding`): people who may decide in the account, in current content.',
  })
  liftFindings!: boolean;

  @Field(() => String, { nullable: true, description: 'When the caller may not decide: why, in a sentence.' })
  reason!: string | null;
}

@ObjectType('Approval', { implements: NodeType, description: 'A request for people’s decision on one content hash.' })
export class ApprovalType extends NodeType {
  @Field(() => ApprovalStateEnum, { description: 'Its state.' })
  state!: ApprovalState;

  @Field(() => String, { description: 'What is decided on: SHA-256, in hex, of all payloads. A decision has to name it.' })
  contentHash!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Why approval is requested again although the text is unchanged, as a sentence; null otherwise.',
  })
  reason!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When approval was requested.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Until when it can be decided, and until when an approval counts.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it left the state `PENDING`.' })
  closedAt!: Date | null;

  /** Not in the schema: the field resolvers read the row. */
  row!: Approval;
}

export const ApprovalPageType = createPageType('Approval', ApprovalType);

@ArgsType()
export class ApprovalsArgs extends PageArgs {
  @Field(() => ApprovalStateEnum, { nullable: true, defaultValue: 'pending', description: 'Only those in this state; null for all.' })
  state!: ApprovalState | null;

  @Field(() => ApprovalSortEnum, { nullable: true, defaultValue: 'oldest', description: 'What comes first.' })
  sort!: ApprovalSort | null;

  @Field(() => String, { nullable: true, description: 'Only those that go to this platform, among others.' })
  platform!: string | null;

  @Field(() => ID, { nullable: true, description: 'Only those that this agent made.' })
  agentId!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those with, or without, findings of the safety checks when people were asked.',
  })
  hasFindings!: boolean | null;

  @Field(() => GoesOutEnum, { nullable: true, description: 'Only those that go out then.' })
  goesOut!: GoesOut | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only those whose source text has all of these words, or words that begin so, in its first 2,000 characters.',
  })
  search!: string | null;
}

export function toApprovalType(row: Approval): ApprovalType {
  return {
    id: row.id,
    state: row.state,
    contentHash: row.contentHash,
    reason: row.reason ?? null,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    closedAt: row.closedAt ?? null,
    row,
  };
}
