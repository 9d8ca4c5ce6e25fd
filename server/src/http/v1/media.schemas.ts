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
export const MEDIA_TEXT = 'Media ids from POST /v1/media, in display order.';

/** Alternative texts, in the order of the pictures. */
export const AltTexts = Type.Array(Type.String({ maxLength: FIELD_RULES.picture.altText.maxLength }), {
  maxItems: FIELD_RULES.draft.pictures.maxItems,
  description:
    'Alternative texts, in the order of `media_ids`; an empty one keeps the existing text. A different text creates a new picture with the same bytes.',
});

const AltText = Type.String({
  maxLength: FIELD_RULES.picture.altText.maxLength,
  description: 'Alternative text, published with the picture.',
});

export const AddMediaQuery = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    alt_text: Type.Optional(AltText),
  },
  'The picture’s workspace and alternative text.',
);

export const AddMediaFromUrlBody = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    url: Type.String({
      format: 'http-url',
      maxLength: FIELD_RULES.draft.link.maxLength,
      description: 'URL of the file itself, on the public internet.',
    }),
    alt_text: Type.Optional(AltText),
  },
  'The file to fetch.',
);

export const AddMediaFromUploadBody = closedObject(
  {
    workspace_id: Type.Optional(WorkspaceId),
    upload_id: Type.String({ maxLength: 100, description: 'The last path segment of the upload’s URL.' }),
    alt_text: Type.Optional(AltText),
  },
  'The completed upload to add.',
);

const MediaIdOf = (what: string) => Type.String({ minLength: 1, maxLength: 100, description: what });

export const DescribeMediaBody = closedObject(
  {
    alt_text: Type.Optional(AltText),
    cover: Type.Optional(
      nullable(
        closedObject(
          {
            media_id: Type.Optional(MediaIdOf('A still picture, for networks that accept one.')),
            at_ms: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 86_400_000,
                description: 'Position of the cover frame, in milliseconds, for networks that accept no picture.',
              }),
            ),
          },
          'The video’s cover: a picture, a position in the video, or both.',
        ),
        'The video’s cover; null lets the network choose.',
      ),
    ),
    subtitles: Type.Optional(
      nullable(
        closedObject(
          {
            media_id: MediaIdOf('An SRT or WebVTT file in the workspace.'),
            language: Type.String({
              minLength: 2,
              maxLength: FIELD_RULES.subtitles.language.maxLength,
              description: 'BCP 47 language tag, such as `pt-BR`.',
            }),
          },
          'The video’s subtitles.',
        ),
        'The video’s subtitles; null removes them.',
      ),
    ),
  },
  'The alternative text and, for a video, the cover and subtitles.',
);

export const ListMediaQuery = closedObject({ workspace_id: Type.Optional(WorkspaceId), ...PAGE_FIELDS }, 'Filters.');

export const MediaParams = closedObject({ media_id: Type.String({ description: 'The picture, `med_…`.' }) }, 'The picture.');

const RenditionSchema = Type.Object(
  {
    sha256: Type.String({ description: 'SHA-256 of the bytes, in hex. Exactly these bytes are signed and sent.' }),
    mime_type: Type.String({
      description: 'MIME type: `image/jpeg`, or `image/png` if it has transparency; videos, animated GIFs and PDFs keep their type.',
    }),
    byte_size: Type.Integer({ description: 'Size in bytes.' }),
    width: Type.Integer({ description: 'Size in pixels.' }),
    height: Type.Integer({ description: 'Size in pixels.' }),
  },
  { description: 'A rendition of the picture.' },
);

export const MediaSchema = Type.Object(
  {
    media_id: Type.String({ description: 'The picture or video, `med_…`; used in `media_ids` of a draft.' }),
    workspace_id: Type.String({ description: 'The workspace.' }),
    alt_text: Type.String({ description: 'The alternative text; empty if there is none.' }),
    renditions: Type.Array(RenditionSchema, {
      description: 'The original without metadata, and smaller renditions for platforms that need them.',
    }),
    reduced_from: nullable(
      Type.Object({ width: Type.Integer({ description: 'Size in pixels.' }), height: Type.Integer({ description: 'Size in pixels.' }) }),
      'The original size, if it exceeded what any platform shows and was reduced; null otherwise.',
    ),
    seconds: nullable(Type.Integer(), 'The video’s duration in seconds, rounded up; null for a picture.'),
    cover: nullable(
      Type.Object({
        media_id: nullableText('The cover picture; null if the cover is only a position in the video.'),
        at_ms: nullableInteger('Position in the video, in milliseconds; null if the cover is only a picture.'),
      }),
      'The video’s cover; null if the network chooses.',
    ),
    subtitles: nullable(
      Type.Object({
        media_id: Type.String({ description: 'The SRT or WebVTT file.' }),
        language: Type.String({ description: 'BCP 47 language tag.' }),
      }),
      'The video’s subtitles; null if there are none.',
    ),
    created_at: Type.String({ description: 'When it was added.' }),
  },
  { description: 'A picture, video, PDF or subtitles file.' },
);

export const MediaPage = Type.Object(
  { media: Type.Array(MediaSchema, { description: 'Newest first.' }), next_cursor: NextCursor },
  { description: 'A page of media.' },
);

export const RemovedMedia = Type.Object(
  { media_id: Type.String({ description: 'The removed picture.' }), removed: Type.Boolean({ description: 'Always `true`.' }) },
  { description: 'The picture was removed.' },
);
