import { type TSchema, Type } from 'typebox';
import { JOB_APPROVAL_STATES } from '../../approvals/approval.entity.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { OUTCOME_KINDS } from '../../platforms/platform.ts';
import type { Evidence } from '../../publishing/evidence/evidence-document.ts';
import { FIRST_COMMENT_STATES } from '../../publishing/first-comment.entity.ts';
import { PUBLICATION_STATES } from '../../publishing/publication.entity.ts';
import { JOB_MODES, PUBLISH_JOB_STATES } from '../../publishing/publish-job.entity.ts';
import { RETRACTION_STATES } from '../../publishing/retraction.entity.ts';
import { VERIFICATION_RESULTS } from '../../publishing/verification.entity.ts';
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
  WorkspaceId,
} from './common.schemas.ts';
import { Wait } from './events.routes.ts';

/** Parts are signed as they are: nothing may be left out or rounded in serialization. */
const part = (description: string): TSchema => Type.Unknown({ description });

export const EvidenceSchema = Type.Unsafe<Evidence>(
  Type.Object(
    {
      format: part('`countersign-evidence/1`.'),
      service: part('Where it comes from.'),
      exported_at: part('When it was made.'),
      job: part('The publish job with its content hash.'),
      content: part('Every payload of the content hash, in its order, with its own hash.'),
      approval: part('The approval with every decision and the hash it names; null in mode `auto`.'),
      publications: part(
        'Each with its intent, its attempts, the gates as they stood, the answers, a settlement by a person and its credit.',
      ),
      audit: part('The audit log entries about it, with their positions in the chain.'),
      audit_kept_from: Type.Optional(
        part('The range of audit log entries deleted by retention; omitted if none of the time of the job were.'),
      ),
      seal: part('The digest of every part, the Ed25519 signature over them and the public key.'),
    },
    { description: 'Everything that is known of a publish job, signed.' },
  ),
);

export const CreatePublishJobBody = closedObject(
  {
    workspace_id: WorkspaceId,
    draft_id: DraftId,
    approval_required: Type.Optional(ApprovalRequired),
    publish_mode: Type.Optional(PublishModeField),
  },
  'Which draft to queue.',
);

export const JobParams = Type.Object({ job_id: id('The publish job, `job_…`.') });

export const ReadJobQuery = closedObject({ wait: Type.Optional(Wait) }, 'How long to wait.');

export const ListJobsQuery = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')),
    state: Type.Optional(oneOf(PUBLISH_JOB_STATES, 'Only jobs in this state.')),
    ...PAGE_FIELDS,
  },
  'Which jobs.',
);

const AttemptSchema = Type.Object(
  {
    number: Type.Integer({ description: 'From 1.' }),
    started_at: timestamp('When it began.'),
    ended_at: nullableTimestamp('When it ended; null while under way, and for ever when the worker died in it.'),
    outcome: nullableOneOf(OUTCOME_KINDS, 'How it ended; null while under way.'),
    message: nullableText('The platform’s answer, in a sentence.'),
  },
  { description: 'One try of a publication.' },
);

const FailureSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable name of the failure.' }),
    message: Type.String({ description: 'What happened.' }),
    remedy: Type.String({ description: 'What to do about it, and who can do it.' }),
    retryable: Type.Boolean({ description: 'Whether retrying the job requests this post again. Words that a platform rejected are not.' }),
  },
  { description: 'Why it was not published.' },
);

const VerificationSchema = Type.Object(
  {
    result: oneOf(VERIFICATION_RESULTS, 'What was found. `unreadable` says nothing about the post.'),
    seen_by: nullable(oneOf(['public', 'account'], 'Whose view was read: anyone’s, or the account’s own.'), 'Null if it was unreadable.'),
    differences: Type.Array(
      Type.Object({
        field: Type.String({ description: '`text`, `title`, `links`, `names`, `pictures`, `alt_texts`, `posts/1/text` in a thread.' }),
        signed: Type.String({ description: 'As it was signed.' }),
        published: nullableText('As it is published; null if the post does not have it.'),
      }),
      { description: 'The fields that differ from what was signed.' },
    ),
    message: nullableText('Why it could not be read; null otherwise.'),
    read_at: timestamp('When it was read.'),
  },
  { description: 'A reading of the published post, compared with what was signed.' },
);

