import { Type } from 'typebox';
import { CONNECTION_HEALTHS, REST_REASONS } from '../../connections/connection.entity.ts';
import { METRICS } from '../../platforms/platform/read-back.ts';
import { RULE_FIELDS } from '../../platforms/platform.ts';
import { closedObject, id, nullableOneOf, nullableText, nullableTimestamp, oneOf, timestamp } from './common.schemas.ts';

export const ListConnectionsQuery = closedObject(
  { workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')) },
  'Whose accounts.',
);

const OwnLimitSchema = Type.Object(
  {
    field: Type.String({ description: 'What is limited, as in the rules of GET /v1/platforms.' }),
    max: Type.Integer({ description: 'The most that its server takes.' }),
    unit: Type.String({ description: 'What is counted.' }),
    url_weight: Type.Optional(Type.Integer({ description: 'What any web address counts as.' })),
  },
  { description: 'A limit of this account’s own server that replaces the platform’s general one.' },
);

const UsualMetricSchema = Type.Object(
  {
    metric: oneOf(METRICS, 'The figure.'),
    median: Type.Integer({ description: 'Half of the posts had more, half had less.' }),
    posts: Type.Integer({ description: 'The posts that it is the median of.' }),
    read_at: timestamp('The newest reading among them.'),
  },
  { description: 'The median of a figure over the posts of an account, as its network reported it.' },
);

export const ConnectionSchema = Type.Object(
  {
    connection_id: Type.String({ description: 'For `connection_ids` of a draft, `con_…`.' }),
    platform: Type.String({ description: 'Its platform; GET /v1/platforms has the rules.' }),
    handle: Type.String({ description: 'Its public name there.' }),
    health: oneOf(CONNECTION_HEALTHS, 'Whether it works; where not, a person has to connect it again.'),
    message: nullableText('What is wrong; null while it works.'),
    rests_until: nullableTimestamp('Nothing is sent through it before; null where it may be used now.'),
    rest_reason: nullableOneOf(
      REST_REASONS,
      '`quota` is used up, the platform has `rate_limited` the account, or it refuses this service itself (`service_refused`).',
    ),
    pictures: Type.String({ description: 'How pictures get there, as in GET /v1/platforms.' }),
    own_limits: Type.Array(OwnLimitSchema, { description: 'Empty where the platform’s rules hold.' }),
    usual_metrics: Type.Array(UsualMetricSchema, {
      description: 'What its posts of the last 90 days usually got; no figure that was reported of fewer than five posts.',
    }),
    connected_at: timestamp('When it was connected first.'),
  },
  { description: 'An account that a customer has connected.' },
);

export const ConnectionList = Type.Object(
  { connections: Type.Array(ConnectionSchema, { description: 'Oldest first.' }) },
  { description: 'The connected accounts.' },
);

const RuleSchema = Type.Object(
  {
    field: oneOf(RULE_FIELDS, 'What is limited.'),
    max: Type.Integer({ description: 'The most the platform takes.' }),
    min: Type.Optional(Type.Integer({ description: 'The least it takes, where that is not nothing.' })),
    unit: Type.String({
      description:
        'weighted (twitter-text), graphemes, utf16, code_points, bytes (UTF-8), emoji_as_bytes (code points, an emoji as its bytes), items, megabytes, seconds, percent, per_second or pixels.',
    }),
    url_weight: Type.Optional(Type.Integer({ description: 'What any web address counts as, where its characters are not counted.' })),
    drops_mention_host: Type.Optional(Type.Boolean({ description: 'Of "@name@host" only "@name" counts.' })),
    costs: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), { description: 'Characters that count as more than one, since they go out escaped.' }),
    ),
    when: Type.Optional(Type.String({ description: 'media: only for a post with pictures or videos.' })),
    source: Type.String({ description: 'Where the figure was read.' }),
    checked_on: Type.String({ description: 'When it was read.' }),
    confidence: Type.String({
      description:
        'documented, observed, conflicting (the stricter figure counts), operator, or told (reported by the server of an account).',
    }),
  },
  { description: 'One limit, with where it is from.' },
);

