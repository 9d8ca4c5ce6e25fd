import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Approval, ApprovalState } from '../../approvals/approval.entity.ts';
import type { ApprovalSort, GoesOut } from '../../approvals/list-approvals.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';

export const ApprovalStateEnum = createEnum<ApprovalState>('ApprovalState', 'The state of an approval request.', {
  pending: 'Awaiting decisions.',
  approved: 'Enough people have approved.',
  rejected: 'Rejected by a person.',
  changes_requested: 'A person requested changes.',
  expired: 'No longer valid: not decided or not published in time.',
  superseded: 'The content changed; a newer approval replaces it or will once the draft is submitted.',
});

const ApprovalSortEnum = createEnum<ApprovalSort>('ApprovalSort', 'The order of a list of approvals.', {
  oldest: 'By the time of the request, oldest first.',
  soonest: 'By publishing time, soonest first; posts without one are ordered by the time of the request.',
  newest: 'By the time of the request, newest first.',
});

const GoesOutEnum = createEnum<GoesOut>('GoesOut', 'When a post is due to be published.', {
  at_once: 'As soon as the post is approved.',
  within_a_day: 'Scheduled within the next 24 hours.',
  within_a_week: 'Scheduled within the next seven days.',
  later: 'Scheduled later than in seven days.',
});

@ObjectType('ApprovalViewerCan', { description: 'What the caller may currently do with an approval. Each mutation checks again.' })
export class ApprovalViewerCanType {
  @Field(() => Boolean, { description: 'Whether the caller may decide (`decideApproval`). Always false for an agent.' })
  decide!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the caller may edit the content and approve the result in one step. False if the policy does not let authors approve their own content, or if the caller is not a decider of the first stage, which would restart.',
  })
  approveEdited!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Why a caller who may decide may not approve with edits, as a sentence; null if `decide` is false or `approveEdited` is true.',
  })
  approveEditedReason!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the caller may dismiss a blocking safety finding (`liftFinding`): members who may decide, while the content is current.',
  })
  liftFindings!: boolean;

  @Field(() => String, { nullable: true, description: 'Why the caller may not decide, as a sentence; null if they may.' })
  reason!: string | null;
}

@ObjectType('Approval', { implements: NodeType, description: 'A request for people’s decisions on one content hash.' })
export class ApprovalType extends NodeType {
  @Field(() => ApprovalStateEnum, { description: 'The current state of the approval.' })
  state!: ApprovalState;

  @Field(() => String, { description: 'The SHA-256, in hex, of all payloads. A decision must include it.' })
  contentHash!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Why approval was requested again for unchanged text, as a sentence; null otherwise.',
  })
  reason!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When approval was requested.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    description: 'When the approval expires: after that it can neither be decided on nor used for publishing.',
  })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the approval left the state `PENDING`; null while pending.' })
  closedAt!: Date | null;

  /** Not in the schema: the field resolvers read the row. */
  row!: Approval;
}

export const ApprovalPageType = createPageType('Approval', ApprovalType);

@ArgsType()
export class ApprovalsArgs extends PageArgs {
  @Field(() => ApprovalStateEnum, { nullable: true, defaultValue: 'pending', description: 'Only approvals in this state; null for all.' })
  state!: ApprovalState | null;

  @Field(() => ApprovalSortEnum, { nullable: true, defaultValue: 'oldest', description: 'The order of the list.' })
  sort!: ApprovalSort | null;

  @Field(() => String, { nullable: true, description: 'Only approvals of posts to this platform, possibly among others.' })
  platform!: string | null;

  @Field(() => ID, { nullable: true, description: 'Only approvals of this agent’s posts.' })
  agentId!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only approvals with, or without, safety findings at the time of the request.',
  })
  hasFindings!: boolean | null;

  @Field(() => GoesOutEnum, { nullable: true, description: 'Only approvals of posts due in this period.' })
  goesOut!: GoesOut | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only approvals whose source text contains, in its first 2,000 characters, words that begin with each of these.',
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