const count = (what: string) => nullable(Type.Integer(), `${what}; null if the network did not report it, which is not 0.`);

const MetricsSchema = Type.Object(
  {
    reported_by: Type.String({ description: 'The network whose figures these are, for instance `Mastodon`.' }),
    read_at: timestamp('When they were read.'),
    views: count('How often it was shown'),
    reach: count('How many people it was shown to'),
    likes: count('Likes and other reactions'),
    replies: count('Replies and comments'),
    reposts: count('Reposts and shares'),
    quotes: count('Quotes'),
    saves: count('Bookmarks and saves'),
    clicks: count('Clicks on its link'),
    raw: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The network’s own name, for instance `favourites_count`.' }),
        value: nullable(Type.Integer(), 'Null if it was not reported.'),
      }),
      { description: 'All figures by the network’s own names.' },
    ),
  },
  { description: 'What the network reported of the post at one time; of a thread, of its first post.' },
);

const RetractionSchema = Type.Object(
  {
    retraction_id: Type.String({ description: 'The removal, `rtr_…`.' }),
    state: oneOf(RETRACTION_STATES, '`requested` waits for a person; `signed` is under way; `refused`: a person has to remove it there.'),
    content_hash: Type.String({ description: 'The hash of what a person signs: the removal of this post with this content.' }),
    reason: Type.String({ description: 'Why it was requested.' }),
    message: nullableText('The network’s answer, where it did not remove the post.'),
    requested_at: timestamp('When it was requested.'),
    ended_at: nullableTimestamp('When it ended.'),
  },
  { description: 'The removal of a published post from its network.' },
);

const FirstCommentSchema = Type.Object(
  {
    first_comment_id: Type.String({ description: 'The comment, `fcm_…`. Its text is `first_comment` of the payload.' }),
    state: oneOf(
      FIRST_COMMENT_STATES,
      '`waiting` for its post or for another attempt; `unknown`: it may be there, and is not sent again before that is known.',
    ),
    attempts: Type.Integer({ description: 'How often it was sent.' }),
    provider_id: nullableText('The platform’s own id of the comment.'),
    provider_url: nullableText('Where a person can see it.'),
    message: nullableText('Why it is not there, or not known to be.'),
    ended_at: nullableTimestamp('When it was published, or given up.'),
  },
  { description: 'What became of the first comment under a post. A failed one leaves the post published.' },
);

export const PublicationParams = Type.Object({ publication_id: id('The publication, `pub_…`.') });

export const RetractionBody = closedObject(
  { reason: Type.String({ minLength: 3, maxLength: 500, description: 'Why, for the person who decides.' }) },
  'Why a published post should be removed.',
);

export const EditBody = closedObject(
  {
    text: Type.String({ minLength: 1, maxLength: FIELD_RULES.draft.sourceText.maxLength, description: 'The new text of the post, whole.' }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Its title, on platforms that show one.' })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 30, description: 'All of its tags; none if left out.' }),
    ),
    note_to_reviewer: Type.Optional(
      Type.String({
        maxLength: FIELD_RULES.draft.noteToReviewer.maxLength,
        description: 'Why, for the person who decides; never published.',
      }),
    ),
  },
  'The new words of a published post.',
);

