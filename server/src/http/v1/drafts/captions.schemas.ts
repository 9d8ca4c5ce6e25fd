import { Type } from 'typebox';
import { WORDINGS } from '../../../access/workspace-policies.ts';
import { CAPTION_ORIGINS } from '../../../captions/caption-set.entity.ts';
import { DRAFT_STATES } from '../../../drafts/draft.entity.ts';
import { FIELD_RULES } from '../../../field-rules.ts';
import {
  ApprovalRequired,
  ApprovalSchema,
  ApprovalUrl,
  closedObject,
  DraftId,
  FindingSchema,
  id,
  LinkSchema,
  Notices,
  nullable,
  OmissionSchema,
  oneOf,
  PlatformIds,
  PublishModeField,
  timestamp,
  WorkspaceId,
} from '../common.schemas.ts';

const OwnTags = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 100,
  description: 'Hashtags without the leading `#`.',
});
const OwnThread = Type.Array(Type.String({ minLength: 1, maxLength: 100_000, pattern: '\\S' }), {
  maxItems: 100,
  description: 'The further posts of a thread.',
});

/** A caption written by the author, without its platform. */
export const OWN_WORDS = {
  text: Type.String({
    minLength: 1,
    maxLength: 100_000,
    pattern: '\\S',
    description: 'The complete post, including its hashtags if the platform has them in the text.',
  }),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'One-line title, on platforms with titles; stored as the first line of the text.',
    }),
  ),
  tags: Type.Optional(OwnTags),
  thread: Type.Optional(OwnThread),
};

const SettingValue = Type.Union([Type.String({ maxLength: 1_000 }), Type.Boolean()]);

const OwnSettings = Type.Record(Type.String({ maxLength: 64 }), SettingValue, {
  maxProperties: 50,
  description:
    'The platform’s own settings for the post, by name, as declared by `settings` in GET /v1/platforms. Pass all of them; if omitted, they are unchanged.',
});

const OwnCaption = closedObject(
  {
    platform: Type.String({ minLength: 1, maxLength: 64, description: 'One of the draft’s platforms.' }),
    ...OWN_WORDS,
    settings: Type.Optional(OwnSettings),
  },
  'Your own caption for one platform.',
);

/** Captions written by the author, for some or all platforms. */
export const ownCaptions = (description: string) =>
  Type.Array(OwnCaption, { minItems: 1, maxItems: FIELD_RULES.draft.platforms.maxItems, description });

const WRITING = {
  wording: Type.Optional(
    oneOf(
      WORDINGS,
      '`adapt`: unchanged if it fits, otherwise adapted to the platform; `exact`: character for character, with a warning if it does not fit. Default: the draft’s setting, else the workspace’s.',
    ),
  ),
  tone: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The tone of voice, in a few words.' })),
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
      description: 'BCP 47 language tag; detected from the text if omitted.',
    }),
  ),
};

export const CreateCaptionsBody = closedObject(
  {
    workspace_id: WorkspaceId,
    draft_id: DraftId,
    approval_required: Type.Optional(ApprovalRequired),
    publish_mode: Type.Optional(PublishModeField),
    platforms: Type.Optional(PlatformIds),
    ...WRITING,
    replace: Type.Optional(
      Type.Boolean({
        description: 'Whether to replace captions written by a person; otherwise they are kept and `notices` reports it.',
      }),
    ),
    captions: Type.Optional(ownCaptions('Your own captions, instead of generated ones; other platforms keep theirs.')),
  },
  'The captions to write for a draft.',
);

/** Without a draft: nothing is stored. */
export const DescribeTextBody = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    source_text: Type.String({
      minLength: 1,
      maxLength: FIELD_RULES.draft.sourceText.maxLength,
      pattern: '\\S',
      description: 'The source text, of at most 100,000 UTF-16 code units.',
    }),
    platforms: PlatformIds,
    link: Type.Optional(
      Type.String({
        format: 'http-url',
        maxLength: FIELD_RULES.draft.link.maxLength,
        description: 'The post’s link.',
      }),
    ),
    ...WRITING,
  },
  'Captions for a text without a draft.',
);

const WarningSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable code, for example `text_too_long`.' }),
    field: Type.String({ description: 'The field: `text`, `tags` or `thread/0`.' }),
    message: Type.String({ description: 'What is wrong.' }),
    remedy: Type.String({ description: 'How to fix it.' }),
  },
  { description: 'A way in which the caption breaks a rule of the platform.' },
);

