import { Type } from 'typebox';
import { closedObject, DraftId, LinkSchema, nullableInteger, nullableText, OmissionSchema, oneOf, WorkspaceId } from '../common.schemas.ts';

export const CreatePayloadsBody = closedObject(
  {
    workspace_id: WorkspaceId,
    draft_id: DraftId,
    platform: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only the payloads of this platform; all when left out.' }),
    ),
  },
  'Which payloads to prepare.',
);

const SpanFields = {
  start: Type.Integer({ description: 'First UTF-16 unit of the stretch.' }),
  end: Type.Integer({ description: 'First UTF-16 unit after it.' }),
};

const ViolationSchema = Type.Object(
  {
    code: Type.String({ description: 'Stable name, for instance `text_too_long`.' }),
    field: Type.String({ description: '`text`, `tags` or `thread/0`.' }),
    message: Type.String({ description: 'What does not fit.' }),
    remedy: Type.String({ description: 'What to do about it.' }),
    count: Type.Optional(Type.Integer({ description: 'How much there is, in `unit`.' })),
    limit: Type.Optional(Type.Integer({ description: 'How much the platform takes, in `unit`.' })),
    unit: Type.Optional(Type.String({ description: 'What is counted.' })),
    span: Type.Optional(Type.Object(SpanFields, { description: 'The stretch of the text concerned.' })),
  },
  { description: 'One way in which the payload does not fit the platform.' },
);

const FacetSchema = Type.Object(
  {
    ...SpanFields,
    kind: oneOf(['link', 'mention', 'tag'], 'What it is.'),
    target: Type.String({ description: 'Where a click leads.' }),
  },
  { description: 'A stretch of the text that can be clicked on.' },
);

const ImageSchema = Type.Object(
  {
    url: Type.String({ description: 'Path on this service, for your key too.' }),
    alt_text: Type.String({ description: 'For people who cannot see it.' }),
    width: Type.Integer({ description: 'In pixels.' }),
    height: Type.Integer({ description: 'In pixels.' }),
    mime_type: Type.Optional(Type.String({ description: 'The type of the file; absent in older previews.' })),
    seconds: Type.Optional(Type.Integer({ description: 'How long a video lasts, rounded up; absent for a picture.' })),
    cover: Type.Optional(
      Type.Object(
        {
          url: Type.Optional(Type.String({ description: 'Path of the picture on this service; absent for a moment of the video.' })),
          at_ms: Type.Optional(Type.Integer({ description: 'The moment of the video, in milliseconds.' })),
          sent: Type.Boolean({ description: 'Whether the network takes it; otherwise it chooses a cover itself.' }),
        },
        { description: 'What the video shows before it plays; absent where none was chosen.' },
      ),
    ),
    subtitles: Type.Optional(
      Type.Object(
        {
          url: Type.String({ description: 'Path on this service, as WebVTT.' }),
          language: Type.String({ description: 'BCP 47.' }),
          sent: Type.Boolean({ description: 'Whether the network takes them; otherwise the video is shown without them.' }),
        },
        { description: 'The subtitles of the video; absent where there are none.' },
      ),
    ),
  },
  { description: 'A picture or a video in the published form.' },
);

const LinkCardSchema = Type.Object(
  {
    url: Type.String({ description: 'Where it leads.' }),
    title: Type.String({ description: 'The page’s title, or its host where nothing is known of the page.' }),
    description: nullableText('The page’s own description.'),
    site_name: nullableText('The site’s own name.'),
    image: Type.Union([ImageSchema, Type.Null()], { description: 'The page’s picture.' }),
    made_by: Type.String({
      description: '`service`: published exactly as shown here. `network`: the network reads the page itself, at that time.',
    }),
    missing: nullableText('Why the card has only the address: what was wrong when the page was looked at.'),
  },
  { description: 'The card of a link.' },
);

const PreviewSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ description: 'The title, where the platform shows one apart from the text.' })),
    parts: Type.Array(
      Type.Object(
        {
          text: Type.String({ description: 'As a reader will see it.' }),
          facets: Type.Array(FacetSchema, { description: 'What can be clicked on.' }),
          length: Type.Integer({ description: 'Counted as the platform counts.' }),
          limit: Type.Integer({ description: 'The most the platform takes.' }),
          unit: Type.String({ description: 'What is counted.' }),
        },
        { description: 'One post.' },
      ),
      { description: 'The post and, where it threads, those after it.' },
    ),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags that travel in a field of their own.' })),
    link_card: Type.Union([LinkCardSchema, Type.Null()], { description: 'The card under the post, where the platform shows one.' }),
    images: Type.Array(ImageSchema, { description: 'The pictures and videos; empty where there are none.' }),
    plain_names: Type.Array(Type.String(), { description: 'Names that look like mentions but match no account; they stay plain text.' }),
    omissions: Type.Optional(Type.Array(OmissionSchema, { description: 'What is not in the post; left out where that is nothing.' })),
    settings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ description: 'Its name in `settings` of a caption.' }),
            label: Type.String({ description: 'What people call it.' }),
            value: Type.String({ description: 'Its value, as people read it.' }),
          },
          { description: 'One setting.' },
        ),
        { description: 'The network’s own settings that are signed with the post; left out where it has none.' },
      ),
    ),
  },
  { description: 'The post as a person will see it there.' },
);

export const PayloadSchema = Type.Object(
  {
    platform: Type.String({ description: 'The platform.' }),
    connection_id: nullableText('The connected account it goes to; null while there is none.'),
    position: nullableInteger('Its place among the payloads of the draft, from 0.'),
    payload: Type.Unsafe<Record<string, unknown>>({ description: 'The content exactly as it would be sent.' }),
    payload_hash: Type.String({ description: 'SHA-256 of the canonical JSON of `payload`, in hex.' }),
    valid: Type.Boolean({ description: 'Whether it fits every rule of the platform.' }),
    violations: Type.Array(ViolationSchema, { description: 'Everything that does not fit; empty when valid.' }),
    preview: PreviewSchema,
  },
  { description: 'The payload for one connected account.' },
);

export const PayloadSetSchema = Type.Object(
  {
    draft_id: Type.String({ description: 'The draft.' }),
    workspace_id: Type.String({ description: 'Its workspace.' }),
    revision: Type.Integer({ description: 'The draft’s revision that these were made from.' }),
    content_hash: nullableText('SHA-256 of all payloads of the draft, in hex: what an approval covers.'),
    payloads: Type.Array(PayloadSchema, { description: 'One for each connected account.' }),
    allowed_actions: Type.Array(Type.String(), { description: 'What you may do with the draft next.' }),
    _links: Type.Object({ draft: LinkSchema }, { description: 'Where to go on.' }),
  },
  { description: 'The frozen payloads of a draft.' },
);