const PublicationSchema = Type.Object(
  {
    publication_id: Type.String({ description: 'The publication, `pub_…`.' }),
    platform: Type.String({ description: 'Where it goes.' }),
    connection_id: nullableText('The connected account it goes to; null while there is none.'),
    state: Type.String({
      enum: [...PUBLICATION_STATES],
      description: 'How far it is. `unknown` means that it may be there and is being found out.',
    }),
    provider_id: nullableText('The platform’s own id of the post.'),
    provider_url: nullableText('Where a person can see the post.'),
    failure: nullable(FailureSchema, 'Why it was not published; null otherwise.'),
    published_at: nullableTimestamp('When the platform took it.'),
    retraction: nullable(RetractionSchema, 'Its newest removal; null if none was requested.'),
    first_comment: nullable(FirstCommentSchema, 'Its first comment; null where it has none, or before the post was sent.'),
    verification: nullable(
      VerificationSchema,
      'The newest reading of the published post; null before the first, and where its platform allows none.',
    ),
    metrics: Type.Array(MetricsSchema, {
      description: 'Read after 1 hour, 6 hours, 1, 3, 7 and 30 days, oldest first; empty where the network reports nothing.',
    }),
    metrics_failure: nullableText('Why the newest reading of its figures failed; null if it did not.'),
    next_attempt_at: nullableTimestamp('Not tried before this time.'),
    attempts: Type.Array(AttemptSchema, { description: 'Oldest first.' }),
  },
  { description: 'One connected account of the job.' },
);

const RevisionSchema = Type.Object(
  {
    revision: Type.Integer({ description: 'From 1.' }),
    content_hash: Type.String({ description: 'What it was to publish then.' }),
    approval_id: nullableText('The approval request for it; null in mode `auto`.'),
    approval_state: oneOf(JOB_APPROVAL_STATES, 'What became of that; `not_required` in mode `auto`.'),
    created_at: timestamp('When it was requested.'),
  },
  { description: 'What the job was to publish at one time.' },
);

export const PublishJobSchema = Type.Object(
  {
    job_id: Type.String({ description: 'The publish job, `job_…`.' }),
    draft_id: Type.String({ description: 'What it publishes.' }),
    workspace_id: Type.String({ description: 'Its workspace.' }),
    state: Type.String({
      enum: [...PUBLISH_JOB_STATES],
      description: '`blocked` waits for a gate, `ready` for its time, `queued` for a worker.',
    }),
    mode: oneOf(JOB_MODES, '`approval` draws publication credits, `auto` autoposting credits.'),
    content_hash: Type.String({ description: 'The hash of exactly the content that is published.' }),
    revision: Type.Integer({
      description: 'Increases with every change of the content; the job keeps its id until it ends.',
    }),
    revisions: Type.Array(RevisionSchema, { description: 'Oldest first; the last one counts.' }),
    superseded_by: nullableText('The job that replaced this one, which has ended; null otherwise.'),
    approval_id: nullableText('The approval it waits for or is published under; null in mode `auto`.'),
    approval_state: oneOf(JOB_APPROVAL_STATES, 'The state of its approval; `not_required` in mode `auto`.'),
    approval: nullable(DecidedApprovalSchema, 'That approval with what people decided; null in mode `auto`.'),
    changes: ContentChanges,
    publishing_readiness: ReadinessSchema,
    publications: Type.Array(PublicationSchema, { description: 'One for each connected account.' }),
    scheduled_at: nullableTimestamp('Not published before this time.'),
    created_at: timestamp('When it was queued.'),
    updated_at: timestamp('When it last changed.'),
    allowed_actions: Type.Array(Type.String(), { description: 'What you may do with the job next: cancel or retry.' }),
    approval_url: Type.Optional(ApprovalUrl),
    notices: Notices,
    _links: Type.Object(
      { self: LinkSchema, draft: LinkSchema, current_job: Type.Optional(LinkSchema) },
      { description: 'Where to continue; `current_job` if another job replaced this one.' },
    ),
  },
  { description: 'A publish job with its approval state, its readiness and everything that was tried.' },
);

export const PublishJobPage = Type.Object(
  { publish_jobs: Type.Array(PublishJobSchema, { description: 'Newest first.' }), next_cursor: NextCursor },
  { description: 'A page of publish jobs.' },
);
