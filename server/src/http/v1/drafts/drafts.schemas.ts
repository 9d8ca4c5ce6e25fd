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

const SOURCE_FORM = { minLength: 1, maxLength: RULES.sourceText.maxLength, pattern: '\\S' };
const SOURCE_TEXT = 'The source text, from which the caption for each platform is generated. At most 100,000 UTF-16 code units.';
const LINK_FORM = { format: 'http-url', maxLength: RULES.link.maxLength };
const LINK_TEXT =
  'The post’s link, http or https. If a platform shows a link card, the page is fetched once, before approval is requested.';
const WORDING_TEXT =
  'How closely generated captions follow the source text. `adapt`: unchanged if it fits, otherwise adapted to the platform; `exact`: character for character, with a warning if it does not fit.';
const SCHEDULE_TEXT =
  'Publish no earlier than this time: RFC 3339, in the future and within a year. `next_slot` reserves the workspace’s next free posting slot; the response contains its time.';
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
  'Note to the reviewer, such as the source of a figure. Shown with the draft, never published. Changing it needs no new approval.';
const LABELS_TEXT = 'Labels to filter lists by; never published. Changing them does not require a new approval.';
const Labels = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: RULES.labels.maxLength },
  maxItems: RULES.labels.maxItems,
  description: LABELS_TEXT,
};
const CONNECTIONS_TEXT = 'The connected accounts to publish to. If omitted: every healthy account on the platforms.';

export const CreateDraftBody = closedObject(
  {
    workspace_id: WorkspaceId,
    source_text: Type.String({ ...SOURCE_FORM, description: SOURCE_TEXT }),
    platforms: PlatformIds,
    approval_required: Type.Optional(ApprovalRequired),
    publish_mode: Type.Optional(PublishModeField),
    link: Type.Optional(Type.String({ ...LINK_FORM, description: LINK_TEXT })),
    wording: Type.Optional(oneOf(WORDINGS, `${WORDING_TEXT} Default: the workspace’s setting.`)),
    scheduled_at: Type.Optional(Type.String({ ...SCHEDULE_FORM, description: SCHEDULE_TEXT })),
    connection_ids: Type.Optional(Type.Unsafe<string[]>({ ...ConnectionIdList, description: CONNECTIONS_TEXT })),
    media_ids: Type.Optional(Type.Unsafe<string[]>({ ...MediaIdList, description: MEDIA_TEXT })),
    alt_texts: Type.Optional(AltTexts),
    captions: Type.Optional(
      ownCaptions(
        'Your own captions for some or all platforms, never rewritten; needs `captions:write` too. Those of other platforms are generated on submission.',
      ),
    ),
    note_to_reviewer: Type.Optional(Type.String({ ...NOTE_FORM, description: NOTE_TEXT })),
    labels: Type.Optional(Type.Unsafe<string[]>(Labels)),
    external_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Your own identifier for the draft, unique in the workspace.' }),
    ),
  },
  'A new draft.',
);

export const ChangeDraftBody = Type.Object(
  {
    source_text: Type.Optional(
      Type.String({
        ...SOURCE_FORM,
        description: `${SOURCE_TEXT} Captions that you or a person wrote stay; send \`captions\` to change yours.`,
      }),
    ),
    platforms: Type.Optional(PlatformIds),
    link: Type.Optional(nullableText(`${LINK_TEXT} Null removes it.`, LINK_FORM)),
    wording: Type.Optional(
      Type.Unsafe<Wording | null>({
        type: ['string', 'null'],
        enum: [...WORDINGS, null],
        description: `${WORDING_TEXT} Null: the workspace’s setting.`,
      }),
    ),
    scheduled_at: Type.Optional(nullableText(`${SCHEDULE_TEXT} Null removes it.`, SCHEDULE_FORM)),
    connection_ids: Type.Optional(
      Type.Unsafe<string[] | null>({
        ...ConnectionIdList,
        type: ['array', 'null'],
        description: `${CONNECTIONS_TEXT} Null restores that default.`,
      }),
    ),
    media_ids: Type.Optional(Type.Unsafe<string[]>({ ...MediaIdList, description: `${MEDIA_TEXT} An empty list removes them.` })),
    captions: Type.Optional(
      ownCaptions('Your own captions for some or all platforms; needs `captions:write` too. Other platforms keep theirs.'),
    ),
    note_to_reviewer: Type.Optional(nullableText(`${NOTE_TEXT} Null removes it.`, NOTE_FORM)),
    labels: Type.Optional(Type.Unsafe<string[]>(Labels)),
  },
  { additionalProperties: false, minProperties: 1, description: 'Omitted fields are unchanged.' },
);