const VideoFormatsSchema = Type.Object(
  {
    types: Type.Array(Type.String(), { description: 'The MIME types of the file.' }),
    codecs: Type.Optional(
      Type.Array(Type.String(), { description: 'Of the pictures: avc (H.264), hevc (H.265), vp8, vp9 or av1; any where it is left out.' }),
    ),
    sound_codecs: Type.Optional(Type.Array(Type.String(), { description: 'Of the sound, for instance aac; any where it is left out.' })),
    source: Type.String({ description: 'Where it was read.' }),
    checked_on: Type.String({ description: 'When it was read.' }),
    confidence: Type.String({ description: 'As of a rule.' }),
  },
  { description: 'How a video must be stored and encoded; left out where that is not known.' },
);

const SettingSchema = Type.Object(
  {
    name: Type.String({ description: 'Its name in `settings` of a caption.' }),
    label: Type.String({ description: 'What people call it.' }),
    kind: oneOf(['choice', 'boolean', 'text'], 'What its value is.'),
    required: Type.Boolean({ description: 'Whether a post without it is not valid.' }),
    options: Type.Optional(
      Type.Array(
        Type.Object(
          {
            value: Type.String({ description: 'The value in `settings`.' }),
            label: Type.String({ description: 'What people call it.' }),
          },
          { description: 'One value.' },
        ),
        { description: 'The values of a choice; left out where they depend on the account, and any text is accepted.' },
      ),
    ),
    default: Type.Optional(Type.Union([Type.String(), Type.Boolean()], { description: 'The value where a caption names none.' })),
    remark: Type.Optional(Type.String({ description: 'What it means, or what the network demands.' })),
  },
  { description: 'One option of a post that only this network has.' },
);

export const NetworkCharges = Type.Array(
  Type.Object(
    {
      per: oneOf(['post', 'post_with_link'], 'What is charged for; of a thread each post counts.'),
      usd: Type.Number({ description: 'US dollars; 0 where the network takes nothing.' }),
      source: Type.String({ description: 'The page that the figure was read from.' }),
      checked_on: Type.String({ description: 'The day of that reading.' }),
      confidence: Type.String({ description: 'documented, observed (the network names no charge) or operator.' }),
    },
    { description: 'One figure, with where it is from.' },
  ),
  {
    deprecated: true,
    description: 'Always empty: what networks charge the operator is not shown to customers.',
  },
);

export const PlatformListSchema = Type.Object(
  {
    platforms: Type.Array(
      Type.Object(
        {
          platform: Type.String({ description: 'The id, as in `platforms` of a draft.' }),
          label: Type.String({ description: 'For people.' }),
          duplicate_class: oneOf(['idempotent', 'askable', 'guarded', 'blind'], 'How a double post is kept out.'),
          proven_by: Type.String({ description: 'How publishing there was proved.' }),
          relay: Type.Boolean({
            description:
              'Whether another service publishes there: what it reports about a post is its word, which no network has confirmed.',
          }),
          publishing: oneOf(
            ['ready', 'none yet'],
            '`ready`, or `none yet` where words are prepared and checked but cannot be published from here.',
          ),
          pictures: oneOf(
            ['uploaded', 'fetched', 'not reachable', 'none'],
            '`uploaded`, `fetched` (the platform gets them from a signed address of this service), `not reachable` where it would but PUBLIC_URL is no public address, or `none`.',
          ),
          animations: oneOf(
            ['alone', 'among pictures', 'none'],
            'Whether an animated GIF is sent and shown moving: as the only picture, or also with others; elsewhere it is a violation.',
          ),
          documents: oneOf(['uploaded', 'none'], 'Whether a PDF is sent; elsewhere it is a violation.'),
          videos: oneOf(['uploaded', 'fetched', 'not reachable', 'none'], 'How a video gets there, as for `pictures`.'),
          video_cover: oneOf(
            ['picture', 'moment', 'none'],
            'Whether the cover of a video is sent: as a picture, or as the moment of the video that it shows; elsewhere the network chooses.',
          ),
          video_subtitles: Type.Boolean({ description: 'Whether the subtitles of a video are sent; elsewhere it is shown without them.' }),
          video_formats: Type.Optional(VideoFormatsSchema),
          tags_in: oneOf(
            ['text', 'field', 'none'],
            'Whether tags are written in the `text`, travel in a `field`, or are unknown (`none`).',
          ),
          network_charges: NetworkCharges,
          rules: Type.Array(RuleSchema, { description: 'Everything that is limited.' }),
          settings: Type.Array(SettingSchema, {
            description: 'The options of a post that only it has, chosen in `settings` of a caption and signed with the post.',
          }),
        },
        { description: 'One network.' },
      ),
      { description: 'Every platform of the service.' },
    ),
  },
  { description: "The platforms' rules as data." },
);
