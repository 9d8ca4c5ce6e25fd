import { type TSchema, Type } from 'typebox';
import { JOB_APPROVAL_STATES } from '../../approvals/approval.entity.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { OUTCOME_KINDS } from '../../platforms/platform.ts';
import type { Evidence } from '../../publishing/evidence/evidence-document.ts';
import { FIRST_COMMENT_STATES } from '../../publishing/first-comment.entity.ts';
import { PUBLICATION_STATES } from '../../publishing/publication.entity.ts';
import { JOB_MODES, PUBLISH_JOB_STATES } from '../../publishing/publish-job.entity.ts';
import { RETRACTION_STATES } from '../../publishing/retraction.entity.ts';
import {
  ApprovalRequired,
  ApprovalUrl,
  ContentChanges,
  closedObject,
  DecidedApprovalSchema,
  DraftId,
  id,
  LinkSchema,
  NextCursor,
  Notices,
  nullable,
  nullableOneOf,
  nullableText,
  nullableTimestamp,
  oneOf,
  PAGE_FIELDS,
  PublishModeField,
  ReadinessSchema,
  timestamp,
  VerificationSchema,
  WorkspaceId,
} from './common.schemas.ts';
import { Wait } from './events.routes.ts';

/** Parts are signed as they are: nothing may be left out or rounded in serialization. */
const part = (description: string): TSchema => Type.Unknown({ description });

export const EvidenceSchema = Type.Unsafe<Evidence>(
  Type.Object(
    {
      format: part('`countersign-evidence/1`.'),
      service: part('The service that issued the document.'),
      exported_at: part('When the document was created.'),
      job: part('The publish job with its content hash.'),
      content: part('All payloads covered by the content hash, in order, each with its own hash.'),
      approval: part('The approval with all decisions and the content hash that each refers to; null in mode `auto`.'),
      publications: part(
        'The publications, each with its intent, attempts, gates at the time, platform responses, any settlement by a person, and credit.',
      ),
      audit: part('The audit log entries about the job, with their positions in the hash chain.'),
      audit_kept_from: Type.Optional(
        part('The range of audit log entries deleted by retention; omitted if none from the time of the job were deleted.'),
      ),
      seal: part('The digest of every part, the Ed25519 signature over the digests, and the public key.'),
    },
    { description: 'The complete signed record of a publish job.' },
  ),
);

export const CreatePublishJobBody = closedObject(
  {
    workspace_id: WorkspaceId,
    draft_id: DraftId,
    approval_required: Type.Optional(ApprovalRequired),
    publish_mode: Type.Optional(PublishModeField),
  },
  'The draft to queue.',
);

export const JobParams = Type.Object({ job_id: id('The publish job, `job_…`.') });

export const ReadJobQuery = closedObject({ wait: Type.Optional(Wait) }, 'Long polling.');

export const ListJobsQuery = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace. Default: the grant’s workspace.')),
    state: Type.Optional(oneOf(PUBLISH_JOB_STATES, 'Return only jobs in this state.')),
    ...PAGE_FIELDS,
  },
  'Filters.',
);

const AttemptSchema = Type.Object(
  {
    number: Type.Integer({ description: 'Number, starting at 1.' }),
    started_at: timestamp('When the attempt started.'),
    ended_at: nullableTimestamp('When the attempt ended; null while in progress, and permanently if the worker died during it.'),
    outcome: nullableOneOf(OUTCOME_KINDS, 'Outcome of the attempt; null while in progress.'),
    message: nullableText('The platform’s response, in words.'),
  },
  { description: 'One attempt to publish.' },
);

const FailureSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable code of the failure.' }),
    message: Type.String({ description: 'What went wrong.' }),
    remedy: Type.String({ description: 'What to do and who can do it.' }),
    retryable: Type.Boolean({
      description: 'Whether retrying the job resubmits this post. Content that the platform rejected is not resubmitted.',
    }),
  },
  { description: 'Why the post was not published.' },
);

const count = (what: string) => nullable(Type.Integer(), `${what}; null if the network did not report it, which does not mean 0.`);

