import { Type } from 'typebox';
import { CONNECTION_HEALTHS, REST_REASONS } from '../../connections/connection.entity.ts';
import { METRICS } from '../../platforms/platform/read-back.ts';
import { RULE_FIELDS, SIDE_FEATURES } from '../../platforms/platform.ts';
import { closedObject, id, nullableOneOf, nullableText, nullableTimestamp, oneOf, timestamp } from './common.schemas.ts';

export const ListConnectionsQuery = closedObject(
  { workspace_id: Type.Optional(id('The workspace. Default: the grant’s workspace.')) },
  'Filters.',
);

const OwnLimitSchema = Type.Object(
  {
    field: Type.String({ description: 'The limited field, as in the rules of GET /v1/platforms.' }),
    max: Type.Integer({ description: 'The server’s limit, in `unit`.' }),
    unit: Type.String({ description: 'Unit of the limit.' }),
    url_weight: Type.Optional(Type.Integer({ description: 'Length that every URL counts as.' })),
  },
  { description: 'A limit of the account’s own server, which replaces the platform’s general limit.' },
);

const UsualMetricSchema = Type.Object(
  {
    metric: oneOf(METRICS, 'The metric.'),
    median: Type.Integer({ description: 'The median.' }),
    posts: Type.Integer({ description: 'Number of posts in the median.' }),
    read_at: timestamp('When the newest of these values was read.'),
  },
  { description: 'The median of a metric over an account’s posts, as reported by its network.' },
);

export const ConnectionSchema = Type.Object(
  {
    connection_id: Type.String({ description: 'The connected account, `con_…`; used in `connection_ids` of a draft.' }),
    platform: Type.String({ description: 'The platform; GET /v1/platforms has its rules.' }),
    handle: Type.String({ description: 'Public name of the account on the platform.' }),
    health: oneOf(CONNECTION_HEALTHS, 'Health of the connection. Unless it is `healthy`, a person must connect the account again.'),
    message: nullableText('What is wrong; null if the connection works.'),
    rests_until: nullableTimestamp('Nothing is sent before this time; null if the account can be used now.'),
    rest_reason: nullableOneOf(
      REST_REASONS,
      'Why nothing is sent: the `quota` is used up, the platform has `rate_limited` the account, or it refuses this service (`service_refused`).',
    ),
    access_ends_at: nullableTimestamp(
      'When the access ends unless a person connects the account again; null if it lasts, or this service renews it.',
    ),
    withheld: Type.Array(oneOf(SIDE_FEATURES, 'What does not work: `first_comments` are not sent, or `metrics` are not read.'), {
      description: 'Features whose permission was not given when the account was connected; a person must connect it again.',
    }),
    pictures: Type.String({ description: 'How pictures are transferred, as in GET /v1/platforms.' }),
    own_limits: Type.Array(OwnLimitSchema, { description: 'Limits of the account’s own server; empty if the platform’s rules apply.' }),
    usual_metrics: Type.Array(UsualMetricSchema, {
      description:
        'Median metrics of the account’s posts of the last 90 days, a day after publication; only metrics reported for at least five posts.',
    }),
    connected_at: timestamp('When the account was first connected.'),
  },
  { description: 'A connected account.' },
);

export const ConnectionList = Type.Object(
  { connections: Type.Array(ConnectionSchema, { description: 'Oldest first.' }) },
  { description: 'The connected accounts.' },
);

const RuleSchema = Type.Object(
  {
    field: oneOf(RULE_FIELDS, 'The limited field.'),
    max: Type.Integer({ description: 'The maximum, in `unit`.' }),
    min: Type.Optional(Type.Integer({ description: 'The minimum, in `unit`; absent if there is none.' })),
    unit: Type.String({
      description:
        'Unit of the limit: `weighted` (twitter-text), `graphemes`, `utf16`, `code_points`, `bytes` (UTF-8), `emoji_as_bytes` (code points, but emoji as bytes), `items`, `megabytes`, `seconds`, `percent`, `per_second` or `pixels`.',
    }),
    url_weight: Type.Optional(Type.Integer({ description: 'Length that every URL counts as, instead of its characters.' })),
    drops_mention_host: Type.Optional(Type.Boolean({ description: 'Whether only "@name" counts in "@name@host".' })),
    costs: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), {
        description: 'Lengths of characters that count as more than one because they are sent escaped.',
      }),
    ),
    when: Type.Optional(Type.String({ description: '`media`: applies only to posts with pictures or videos.' })),
    source: Type.String({ description: 'Source of the limit.' }),
    checked_on: Type.String({ description: 'Day on which the source was checked.' }),
    confidence: Type.String({
      description:
        '`documented`, `observed`, `conflicting` (the stricter value applies), `operator`, or `told` (reported by the account’s server).',
    }),
  },
  { description: 'A limit with its source.' },
);

