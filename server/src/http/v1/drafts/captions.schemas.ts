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
  LinkSchema,
  Notices,
  nullable,
  OmissionSchema,
  oneOf,
  PlatformIds,
  PublishModeField,
  WorkspaceId,
} from '../common.schemas.ts';

const OwnTags = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 100,
  description: 'Tags without the number sign.',
});
const OwnThread = Type.Array(Type.String({ minLength: 1, maxLength: 100_000, pattern: '\\S' }), {
  maxItems: 100,
  description: 'The further posts where it threads.',
});

/** A caption written by the author, without its platform. */
export const OWN_WORDS = {
  text: Type.String({
    minLength: 1,
    maxLength: 100_000,
    pattern: '\\S',
    description: 'The whole post as it is to go out, tags in it where the platform writes them in the text.',
  }),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'Where the platform shows one apart from the text: one line, which is kept as the first line of the text.',
    }),
  ),
  tags: Type.Optional(OwnTags),
  thread: Type.Optional(OwnThread),
};

const SettingValue = Type.Union([Type.String({ maxLength: 1_000 }), Type.Boolean()]);

const OwnSettings = Type.Record(Type.String({ maxLength: 64 }), SettingValue, {
  maxProperties: 50,
  description:
    'The network’s own settings of the post, by name, as `settings` in GET /v1/platforms declares them; signed with the post. All of them: left out, they stay as they are.',
});

const OwnCaption = closedObject(
  {
    platform: Type.String({ minLength: 1, maxLength: 64, description: 'A platform of the draft.' }),
    ...OWN_WORDS,
    settings: Type.Optional(OwnSettings),
  },
  'Your own words for one platform.',
);

/** Captions written by the author, for some or all platforms. */
export const ownCaptions = (description: string) =>
  Type.Array(OwnCaption, { minItems: 1, maxItems: FIELD_RULES.draft.platforms.maxItems, description });

const WRITING = {
  wording: Type.Optional(
    oneOf(
      WORDINGS,
      '`adapt`: whole where it fits, else in each platform’s own way; `exact`: the source to the last sign, and what does not fit is a warning. That of the draft when left out, and of the workspace where it has none.',
    ),
  ),
  tone: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'How it should sound, in a few words.' })),
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
      description: 'BCP 47 language tag; recognised from the text when left out.',
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
        description: 'True replaces captions that a person wrote; otherwise they are kept and `notices` says so.',
      }),
    ),
    captions: Type.Optional(ownCaptions('Your own words instead of generated ones; other platforms keep theirs.')),
  },
  'Words for a draft.',
);

/** Without a draft: nothing is stored. */
export const DescribeTextBody = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    source_text: Type.String({
      minLength: 1,
      maxLength: FIELD_RULES.draft.sourceText.maxLength,
      pattern: '\\S',
      description: 'The source content.',
    }),
    platforms: PlatformIds,
    link: Type.Optional(
      Type.String({
        format: 'http-url',
        maxLength: FIELD_RULES.draft.link.maxLength,
        description: 'A web address that belongs to the post.',
      }),
    ),
    ...WRITING,
  },
  'Words for a text that is not a draft.',
);

const WarningSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable name, for instance `text_too_long`.' }),
    field: Type.String({ description: '`text`, `tags` or `thread/0`.' }),
    message: Type.String({ description: 'What does not fit.' }),
    remedy: Type.String({ description: 'What to do about it.' }),
  },
  { description: 'One way in which the words do not fit the platform.' },
);

export const CaptionSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    text: Type.String({ description: 'The whole post as it would go out, tags in it where the platform writes them in the text.' }),
    tags: Type.Array(Type.String(), { description: 'Tags without the number sign.' }),
    thread: Type.Optional(Type.Array(Type.String(), { description: 'The further posts where it threads.' })),
    settings: Type.Optional(
      Type.Record(Type.String(), SettingValue, {
        description: 'The network’s own settings that were chosen; left out where there are none.',
      }),
    ),
    length: Type.Integer({ description: 'Length of `text`, counted as the platform counts.' }),
    limit: Type.Integer({ description: 'The most the platform takes.' }),
    unit: Type.String({ description: 'What is counted: weighted, graphemes, utf16, code_points or bytes.' }),
    origin: oneOf(CAPTION_ORIGINS, 'Who wrote it; `extractive` is taken from the source text.'),
    model_use: Type.Optional(
      Type.Object(
        {
          model: Type.String({ description: 'As its provider names it.' }),
          input_tokens: Type.Integer({ description: 'Tokens read for these words.' }),
          output_tokens: Type.Integer({ description: 'Tokens written for these words.' }),
          cost_usd: nullable(Type.Number(), 'What they cost, in US dollars; null when the operator has named no prices.'),
        },
        { description: 'What a language model took for these words; only where one wrote them.' },
      ),
    ),
    omissions: Type.Array(OmissionSchema, { description: 'What of the source text is not in these words; empty where all of it is.' }),
    shortened: Type.Optional(
      Type.Object(
        {
          kept_percent: Type.Integer({
            description: 'The share of the source text that is kept, in percent; 0 if none of it fits and a person must write.',
          }),
        },
        { description: 'Only where the words are the first paragraphs of the source text alone.' },
      ),
    ),
    findings: Type.Optional(
      Type.Array(FindingSchema, {
        description:
          'Where words of the language model may say something else than the source text; compare them. Left out where nothing was found.',
      }),
    ),
    warnings: Type.Array(WarningSchema, { description: 'What keeps it from being published as it is; empty when it fits.' }),
  },
  { description: 'The words and tags for one platform.' },
);

export const CaptionSetSchema = Type.Object(
  {
    caption_set_id: Type.String({ description: 'The caption set, `cps_…`.' }),
    draft_id: Type.String({ description: 'The draft it belongs to.' }),
    workspace_id: Type.String({ description: 'The workspace of the draft.' }),
    revision: Type.Integer({ description: 'The draft’s revision with these words.' }),
    status: oneOf(DRAFT_STATES, 'The current state of the draft.'),
    captions: Type.Array(CaptionSchema, { description: 'One for each platform of the draft.' }),
    approval_required: Type.Boolean({
      description: 'Whether a person must approve: the effective value, which may differ from the request.',
    }),
    approval: nullable(ApprovalSchema, 'The latest approval; null before the first request.'),
    job_id: Type.Optional(Type.String({ description: 'The publish job, where the draft is submitted.' })),
    allowed_actions: Type.Array(Type.String(), { description: 'What you may do with the draft next.' }),
    approval_url: Type.Optional(ApprovalUrl),
    notices: Notices,
    _links: Type.Object({ draft: LinkSchema, publish_job: Type.Optional(LinkSchema) }, { description: 'Where to go on.' }),
  },
  { description: 'The words of a draft.' },
);

export const DescriptionSchema = Type.Object(
  { captions: Type.Array(CaptionSchema, { description: 'One for each requested platform; nothing was stored.' }), notices: Notices },
  { description: 'Words for a text that is not a draft.' },
);