const MetricsSchema = Type.Object(
  {
    reported_by: Type.String({ description: 'The network that reported the figures, for example `Mastodon`.' }),
    read_at: timestamp('When the figures were read.'),
    views: count('Number of views'),
    reach: count('Number of people reached'),
    likes: count('Likes and other reactions'),
    replies: count('Replies and comments'),
    reposts: count('Reposts and shares'),
    quotes: count('Quotes'),
    saves: count('Bookmarks and saves'),
    clicks: count('Clicks on the link'),
    raw: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The network’s name for the figure, for example `favourites_count`.' }),
        value: nullable(Type.Integer(), 'The value; null if not reported.'),
      }),
      { description: 'All figures, under the network’s own names.' },
    ),
  },
  { description: 'The network’s figures for the post at one point in time; for a thread, those of its first post.' },
);

const RetractionSchema = Type.Object(
  {
    retraction_id: Type.String({ description: 'The removal, `rtr_…`.' }),
    state: oneOf(
      RETRACTION_STATES,
      '`requested`: awaiting a person; `signed`: in progress; `removed`: the post was removed; `refused`: a person must remove it on the network; `declined`: a person decided against it.',
    ),
    content_hash: Type.String({ description: 'Hash of what a person signs: the removal of this post with its content.' }),
    reason: Type.String({ description: 'Reason for the request.' }),
    message: nullableText('The network’s response if it did not remove the post; null otherwise.'),
    is_post_gone: Type.Optional(Type.Boolean({ description: 'Whether the post is gone; if `refused`, `message` says what may be left.' })),
    requested_at: timestamp('When it was requested.'),
    ended_at: nullableTimestamp('When the removal ended; null while open.'),
  },
  { description: 'A request to remove a published post from its network.' },
);

const FirstCommentSchema = Type.Object(
  {
    first_comment_id: Type.String({ description: 'The comment, `fcm_…`. Its text is `first_comment` of the payload.' }),
    state: oneOf(
      FIRST_COMMENT_STATES,
      '`waiting`: for the post, or for another attempt; `unknown`: it may be published, and is not sent again until that is known.',
    ),
    attempts: Type.Integer({ description: 'Number of attempts.' }),
    provider_id: nullableText('The platform’s id of the comment; null until it is published.'),
    provider_url: nullableText('URL of the comment; null if there is none.'),
    message: nullableText('Why it is not published, or its state is unknown; null otherwise.'),
    ended_at: nullableTimestamp('When it was published or given up; null before.'),
  },
  { description: 'The first comment under a post. If it fails, the post stays published.' },
);

export const PublicationParams = Type.Object({ publication_id: id('The publication, `pub_…`.') });

export const RetractionBody = closedObject(
  { reason: Type.String({ minLength: 3, maxLength: 500, description: 'The reason, shown to the person who decides.' }) },
  'A request to remove a published post.',
);

export const EditBody = closedObject(
  {
    text: Type.String({
      minLength: 1,
      maxLength: FIELD_RULES.draft.sourceText.maxLength,
      description: 'The complete new text of the post.',
    }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'The new title, on platforms with separate titles.' })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 30,
        description: 'All hashtags of the post; none if omitted.',
      }),
    ),
    note_to_reviewer: Type.Optional(
      Type.String({
        maxLength: FIELD_RULES.draft.noteToReviewer.maxLength,
        description: 'The reason, shown to the person who decides; never published.',
      }),
    ),
  },
  'The new content of a published post.',
);