const VideoFormatsSchema = Type.Object(
  {
    types: Type.Array(Type.String(), { description: 'Accepted MIME types.' }),
    codecs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Accepted video codecs: `avc` (H.264), `hevc` (H.265), `vp8`, `vp9` or `av1`; any if omitted.',
      }),
    ),
    sound_codecs: Type.Optional(Type.Array(Type.String(), { description: 'Accepted audio codecs, for example `aac`; any if omitted.' })),
    source: Type.String({ description: 'Source of the formats.' }),
    checked_on: Type.String({ description: 'Day on which the source was checked.' }),
    confidence: Type.String({ description: 'Confidence, as for a rule.' }),
  },
  { description: 'Required container and encoding of videos; omitted if unknown.' },
);

const SettingSchema = Type.Object(
  {
    name: Type.String({ description: 'The setting’s name in `settings` of a caption.' }),
    label: Type.String({ description: 'Display name.' }),
    kind: oneOf(['choice', 'boolean', 'text'], 'Type of the value.'),
    required: Type.Boolean({ description: 'Whether every post must set it.' }),
    options: Type.Optional(
      Type.Array(
        Type.Object(
          {
            value: Type.String({ description: 'The value to pass in `settings`.' }),
            label: Type.String({ description: 'Display name.' }),
          },
          { description: 'An option.' },
        ),
        { description: 'The options of a `choice`; omitted if they depend on the account, in which case any text is accepted.' },
      ),
    ),
    default: Type.Optional(Type.Union([Type.String(), Type.Boolean()], { description: 'The value if a caption sets none.' })),
    remark: Type.Optional(Type.String({ description: 'Explanation, or a requirement of the network.' })),
  },
  { description: 'A post setting specific to this platform.' },
);

export const NetworkCharges = Type.Array(
  Type.Object(
    {
      per: oneOf(['post', 'post_with_link'], 'The billed unit. In a thread, every post is billed.'),
      usd: Type.Number({ description: 'Amount in US dollars; 0 if the network charges nothing.' }),
      source: Type.String({ description: 'Source of the figure.' }),
      checked_on: Type.String({ description: 'Day on which the source was checked.' }),
      confidence: Type.String({ description: '`documented`, `observed` (the network states no charge) or `operator`.' }),
    },
    { description: 'A charge with its source.' },
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
          platform: Type.String({ description: 'The platform’s id, as used in `platforms` of a draft.' }),
          label: Type.String({ description: 'Display name.' }),
          duplicate_class: oneOf(
            ['idempotent', 'askable', 'guarded', 'blind'],
            'How duplicates are prevented. `idempotent`: sending the same post twice yields one post; `askable`: the platform can be queried for it; `guarded`: the platform refuses duplicates; `blind`: none of these.',
          ),
          proven_by: Type.String({ description: 'What publishing was tested against.' }),
          relay: Type.Boolean({
            description: 'Whether another service publishes the posts. Its reports about a post are not confirmed by any network.',
          }),
          publishing: oneOf(['ready', 'none yet'], '`ready`, or `none yet`: captions are prepared and checked but cannot be published.'),
          pictures: oneOf(
            ['uploaded', 'fetched', 'not reachable', 'none'],
            'How pictures are transferred: `uploaded`, `fetched` (by the platform, from a signed URL of this service), `not reachable` (they would be fetched, but PUBLIC_URL is not a public address) or `none` (not supported).',
          ),
          animations: oneOf(
            ['alone', 'among pictures', 'none'],
            'Whether animated GIFs are supported: `alone` as the only picture, `among pictures` also with others; with `none` they are a violation.',
          ),
          documents: oneOf(['uploaded', 'none'], 'Whether PDFs are supported; with `none` they are a violation.'),
          videos: oneOf(['uploaded', 'fetched', 'not reachable', 'none'], 'How videos are transferred, as for `pictures`.'),
          video_cover: oneOf(
            ['picture', 'moment', 'none'],
            'How a video’s cover is sent: as a `picture`, or as a `moment`, a position in the video; with `none` the network chooses the cover.',
          ),
          video_subtitles: Type.Boolean({ description: 'Whether a video’s subtitles are sent; otherwise it is published without them.' }),
          video_formats: Type.Optional(VideoFormatsSchema),
          tags_in: oneOf(
            ['text', 'field', 'none'],
            'Where hashtags are sent: in the `text`, in a separate `field`, or `none` if unsupported.',
          ),
          network_charges: NetworkCharges,
          rules: Type.Array(RuleSchema, { description: 'All limits.' }),
          settings: Type.Array(SettingSchema, {
            description: 'Post settings specific to the platform; passed in `settings` of a caption and signed with the post.',
          }),
        },
        { description: 'A platform.' },
      ),
      { description: 'All platforms of the service.' },
    ),
  },
  { description: 'The platforms and their rules.' },
);
