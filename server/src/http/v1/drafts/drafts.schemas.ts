import { Type } from 'typebox';
import { WORDINGS, type Wording } from '../../../access/workspace-policies.ts';
import { JOB_APPROVAL_STATES } from '../../../approvals/approval.entity.ts';
import { DRAFT_STATES, PUBLISH_MODES } from '../../../drafts/draft.entity.ts';
import { FIELD_RULES } from '../../../field-rules.ts';
import { PUBLISH_JOB_STATES } from '../../../publishing/publish-job.entity.ts';
import {
  ApprovalRequired,
  ApprovalUrl,
  ContentChanges,
  closedObject,
  DecidedApprovalSchema,
  DraftId,
  LinkSchema,
  NextCursor,
  Notices,
  nullable,
  nullableText,
  nullableTimestamp,
  oneOf,
  PlatformIds,
  PublishModeField,
  ReadinessSchema,
  timestamp,
  WorkspaceId,
} from '../common.schemas.ts';
import { AltTexts, MEDIA_TEXT, MediaIdList } from '../media.schemas.ts';
import { CaptionSchema, ownCaptions } from './captions.schemas.ts';
import { PayloadSchema } from './payloads.schemas.ts';

const RULES = FIELD_RULES.draft;

const SourceText = Type.String({
  minLength: 1,
  maxLength: RULES.sourceText.maxLength,
  pattern: '\\S',
  description: 'The source content, from which the words for each platform are made.',
});
const LINK_FORM = { format: 'http-url', maxLength: RULES.link.maxLength };
const LINK_TEXT =
  'A web address that belongs to the post; http or https. If a platform publishes a link card with the post, the page is read once, before approval is requested.';
const WORDING_TEXT =
  'How closely generated words keep to the text. `adapt`: whole where it fits, else in each platform’s own way; `exact`: the source to the last sign, and what does not fit is a warning.';
const SCHEDULE_TEXT =
  'Publish at this time, not before; RFC 3339, not in the past and within a year. `next_slot` takes the workspace’s next free posting slot; the response names it.';
const SCHEDULE_FORM = { format: 'date-time-or-next-slot', examples: ['2026-12-12T08:00:00Z', 'next_slot'] };
const ConnectionIdList = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 100 },
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
};
const NOTE_FORM = { maxLength: RULES.noteToReviewer.maxLength };
const NOTE_TEXT =
  'A note to the reviewer, such as the source of a figure; shown with the draft and never published. Changing it does not request approval again.';
const LABELS_TEXT = 'Words to find the draft by in lists; never published. Changing them does not request approval again.';
const Labels = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: RULES.labels.maxLength },
  maxItems: RULES.labels.maxItems,
  description: LABELS_TEXT,
};
const CONNECTIONS_TEXT = 'Publish to these connected accounts; to every healthy one of the platforms when left out.';

export const CreateDraftBody = closedObject(
  {
    workspace_id: WorkspaceId,
    source_text: SourceText,
    platforms: PlatformIds,
    approval_required: Type.Optional(ApprovalRequired),
    publish_mode: Type.Optional(PublishModeField),
    link: Type.Optional(Type.String({ ...LINK_FORM, description: LINK_TEXT })),
    wording: Type.Optional(oneOf(WORDINGS, `${WORDING_TEXT} The workspace’s own when left out.`)),
    scheduled_at: Type.Optional(Type.String({ ...SCHEDULE_FORM, description: SCHEDULE_TEXT })),
    connection_ids: Type.Optional(Type.Unsafe<string[]>({ ...ConnectionIdList, description: CONNECTIONS_TEXT })),
    media_ids: Type.Optional(Type.Unsafe<string[]>({ ...MediaIdList, description: MEDIA_TEXT })),
    alt_texts: Type.Optional(AltTexts),
    captions: Type.Optional(
      ownCaptions(
        'Your own words for some or all of the platforms, kept as they are; that needs `captions:write` too. The others get generated ones when the draft is submitted.',
      ),
    ),
    note_to_reviewer: Type.Optional(Type.String({ ...NOTE_FORM, description: NOTE_TEXT })),
    labels: Type.Optional(Type.Unsafe<string[]>(Labels)),
    external_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Your own name for the draft, unique in the workspace.' }),
    ),
  },
  'A new draft.',
);

