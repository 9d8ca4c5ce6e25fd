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
    captions: Type.Optional(ownCaptions('Words of its own for some platforms, instead of `text`; the same form as a draft takes them in.')),
    link: Type.Optional(
      Type.String({ format: 'http-url', maxLength: link.maxLength, description: 'A web address that belongs to the post.' }),
    ),
    media_ids: Type.Optional(Type.Unsafe<string[]>({ ...MediaIdList, description: MEDIA_TEXT })),
    alt_texts: Type.Optional(AltTexts),
  },
  'Words, and what goes with them: `text` for all of `platforms`, or words of its own for each in `captions`.',
);

const FaultSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable name, for instance `text_too_long`.' }),
    field: Type.String({ description: '`text`, `title`, `tags`, `link`, `media` or `thread/0`.' }),
    message: Type.String({ description: 'What does not fit.' }),
    remedy: Type.String({ description: 'What to do about it.' }),
    count: Type.Optional(Type.Number({ description: 'What there is, in `unit`.' })),
    limit: Type.Optional(Type.Number({ description: 'What the platform takes.' })),
    unit: Type.Optional(
      Type.String({ description: 'weighted, graphemes, utf16, code_points, bytes, emoji_as_bytes, items, megabytes, seconds or percent.' }),
    ),
    span: Type.Optional(SpanSchema),
  },
  { description: 'One way in which a post does not fit its platform.' },
);

const MeasuredSchema = Type.Object(
  {
    text: Type.String({ description: 'The text as the platform shows it.' }),
    length: Type.Integer({ description: 'Its length, counted as the platform counts.' }),
    limit: Type.Integer({ description: 'The most the platform takes.' }),
    unit: Type.String({ description: 'What is counted.' }),
  },
  { description: 'One post: the first, or a further one of a thread.' },
);

const ValidatedSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    fits: Type.Boolean({ description: 'No fault, and no finding that blocks.' }),
    text: Type.String({
      description: 'The words as they would be kept, with a title as their first line; what the spans of `text` count in.',
    }),
    title: Type.Optional(Type.String({ description: 'As the platform would show it, where it shows one.' })),
    posts: Type.Array(MeasuredSchema, { description: 'The post and, in a thread, those after it.' }),
    faults: Type.Array(FaultSchema, { description: 'Everything that does not fit, at once; empty where it fits.' }),
    findings: Type.Array(FindingSchema, { description: 'What the workspace’s safety checks found.' }),
    omissions: Type.Optional(
      Type.Array(OmissionSchema, {
        description:
          'What would not be in the post, such as a description that the platform does not take; left out where that is nothing.',
      }),
    ),
    plain_names: Type.Array(Type.String(), { description: 'Names that look like mentions but match no account.' }),
  },
  { description: 'What words would come to on one platform.' },
);

export const ValidationSchema = Type.Object(
  {
    fits: Type.Boolean({ description: 'Whether it fits everywhere.' }),
    platforms: Type.Array(ValidatedSchema, { description: 'One for each platform, in the requested order.' }),
  },
  { description: 'What words would come to; nothing was kept.' },
);
