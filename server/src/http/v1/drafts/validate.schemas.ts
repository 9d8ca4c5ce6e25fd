import { Type } from 'typebox';
import { FIELD_RULES } from '../../../field-rules.ts';
import { closedObject, FindingSchema, OmissionSchema, PlatformIds, SpanSchema, WorkspaceId } from '../common.schemas.ts';
import { AltTexts, MEDIA_TEXT, MediaIdList } from '../media.schemas.ts';
import { OWN_WORDS, ownCaptions } from './captions.schemas.ts';

const { link } = FIELD_RULES.draft;

export const ValidateBody = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    platforms: Type.Optional(PlatformIds),
    ...OWN_WORDS,
    text: Type.Optional(OWN_WORDS.text),
    captions: Type.Optional(ownCaptions('Captions for individual platforms, instead of `text`; in the same form as for a draft.')),
    link: Type.Optional(Type.String({ format: 'http-url', maxLength: link.maxLength, description: 'The post’s link.' })),
    media_ids: Type.Optional(Type.Unsafe<string[]>({ ...MediaIdList, description: MEDIA_TEXT })),
    alt_texts: Type.Optional(AltTexts),
  },
  'The content to check: `text` for all `platforms`, or a caption for each platform in `captions`.',
);

const FaultSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable code, for example `text_too_long`.' }),
    field: Type.String({ description: 'The field: `text`, `title`, `tags`, `link`, `media` or `thread/0`.' }),
    message: Type.String({ description: 'What is wrong.' }),
    remedy: Type.String({ description: 'How to fix it.' }),
    count: Type.Optional(Type.Number({ description: 'The actual amount, in `unit`.' })),
    limit: Type.Optional(Type.Number({ description: 'The platform’s limit, in `unit`.' })),
    unit: Type.Optional(
      Type.String({
        description:
          '`weighted`, `graphemes`, `utf16`, `code_points`, `bytes`, `emoji_as_bytes`, `items`, `megabytes`, `seconds` or `percent`.',
      }),
    ),
    span: Type.Optional(SpanSchema),
  },
  { description: 'A way in which a post breaks a rule of its platform.' },
);

const MeasuredSchema = Type.Object(
  {
    text: Type.String({ description: 'The text as the platform shows it.' }),
    length: Type.Integer({ description: 'Length in `unit`, as the platform counts it.' }),
    limit: Type.Integer({ description: 'The platform’s limit, in `unit`.' }),
    unit: Type.String({ description: 'Unit of length.' }),
  },
  { description: 'One post: the only one, or one of a thread.' },
);

const ValidatedSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    fits: Type.Boolean({ description: 'Whether there are no faults and no blocking findings.' }),
    text: Type.String({
      description: 'The caption as it would be stored, with the title as its first line. Spans of `text` refer to it.',
    }),
    title: Type.Optional(Type.String({ description: 'The title as the platform would show it; only on platforms with separate titles.' })),
    posts: Type.Array(MeasuredSchema, { description: 'The post and the further posts of its thread.' }),
    faults: Type.Array(FaultSchema, { description: 'All rule violations; empty if there are none.' }),
    findings: Type.Array(FindingSchema, { description: 'Findings of the workspace’s safety checks.' }),
    omissions: Type.Optional(
      Type.Array(OmissionSchema, {
        description:
          'What would not be in the post, such as an alternative text that the platform does not accept; omitted if it is complete.',
      }),
    ),
    plain_names: Type.Array(Type.String(), { description: 'Names that look like mentions but match no account.' }),
  },
  { description: 'The result for one platform.' },
);

export const ValidationSchema = Type.Object(
  {
    fits: Type.Boolean({ description: 'Whether the content fits every platform.' }),
    platforms: Type.Array(ValidatedSchema, { description: 'One result per platform, in the requested order.' }),
  },
  { description: 'The result of the checks. Nothing was stored.' },
);