export const SubmitDraftBody = closedObject(
  {
    publish_mode: Type.Optional(
      oneOf(['approval_queue', 'auto'], '`approval_queue` requests approval; `auto` needs `publish:auto`. Default: the draft’s own mode.'),
    ),
  },
  'How to submit the draft; the body is optional.',
);

export const DraftParams = Type.Object({ draft_id: DraftId });

const DraftJobSchema = Type.Object(
  {
    job_id: Type.String({ description: 'The publish job, `job_…`.' }),
    state: oneOf(PUBLISH_JOB_STATES, 'State of the job.'),
    approval_state: oneOf(JOB_APPROVAL_STATES, 'State of the approval; `not_required` in mode `auto`.'),
    publishing_readiness: ReadinessSchema,
  },
  { description: 'The newest publish job of the draft.' },
);

export const DraftSchema = Type.Object(
  {
    draft_id: Type.String({ description: 'The draft, `drf_…`.' }),
    workspace_id: Type.String({ description: 'The draft’s workspace.' }),
    status: Type.String({ enum: [...DRAFT_STATES], description: 'State of the draft.' }),
    revision: Type.Integer({
      description:
        'Increases with every change to the source text, captions, targets or schedule. Send it in quotes as `If-Match` when you change the draft.',
    }),
    source_text: Type.String({ description: 'The source text.' }),
    link: nullableText('The post’s link, or null.'),
    wording: nullableText(`${WORDING_TEXT} Null: the workspace’s setting.`),
    platforms: Type.Array(Type.String(), { description: 'Ids of the target platforms.' }),
    connection_ids: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The selected connected accounts; null means every healthy account on the platforms.',
    }),
    media_ids: Type.Array(Type.String(), { description: 'Attached pictures, videos and documents, in order.' }),
    publish_mode: Type.String({ enum: [...PUBLISH_MODES], description: 'The effective mode.' }),
    approval_required: Type.Boolean({
      description: 'Whether a person must approve. This is the effective value, which may differ from the request.',
    }),
    scheduled_at: nullableTimestamp('The earliest time of publishing; null means as soon as possible.'),
    external_id: nullableText('Your own identifier for the draft.'),
    note_to_reviewer: nullableText(NOTE_TEXT),
    labels: Type.Array(Type.String(), { description: LABELS_TEXT }),
    edits_publication_id: nullableText('The published post that this draft edits, `pub_…`; null for a new post.'),
    content_hash: nullableText('SHA-256 of everything to be sent, in hex; null until payloads are prepared.'),
    created_at: timestamp('When the draft was created.'),
    updated_at: timestamp('When the draft last changed.'),
    approval: nullable(DecidedApprovalSchema, 'The latest approval with its decisions; null until approval is first requested.'),
    changes: ContentChanges,
    captions: Type.Optional(
      Type.Array(CaptionSchema, {
        description: 'The captions, by any author. Only when a single draft is read, or was created with captions.',
      }),
    ),
    payloads: Type.Optional(
      Type.Array(PayloadSchema, {
        description: 'The content to be sent, or that was sent; empty until payloads are prepared. Only when a single draft is read.',
      }),
    ),
    publish_job: nullable(DraftJobSchema, 'The newest publish job; null until the draft is submitted.'),
    allowed_actions: Type.Array(Type.String(), {
      description: 'The actions the draft allows next: `caption`, `submit`, `edit`, `archive`, `publish`.',
    }),
    approval_url: Type.Optional(ApprovalUrl),
    notices: Notices,
    _links: Type.Object(
      {
        self: LinkSchema,
        publish_job: Type.Optional(LinkSchema),
      },
      { description: 'Related resources.' },
    ),
  },
  { description: 'A draft and its state.' },
);

export const DraftPage = Type.Object(
  { drafts: Type.Array(DraftSchema, { description: 'Newest first.' }), next_cursor: NextCursor },
  { description: 'A page of drafts.' },
);
