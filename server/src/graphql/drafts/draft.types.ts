import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Wording } from '../../access/workspace-policies.ts';
import type { Draft, DraftState, PublishMode } from '../../drafts/draft.entity.ts';
import type { DraftFilter } from '../../drafts/draft-queries.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import type { Notice } from '../../drafts/resolve-approval-required.ts';
import type { Translate } from '../../languages/translate.ts';
import { createEnum } from '../engine/create-enum.ts';
import { NodeType } from '../engine/node.types.ts';
import { createPageType, PageArgs } from '../engine/paging.ts';
import { WordingEnum } from '../workspaces/workspace-settings.types.ts';

export const DraftStateEnum = createEnum<DraftState>('DraftState', 'How far a draft has come.', {
  draft: 'Being prepared; approval is not requested yet.',
  in_review: 'Waits for a decision on exactly its current content.',
  changes_requested: 'A person requested changes.',
  approved: 'Approved, not yet on its way.',
  scheduled: 'Approved; published at its scheduled time.',
  publishing: 'On its way to at least one platform.',
  published: 'Out on every target.',
  partially_published: 'Out on some targets; the others failed.',
  failed: 'Out nowhere: every target failed.',
  rejected: 'A person refused it.',
  archived: 'Put away.',
});

export const PublishModeEnum = createEnum<PublishMode>('PublishMode', 'What happens to a draft once it is complete.', {
  draft_only: 'Nothing: it stays a draft until it is submitted.',
  approval_queue: 'It is submitted for approval.',
  auto: "It is queued as soon as the gates pass. Counts only with the grant's scope `publish:auto` where the workspace's policy allows it; otherwise people are asked.",
});

@ObjectType('DraftViewerCan', { description: 'What the caller may do with a draft in its current state. Each mutation checks it again.' })
export class DraftViewerCanType {
  @Field(() => Boolean, {
    description: 'Submit it for approval (`submitDraft`); of what waits, take it over from an agent that may not go on.',
  })
  submit!: boolean;

  @Field(() => Boolean, { description: 'Change its source, targets or time (`changeDraft`, `rescheduleDraft`).' })
  change!: boolean;

  @Field(() => Boolean, { description: 'Generate its captions again (`writeCaption`).' })
  edit!: boolean;

  @Field(() => Boolean, { description: 'Put it away (`archiveDraft`).' })
  archive!: boolean;
}

@ObjectType('DraftNotice', { description: 'Something to know about a command that succeeded in another way than asked.' })
export class DraftNoticeType {
  @Field(() => String, { description: 'Stable name, for instance `approval_still_required`.' })
  code!: string;

  @Field(() => String, { description: 'What differs from the request, and why.' })
  message!: string;
}

@ObjectType('Draft', { implements: NodeType, description: 'Source text for a set of platforms, made by an agent or a person.' })
export class DraftType extends NodeType {
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId!: string;

  @Field(() => DraftStateEnum, { description: 'How far it has come.' })
  state!: DraftState;

  @Field(() => Int, { description: 'Grows by one with every change of the draft or its captions; name it to change what you have seen.' })
  revision!: number;

  @Field(() => String, { description: 'The first words of the source text, at most 80 characters, for lists.' })
  title!: string;

  @Field(() => String, { description: 'The source content as it was handed in; plain text.' })
  sourceText!: string;

  @Field(() => String, { nullable: true, description: 'An http or https address that belongs to the text.' })
  link!: string | null;

  @Field(() => WordingEnum, { nullable: true, description: 'How closely generated words keep to the text; null is as the workspace does.' })
  wording!: Wording | null;

  @Field(() => [String], { description: 'Target platform identifiers, for instance `bluesky`; see `Query.platforms`.' })
  platforms!: string[];

  @Field(() => [ID], { nullable: true, description: 'The chosen connected accounts; null means every healthy one of the platforms.' })
  connectionIds!: string[] | null;

  @Field(() => [String], { description: 'Words to find it by in lists; not part of the signed content and never published.' })
  labels!: string[];

  @Field(() => ID, { nullable: true, description: 'The published post whose words it changes, `pub_…`; null for a post of its own.' })
  editsPublicationId!: string | null;

  @Field(() => PublishModeEnum, { description: 'The options it was created with.' })
  publishMode!: PublishMode;

  @Field(() => Boolean, { description: 'Whether it needs approval before it is published.' })
  approvalRequired!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Not before this moment; null: as soon as it may.' })
  scheduledAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'A note to the reviewer by `noteBy`; not part of the signed content and never published.',
  })
  noteToReviewer!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'SHA-256, in hex, of the canonical JSON (RFC 8785) of all current payloads; null before there are any. A decision names it.',
  })
  contentHash!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it or its captions last changed.' })
  updatedAt!: Date;

  @Field(() => [DraftNoticeType], { description: 'What to know about the mutation that answers with it; empty where it is only read.' })
  notices!: DraftNoticeType[];

  /** Not in the schema: the field resolvers read the row. */
  row!: Draft;
}

export const DraftPageType = createPageType('Draft', DraftType);

@ArgsType()
export class DraftsArgs extends PageArgs {
  @Field(() => DraftStateEnum, { nullable: true, description: 'Only those in this state; null for all.' })
  state!: DraftState | null;

  @Field(() => [DraftStateEnum], { nullable: true, description: 'Only those in one of these states; null for all.' })
  states!: DraftState[] | null;

  @Field(() => String, { nullable: true, description: 'Only those for this platform.' })
  platform!: string | null;

  @Field(() => ID, { nullable: true, description: 'Only those that this agent made: `agt_…`.' })
  agentId!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those with a time, or only those without one.' })
  isScheduled!: boolean | null;

  @Field(() => String, { nullable: true, description: 'Only those with this label.' })
  label!: string | null;

  @Field(() => String, { nullable: true, description: 'Only those whose source text has words that begin like these.' })
  search!: string | null;
}

/** The result of a command: the draft, and the notices of the command and its preparation. */
export function toDraftResultType({ draft, notices }: { draft: Draft; notices: readonly Notice[] }, translate: Translate): DraftType {
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

/** GraphQL passes null for fields left out. */
export function toDraftFilter({ state, states, platform, agentId, isScheduled, label, search }: DraftsArgs): DraftFilter {
  return { states: state ? [state] : states, platform, agentId, isScheduled, label, search };
}
