import { Type } from 'typebox';
import { FIELD_RULES } from '../../field-rules.ts';
import { closedObject, NextCursor, nullable, nullableInteger, nullableText, PAGE_FIELDS, WorkspaceId } from './common.schemas.ts';

/** The ids of attached pictures. */
export const MediaIdList = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 100 },
  maxItems: FIELD_RULES.draft.pictures.maxItems,
  uniqueItems: true,
};
export const MEDIA_TEXT = 'Pictures from POST /v1/media, in the order in which they are shown.';

/** Alternative texts, in the order of the pictures. */
export const AltTexts = Type.Array(Type.String({ maxLength: FIELD_RULES.picture.altText.maxLength }), {
  maxItems: FIELD_RULES.draft.pictures.maxItems,
  description:
    'What each picture shows, in the order of `media_ids`; empty where it is described already. Another description makes another picture of the same bytes.',
});

const AltText = Type.String({
  maxLength: FIELD_RULES.picture.altText.maxLength,
  description: 'What the picture shows, for people who cannot see it; posted with it.',
});

export const AddMediaQuery = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    alt_text: Type.Optional(AltText),
  },
  'Whose picture it is, and what it shows.',
);

export const AddMediaFromUrlBody = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    url: Type.String({
      format: 'http-url',
      maxLength: FIELD_RULES.draft.link.maxLength,
      description: 'Where the file itself is, on the public internet.',
    }),
    alt_text: Type.Optional(AltText),
  },
  'A picture to fetch.',
);

export const AddMediaFromUploadBody = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    upload_id: Type.String({ maxLength: 100, description: 'The last part of the upload’s address.' }),
    alt_text: Type.Optional(AltText),
  },
  'A video that was uploaded.',
);

const MediaIdOf = (what: string) => Type.String({ minLength: 1, maxLength: 100, description: what });

export const DescribeMediaBody = closedObject(
  {
    alt_text: Type.Optional(AltText),
    cover: Type.Optional(
      nullable(
        closedObject(
          {
            media_id: Type.Optional(MediaIdOf('A still picture, for networks that take one.')),
            at_ms: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 86_400_000,
                description: 'The moment it shows, for networks that take no picture.',
              }),
            ),
          },
          'What a video shows before it plays: a picture, a moment of the video, or both.',
        ),
        'Of a video; null: the network chooses one.',
      ),
    ),
    subtitles: Type.Optional(
      nullable(
        closedObject(
          {
            media_id: MediaIdOf('An SRT or WebVTT file of the workspace.'),
            language: Type.String({
              minLength: 2,
              maxLength: FIELD_RULES.subtitles.language.maxLength,
              description: 'BCP 47, such as `pt-BR`.',
            }),
          },
          'The subtitles of a video.',
        ),
        'Of a video; null: none.',
      ),
    ),
  },
  'What the picture shows, and the cover and subtitles of a video.',
);

export const ListMediaQuery = closedObject({ workspace_id: Type.Optional(WorkspaceId), ...PAGE_FIELDS }, 'Whose pictures.');

export const MediaParams = closedObject({ media_id: Type.String({ description: 'The picture, `med_…`.' }) }, 'Which picture.');

const RenditionSchema = Type.Object(
  {
    sha256: Type.String({ description: 'Of the bytes, in hex: what is signed and sent.' }),
    mime_type: Type.String({
      description: '`image/jpeg`, or `image/png` where it is partly transparent; the own type of a video, of an animated GIF and of a PDF.',
    }),
    byte_size: Type.Integer({ description: 'In bytes.' }),
    width: Type.Integer({ description: 'In pixels.' }),
    height: Type.Integer({ description: 'In pixels.' }),
  },
  { description: 'One form of the picture.' },
);

export const MediaSchema = Type.Object(
  {
    media_id: Type.String({ description: 'Name it in `media_ids` of a draft.' }),
    workspace_id: Type.String({ description: 'The workspace it is for.' }),
    alt_text: Type.String({ description: 'The alternative text; empty if there is none.' }),
    renditions: Type.Array(RenditionSchema, {
      description: 'The picture as it was handed in, without metadata, and smaller forms for platforms that need them.',
    }),
    reduced_from: nullable(
      Type.Object({ width: Type.Integer({ description: 'In pixels.' }), height: Type.Integer({ description: 'In pixels.' }) }),
      'Its size as it was handed in, where it was larger than any platform shows and was reduced; null where it was kept.',
    ),
    seconds: nullable(Type.Integer(), 'How long a video lasts, rounded up; null for a picture.'),
    cover: nullable(
      Type.Object({
        media_id: nullableText('The picture; null where it is only a moment of the video.'),
        at_ms: nullableInteger('The moment of the video, in milliseconds; null for another picture.'),
      }),
      'What a video shows before it plays; null where the network chooses.',
    ),
    subtitles: nullable(
      Type.Object({
        media_id: Type.String({ description: 'The SRT or WebVTT file.' }),
        language: Type.String({ description: 'BCP 47.' }),
      }),
      'The subtitles of a video; null where it has none.',
    ),
    created_at: Type.String({ description: 'RFC 3339.' }),
  },
  { description: 'A picture or a video for posts.' },
);

export const MediaPage = Type.Object(
  { media: Type.Array(MediaSchema, { description: 'Newest first.' }), next_cursor: NextCursor },
  { description: 'A page of pictures.' },
);

export const RemovedMedia = Type.Object(
  { media_id: Type.String({ description: 'The picture that there was.' }), removed: Type.Boolean({ description: 'True.' }) },
  { description: 'It is gone.' },
);