export const ChangeDraftBody = Type.Object(
  {
    source_text: Type.Optional(SourceText),
    platforms: Type.Optional(PlatformIds),
    link: Type.Optional(nullableText(`${LINK_TEXT} Null takes it away.`, LINK_FORM)),
    wording: Type.Optional(
      Type.Unsafe<Wording | null>({
        type: ['string', 'null'],
        enum: [...WORDINGS, null],
        description: `${WORDING_TEXT} Null goes back to the workspace’s own.`,
      }),
    ),
    scheduled_at: Type.Optional(nullableText(`${SCHEDULE_TEXT} Null takes it away.`, SCHEDULE_FORM)),
    connection_ids: Type.Optional(
      Type.Unsafe<string[] | null>({
        ...ConnectionIdList,
        type: ['array', 'null'],
        description: `${CONNECTIONS_TEXT} Null goes back to that.`,
      }),
    ),
    media_ids: Type.Optional(Type.Unsafe<string[]>({ ...MediaIdList, description: `${MEDIA_TEXT} An empty list takes them away.` })),
    captions: Type.Optional(
      ownCaptions('Your own words for some or all of the platforms; that needs `captions:write` too. Other platforms keep theirs.'),
    ),
    note_to_reviewer: Type.Optional(nullableText(`${NOTE_TEXT} Null takes it away.`, NOTE_FORM)),
    labels: Type.Optional(Type.Unsafe<string[]>(Labels)),
  },
  { additionalProperties: false, minProperties: 1, description: 'What is left out stays as it is.' },
);

export const SubmitDraftBody = closedObject(
  {
    publish_mode: Type.Optional(
      oneOf(
        ['approval_queue', 'auto'],
        '`approval_queue` asks the customer; `auto` needs `publish:auto`. As the draft was made when left out.',
      ),
    ),
  },
  'How to submit; may be left out.',
);

export const DraftParams = Type.Object({ draft_id: DraftId });

const DraftJobSchema = Type.Object(
  {
    job_id: Type.String({ description: 'The publish job, `job_…`.' }),
    state: oneOf(PUBLISH_JOB_STATES, 'Its state.'),
    approval_state: oneOf(JOB_APPROVAL_STATES, 'The state of its approval; `not_required` in mode `auto`.'),
    publishing_readiness: ReadinessSchema,
  },
  { description: 'The newest publish job of the draft.' },
);

export const DraftSchema = Type.Object(
  {
    draft_id: Type.String({ description: 'The draft, `drf_…`.' }),
    workspace_id: Type.String({ description: 'Its workspace.' }),
    status: Type.String({ enum: [...DRAFT_STATES], description: 'The state of the draft.' }),
    revision: Type.Integer({
      description: 'Grows with every change of text, words, targets or schedule. Send it in quotes as `If-Match` of a change.',
    }),
    source_text: Type.String({ description: 'The source content.' }),
    link: nullableText('The web address of the post, or null.'),
    wording: nullableText(`${WORDING_TEXT} Null: the workspace’s own.`),
    platforms: Type.Array(Type.String(), { description: 'Target platforms.' }),
    connection_ids: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The chosen connected accounts; null means every healthy one of the platforms.',
    }),
    media_ids: Type.Array(Type.String(), { description: 'The pictures, in order.' }),
    publish_mode: Type.String({ enum: [...PUBLISH_MODES], description: 'The mode that is in effect.' }),
    approval_required: Type.Boolean({
      description: 'Whether a person must approve: the effective value, which may differ from the request.',
    }),
    scheduled_at: nullableTimestamp('Not published before this time; null is as soon as possible.'),
    external_id: nullableText('Your own name for the draft.'),
    note_to_reviewer: nullableText(NOTE_TEXT),
    labels: Type.Array(Type.String(), { description: LABELS_TEXT }),
    edits_publication_id: nullableText('The published post whose words it changes, `pub_…`; null for a post of its own.'),
    content_hash: nullableText('SHA-256 of everything that would be sent, in hex; null before payloads are prepared.'),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When it last changed.'),
    approval: nullable(DecidedApprovalSchema, 'The latest approval with its decisions; null before the first request.'),
    changes: ContentChanges,
    captions: Type.Optional(
      Type.Array(CaptionSchema, {
        description: 'Its captions, by any author; only when one draft is read or was created with captions.',
      }),
    ),
    payloads: Type.Optional(
      Type.Array(PayloadSchema, {
        description: 'What would be sent, or was; empty before payloads are prepared. Where one draft is read.',
      }),
    ),
    publish_job: nullable(DraftJobSchema, 'The newest publish job; null before the draft was submitted.'),
    allowed_actions: Type.Array(Type.String(), {
      description: 'What you may do with the draft next: caption, submit, edit, archive, publish.',
    }),
    approval_url: Type.Optional(ApprovalUrl),
    notices: Notices,
    _links: Type.Object(
      {
        self: LinkSchema,
        publish_job: Type.Optional(LinkSchema),
      },
      { description: 'Where to go on.' },
    ),
  },
  { description: 'A draft and its state.' },
);

export const DraftPage = Type.Object(
  { drafts: Type.Array(DraftSchema, { description: 'Newest first.' }), next_cursor: NextCursor },
  { description: 'A page of drafts.' },
);
