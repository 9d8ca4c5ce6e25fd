import { Type } from 'typebox';
import {
  ApprovalUrl,
  closedObject,
  DraftId,
  LinkSchema,
  nullableInteger,
  nullableText,
  OmissionSchema,
  oneOf,
  WorkspaceId,
} from '../common.schemas.ts';

export const CreatePayloadsBody = closedObject(
  {
    workspace_id: WorkspaceId,
    draft_id: DraftId,
    platform: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Return only this platform’s payloads; all if omitted.' }),
    ),
  },
  'The payloads to prepare.',
);

const SpanFields = {
  start: Type.Integer({ description: 'Start offset in the text, in UTF-16 code units.' }),
  end: Type.Integer({ description: 'End offset, exclusive.' }),
};

const ViolationSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable code, for example `text_too_long`.' }),
    field: Type.String({ description: 'The field: `text`, `tags` or `thread/0`.' }),
    message: Type.String({ description: 'What is wrong.' }),
    remedy: Type.String({ description: 'How to fix it.' }),
    count: Type.Optional(Type.Integer({ description: 'The actual amount, in `unit`.' })),
    limit: Type.Optional(Type.Integer({ description: 'The platform’s limit, in `unit`.' })),
    unit: Type.Optional(Type.String({ description: 'Unit of length.' })),
    span: Type.Optional(Type.Object(SpanFields, { description: 'The passage concerned.' })),
  },
  { description: 'A way in which the payload breaks a rule of the platform.' },
);

const FacetSchema = Type.Object(
  {
    ...SpanFields,
    kind: oneOf(['link', 'mention', 'tag'], 'The kind of entity.'),
    target: Type.String({ description: 'The URL that it links to.' }),
  },
  { description: 'A clickable passage of the text.' },
);

const ImageSchema = Type.Object(
  {
    url: Type.String({ description: 'Path of the file on this service; accepts your API key.' }),
    alt_text: Type.String({ description: 'Alternative text.' }),
    width: Type.Integer({ description: 'Size in pixels.' }),
    height: Type.Integer({ description: 'Size in pixels.' }),
    mime_type: Type.Optional(Type.String({ description: 'MIME type of the file; absent from older previews.' })),
    seconds: Type.Optional(Type.Integer({ description: 'The video’s duration in seconds, rounded up; absent for a picture.' })),
    cover: Type.Optional(
      Type.Object(
        {
          url: Type.Optional(
            Type.String({ description: 'Path of the cover picture on this service; absent if the cover is a frame of the video.' }),
          ),
          at_ms: Type.Optional(Type.Integer({ description: 'Position of the frame in the video, in milliseconds.' })),
          sent: Type.Boolean({ description: 'Whether the cover is sent; otherwise the network chooses one.' }),
        },
        { description: 'The video’s cover; absent if none was selected.' },
      ),
    ),
    subtitles: Type.Optional(
      Type.Object(
        {
          url: Type.String({ description: 'Path of the WebVTT file on this service.' }),
          language: Type.String({ description: 'BCP 47 language tag.' }),
          sent: Type.Boolean({ description: 'Whether the subtitles are sent; otherwise the video is published without them.' }),
        },
        { description: 'The video’s subtitles; absent if there are none.' },
      ),
    ),
  },
  { description: 'A picture or video as it will be published.' },
);

const LinkCardSchema = Type.Object(
  {
    url: Type.String({ description: 'The URL that it links to.' }),
    title: Type.String({ description: 'The page’s title, or its host name if the page could not be read.' }),
    description: nullableText('The page’s description, or null.'),
    site_name: nullableText('The site’s name, or null.'),
    image: Type.Union([ImageSchema, Type.Null()], { description: 'The page’s picture, or null.' }),
    made_by: Type.String({
      description: '`service`: published exactly as shown here. `network`: the network reads the page itself when the post is published.',
    }),
    missing: nullableText('Why the card shows only the URL: the fault when the page was fetched. Null if there was none.'),
  },
  { description: 'A link card.' },
);

const PreviewSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ description: 'The title, on platforms with separate titles.' })),
    parts: Type.Array(
      Type.Object(
        {
          text: Type.String({ description: 'The text as readers will see it.' }),
          facets: Type.Array(FacetSchema, { description: 'The clickable passages.' }),
          length: Type.Integer({ description: 'Length in `unit`, as the platform counts it.' }),
          limit: Type.Integer({ description: 'The platform’s limit, in `unit`.' }),
          unit: Type.String({ description: 'Unit of length.' }),
        },
        { description: 'A post, or one post of a thread.' },
      ),
      { description: 'The post and the further posts of its thread.' },
    ),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'Hashtags that are sent in a separate field.' })),
    link_card: Type.Union([LinkCardSchema, Type.Null()], { description: 'The link card below the post; null if the platform shows none.' }),
    images: Type.Array(ImageSchema, { description: 'Pictures and videos; empty if there are none.' }),
    plain_names: Type.Array(Type.String(), { description: 'Names that look like mentions but match no account; they stay plain text.' }),
    omissions: Type.Optional(Type.Array(OmissionSchema, { description: 'What is not in the post; omitted if it is complete.' })),
    settings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: 'The setting’s name in `settings` of a caption.' }),
            label: Type.String({ description: 'Display name.' }),
            value: Type.String({ description: 'Display form of the value.' }),
          },
          { description: 'A setting.' },
        ),
        { description: 'The platform’s own settings, signed with the post; omitted if there are none.' },
      ),
    ),
  },
  { description: 'The post as readers will see it.' },
);

export const PayloadSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    connection_id: nullableText('The connected account to publish to; null if none is connected.'),
    position: nullableInteger('Position among the draft’s payloads, from 0.'),
    payload: Type.Unsafe<Record<string, unknown>>({ description: 'The exact content to be sent.' }),
    payload_hash: Type.String({ description: 'SHA-256 of the canonical JSON of `payload`, in hex.' }),
    valid: Type.Boolean({ description: 'Whether the payload meets every rule of the platform.' }),
    violations: Type.Array(ViolationSchema, { description: 'All rule violations; empty if valid.' }),
    preview: PreviewSchema,
  },
  { description: 'The payload for one connected account.' },
);

export const PayloadSetSchema = Type.Object(
  {
    draft_id: Type.String({ description: 'The draft.' }),
    workspace_id: Type.String({ description: 'The draft’s workspace.' }),
    revision: Type.Integer({ description: 'The draft’s revision from which the payloads were built.' }),
    content_hash: nullableText('SHA-256 of all payloads of the draft, in hex; an approval covers exactly this content.'),
    payloads: Type.Array(PayloadSchema, { description: 'One payload per connected account.' }),
    allowed_actions: Type.Array(Type.String(), { description: 'The actions the draft allows next.' }),
    approval_url: Type.Optional(ApprovalUrl),
    _links: Type.Object({ draft: LinkSchema }, { description: 'Related resources.' }),
  },
  { description: 'The frozen payloads of a draft.' },
);