export const CaptionSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    text: Type.String({ description: 'The complete post, including its hashtags if the platform has them in the text.' }),
    tags: Type.Array(Type.String(), { description: 'Hashtags without the leading `#`.' }),
    thread: Type.Optional(Type.Array(Type.String(), { description: 'The further posts of a thread.' })),
    settings: Type.Optional(
      Type.Record(Type.String(), SettingValue, {
        description: 'The selected platform settings; omitted if there are none.',
      }),
    ),
    length: Type.Integer({ description: 'Length of `text` in `unit`, as the platform counts it.' }),
    limit: Type.Integer({ description: 'The platform’s limit, in `unit`.' }),
    unit: Type.String({ description: 'Unit of length: `weighted`, `graphemes`, `utf16`, `code_points` or `bytes`.' }),
    origin: oneOf(CAPTION_ORIGINS, 'Who or what wrote it; `extractive` captions are taken from the source text.'),
    model_use: Type.Optional(
      Type.Object(
        {
          model: Type.String({ description: 'The provider’s name for the model.' }),
          input_tokens: Type.Integer({ description: 'Input tokens used for this caption.' }),
          output_tokens: Type.Integer({ description: 'Output tokens used for this caption.' }),
          cost_usd: nullable(Type.Number(), 'Cost in US dollars; null if the operator has configured no prices.'),
        },
        { description: 'The language model’s usage; only for captions written by one.' },
      ),
    ),
    omissions: Type.Array(OmissionSchema, {
      description: 'The parts of the source text that are not in the caption; empty if it contains all of it.',
    }),
    shortened: Type.Optional(
      Type.Object(
        {
          kept_percent: Type.Integer({
            description: 'Percentage of the source text that is kept; 0 if no paragraph fits and a person must write the caption.',
          }),
        },
        { description: 'Only for captions that consist of the first paragraphs of the source text.' },
      ),
    ),
    findings: Type.Optional(
      Type.Array(FindingSchema, {
        description:
          'Passages by the language model that may differ in meaning from the source text; compare them. Omitted if there are none.',
      }),
    ),
    warnings: Type.Array(WarningSchema, { description: 'What prevents the caption from being published; empty if it fits.' }),
  },
  { description: 'The text and hashtags for one platform.' },
);

export const CaptionSetSchema = Type.Object(
  {
    caption_set_id: Type.String({ description: 'The caption set, `cps_…`.' }),
    draft_id: Type.String({ description: 'The draft.' }),
    workspace_id: Type.String({ description: 'The workspace of the draft.' }),
    revision: Type.Integer({ description: 'The draft’s revision that has these captions.' }),
    status: oneOf(DRAFT_STATES, 'The current state of the draft.'),
    captions: Type.Array(CaptionSchema, { description: 'One caption per platform of the draft.' }),
    approval_required: Type.Boolean({
      description: 'Whether a person must approve. This is the effective value, which may differ from the request.',
    }),
    approval: nullable(ApprovalSchema, 'The latest approval; null until approval is first requested.'),
    job_id: Type.Optional(Type.String({ description: 'The publish job, if the draft is submitted.' })),
    allowed_actions: Type.Array(Type.String(), { description: 'The actions the draft allows next.' }),
    approval_url: Type.Optional(ApprovalUrl),
    notices: Notices,
    _links: Type.Object({ draft: LinkSchema, publish_job: Type.Optional(LinkSchema) }, { description: 'Related resources.' }),
  },
  { description: 'The captions of a draft.' },
);

export const CaptionSetParams = Type.Object({ caption_set_id: id('The caption set, `cps_…`.') });

export const StoredCaptionSetSchema = Type.Object(
  {
    caption_set_id: Type.String({ description: 'The caption set, `cps_…`.' }),
    draft_id: Type.String({ description: 'The draft.' }),
    workspace_id: Type.String({ description: 'The workspace of the draft.' }),
    number: Type.Integer({ description: 'The number of the set among those of the draft, starting at 1.' }),
    is_current: Type.Boolean({ description: 'Whether it is the draft’s newest; only that one is published.' }),
    captions: Type.Array(CaptionSchema, { description: 'One caption per platform, measured by the current rules.' }),
    created_at: timestamp('When it was written.'),
    _links: Type.Object({ self: LinkSchema, draft: LinkSchema }, { description: 'Related resources.' }),
  },
  { description: 'A caption set as it was written; a change creates another.' },
);

export const DescriptionSchema = Type.Object(
  { captions: Type.Array(CaptionSchema, { description: 'One caption per requested platform. Nothing was stored.' }), notices: Notices },
  { description: 'Captions for a text without a draft.' },
);