const PublicationSchema = Type.Object(
  {
    publication_id: Type.String({ description: 'The publication, `pub_…`.' }),
    platform: Type.String({ description: 'The platform.' }),
    connection_id: nullableText('The connected account; null if none is connected.'),
    state: Type.String({
      enum: [...PUBLICATION_STATES],
      description: 'State of the publication. `unknown`: it may be published; the platform is being queried.',
    }),
    provider_id: nullableText('The platform’s id of the post; null until it is published.'),
    provider_url: nullableText('URL of the post; null if there is none.'),
    failure: nullable(FailureSchema, 'Why the post was not published; null otherwise.'),
    published_at: nullableTimestamp('When the platform published the post; null before.'),
    retraction: nullable(RetractionSchema, 'The newest removal request; null if there is none.'),
    first_comment: nullable(FirstCommentSchema, 'The first comment; null if there is none, or before the post is sent.'),
    verification: nullable(
      VerificationSchema,
      'The newest comparison with the signed content; null before the first, and on platforms that do not allow reading posts.',
    ),
    metrics: Type.Array(MetricsSchema, {
      description: 'Figures read 1 and 6 hours and 1, 3, 7 and 30 days after publishing, oldest first; empty if the network reports none.',
    }),
    metrics_failure: nullableText('Why the figures could not be read the last time; null if they could.'),
    next_attempt_at: nullableTimestamp('The earliest time of the next attempt; null if none is scheduled.'),
    attempts: Type.Array(AttemptSchema, { description: 'Oldest first.' }),
    allowed_actions: Type.Array(Type.String(), { description: '`request_edit` and `request_retraction`, if the post allows them.' }),
  },
  { description: 'The job’s publication on one connected account.' },
);

const RevisionSchema = Type.Object(
  {
    revision: Type.Integer({ description: 'Number, starting at 1.' }),
    content_hash: Type.String({ description: 'SHA-256 of the revision’s content, in hex.' }),
    approval_id: nullableText('The revision’s approval; null in mode `auto`.'),
    approval_state: oneOf(JOB_APPROVAL_STATES, 'State of that approval; `not_required` in mode `auto`.'),
    created_at: timestamp('When it was requested.'),
  },
  { description: 'A revision of the job’s content.' },
);

export const PublishJobSchema = Type.Object(
  {
    job_id: Type.String({ description: 'The publish job, `job_…`.' }),
    draft_id: Type.String({ description: 'The draft that the job publishes.' }),
    workspace_id: Type.String({ description: 'The job’s workspace.' }),
    state: Type.String({
      enum: [...PUBLISH_JOB_STATES],
      description: 'State of the job. `blocked`: a gate does not pass; `ready`: waiting for its time; `queued`: waiting for a worker.',
    }),
    mode: oneOf(JOB_MODES, '`approval` uses publication credits, `auto` uses autoposting credits.'),
    content_hash: Type.String({ description: 'SHA-256 of exactly the content to publish, in hex.' }),
    revision: Type.Integer({
      description: 'Increases with every change to the content. The job keeps its id until it ends.',
    }),
    revisions: Type.Array(RevisionSchema, { description: 'Revisions of the content, oldest first; the last one is current.' }),
    superseded_by: nullableText('The job that replaced this one after it ended; null otherwise.'),
    approval_id: nullableText('The approval that the job needs or is published under; null in mode `auto`.'),
    approval_state: oneOf(JOB_APPROVAL_STATES, 'State of the approval; `not_required` in mode `auto`.'),
    approval: nullable(DecidedApprovalSchema, 'The approval with its decisions; null in mode `auto`.'),
    changes: ContentChanges,
    publishing_readiness: ReadinessSchema,
    publications: Type.Array(PublicationSchema, { description: 'One publication per connected account.' }),
    scheduled_at: nullableTimestamp('The earliest time of publishing; null means as soon as possible.'),
    created_at: timestamp('When the job was created.'),
    updated_at: timestamp('When the job last changed.'),
    allowed_actions: Type.Array(Type.String(), {
      description: 'The actions the job allows next: `cancel`, `retry`, and those of its publications.',
    }),
    approval_url: Type.Optional(ApprovalUrl),
    notices: Notices,
    _links: Type.Object(
      { self: LinkSchema, draft: LinkSchema, current_job: Type.Optional(LinkSchema) },
      { description: 'Related resources; `current_job` if another job replaced this one.' },
    ),
  },
  { description: 'A publish job with its approval, readiness, publications and attempts.' },
);

export const PublishJobPage = Type.Object(
  { publish_jobs: Type.Array(PublishJobSchema, { description: 'Newest first.' }), next_cursor: NextCursor },
  { description: 'A page of publish jobs.' },
);
