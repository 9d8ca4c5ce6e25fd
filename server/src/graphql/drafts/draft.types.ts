import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Wording } from '../../access/workspace-policies.ts';
import type { Draft, DraftState, PublishMode } from '../../drafts/draft.entity.ts';
import type { DraftFilter } from '../../drafts/draft-queries.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import type { RequestNotice } from '../../drafts/resolve-approval-required.ts';
import type { Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';
import { WordingEnum } from '../workspaces/workspace-settings.types.ts';

export const DraftStateEnum = createEnum<DraftState>('DraftState', 'The state of a draft.', {
  draft: 'Being prepared; not submitted.',
  in_review: 'Awaiting a decision on its current content.',
  changes_requested: 'Returned with a change request.',
  approved: 'Approved; not being published yet.',
  scheduled: 'Approved; will be published at its scheduled time.',
  publishing: 'Being sent to at least one target.',
  published: 'Published on every target.',
  partially_published: 'Published on some targets; the others failed or were cancelled.',
  failed: 'Not published: every target failed.',
  rejected: 'Rejected by a person.',
  archived: 'Archived.',
});

export const PublishModeEnum = createEnum<PublishMode>('PublishMode', 'What to do with a new draft.', {
  draft_only: 'Keep it as a draft until it is submitted.',
  approval_queue: 'Submit it for approval.',
  auto: 'Publish it without approval once all other gates pass. Requires the scope `publish:auto` and a workspace policy that permits it; otherwise approval is requested.',
});

@ObjectType('DraftViewerCan', { description: 'What the caller may currently do with a draft. Each mutation checks again.' })
export class DraftViewerCanType {
  @Field(() => Boolean, {
    description: 'Whether the caller may submit it (`submitDraft`), or take over a pending one whose submitter has lost permission.',
  })
  submit!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may change its source text, targets or time (`changeDraft`, `rescheduleDraft`).',
  })
  change!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may write its captions (`writeCaption`).' })
  edit!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may archive it (`archiveDraft`).' })
  archive!: boolean;
}

@ObjectType('DraftNotice', { description: 'A notice about a mutation that succeeded, but not exactly as requested.' })
export class DraftNoticeType {
  @Field(() => String, { description: 'A stable code, for instance `approval_still_required`.' })
  code!: string;

  @Field(() => String, { description: 'What differs from the request and why, as a sentence.' })
  message!: string;
}

@ObjectType('Draft', { implements: NodeType, description: 'A source text for a set of platforms, created by an agent or a person.' })
export class DraftType extends NodeType {
  @Field(() => ID, { description: 'The draft’s workspace, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => DraftStateEnum, { description: 'The current state of the draft.' })
  state!: DraftState;

  @Field(() => Int, {
    description: 'Incremented by every change of the draft or its captions. Pass it to change the draft that you have read.',
  })
  revision!: number;

  @Field(() => String, { description: 'The beginning of the source text, at most 80 characters, for lists.' })
  title!: string;

  @Field(() => String, { description: 'The source text as submitted; plain text.' })
  sourceText!: string;

  @Field(() => String, { nullable: true, description: 'The post’s http or https URL; null if it has none.' })
  link!: string | null;

  @Field(() => WordingEnum, {
    nullable: true,
    description: 'How closely generated captions follow the source text; null for the workspace’s default.',
  })
  wording!: Wording | null;

  @Field(() => [String], { description: 'The ids of the target platforms, for instance `bluesky`; see `Query.platforms`.' })
  platforms!: string[];

  @Field(() => [ID], {
    nullable: true,
    description: 'The connections to publish to, `con_…`; null for every healthy connection of the platforms.',
  })
  connectionIds!: string[] | null;

  @Field(() => [String], { description: 'Labels for filtering lists; not part of the signed content and never published.' })
  labels!: string[];

  @Field(() => ID, { nullable: true, description: 'The published post that the draft edits, `pub_…`; null unless the draft is an edit.' })
  editsPublicationId!: string | null;

  @Field(() => PublishModeEnum, { description: 'The publish mode that the draft was created with.' })
  publishMode!: PublishMode;

  @Field(() => Boolean, { description: 'Whether the draft needs approval before it is published.' })
  approvalRequired!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'The earliest publishing time; null to publish as soon as possible.' })
  scheduledAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'A note to the reviewer by `noteBy`; not part of the signed content and never published.',
  })
  noteToReviewer!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The SHA-256, in hex, of the canonical JSON (RFC 8785) of all current payloads; null until they are prepared. A decision must include it.',
  })
  contentHash!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the draft was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the draft or its captions last changed.' })
  updatedAt!: Date;

  @Field(() => [DraftNoticeType], { description: 'Notices about the mutation that returns the draft; empty in queries.' })
  notices!: DraftNoticeType[];

  /** Not in the schema: the field resolvers read the row. */
  row!: Draft;
}

export const DraftPageType = createPageType('Draft', DraftType);

@ArgsType()
export class DraftsArgs extends PageArgs {
  @Field(() => DraftStateEnum, { nullable: true, description: 'Only drafts in this state; all if omitted.' })
  state!: DraftState | null;

  @Field(() => [DraftStateEnum], {
    nullable: true,
    description: 'Only drafts in one of these states; all if omitted. Ignored if `state` is set.',
  })
  states!: DraftState[] | null;

  @Field(() => String, { nullable: true, description: 'Only drafts for this platform, possibly among others.' })
  platform!: string | null;

  @Field(() => ID, { nullable: true, description: 'Only drafts created by this agent, `agt_…`.' })
  agentId!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only drafts with a publishing time, or only drafts without one.' })
  isScheduled!: boolean | null;

  @Field(() => String, { nullable: true, description: 'Only drafts with this label.' })
  label!: string | null;

  @Field(() => String, { nullable: true, description: 'Only drafts whose source text contains words that begin with each of these.' })
  search!: string | null;
}

/** The result of a command: the draft, and the notices of the command and its preparation. */
export function toDraftResultType(
  { draft, notices }: { draft: Draft; notices: readonly RequestNotice[] },
  translate: Translate,
): DraftType {
  return { ...toDraftType(draft), notices: notices.map(({ code, message }) => ({ code, message: translate(message) })) };
}

export function toDraftType(row: Draft): DraftType {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    state: row.state,
    revision: row.revision,
    title: draftTitle(row.sourceText),
    sourceText: row.sourceText,
    link: row.link ?? null,
    wording: row.wording ?? null,
    platforms: row.platforms,
    connectionIds: row.connectionIds ?? null,
    labels: row.labels,
    editsPublicationId: row.editsPublicationId ?? null,
    publishMode: row.publishMode,
    approvalRequired: row.approvalRequired,
    scheduledAt: row.scheduledAt ?? null,
    noteToReviewer: row.noteToReviewer ?? null,
    contentHash: row.contentHash ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    notices: [],
    row,
  };
}

/** GraphQL passes null for omitted fields. */
export function toDraftFilter({ state, states, platform, agentId, isScheduled, label, search }: DraftsArgs): DraftFilter {
  return { states: state ? [state] : states, platform, agentId, isScheduled, label, search };
}
