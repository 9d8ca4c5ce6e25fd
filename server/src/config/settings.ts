import { distance } from 'fastest-levenshtein';

/** A setting as the documentation lists it. Its reader in this folder parses and checks it. */
export interface Setting {
  name: string;
  group: SettingGroup;
  /** As the documentation shows it; null: unset. */
  default: string | null;
  about: string;
}

export const SETTING_GROUPS = [
  'Address and processes',
  'Database',
  'Keys and data',
  'People',
  'Mail',
  'Networks',
  'Captions',
  'Moderation',
  'Payments',
  'Limits and retention',
  'Monitoring',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

const OAUTH_NETWORKS = [
  ...['Slack', 'X', 'LinkedIn', 'Threads', 'Facebook', 'Instagram', 'Tumblr', 'Pinterest', 'Reddit', 'TikTok', 'YouTube'],
  ...['Google Business', 'VK'],
];

const prefixOf = (network: string): string => network.toUpperCase().replace(' ', '_');

const inGroup = (group: SettingGroup, settings: [name: string, byDefault: string | null, about: string][]): Setting[] =>
  settings.map(([name, byDefault, about]) => ({ name, group, default: byDefault, about }));

/** Every setting there is, in the order of the documentation. */
export const SETTINGS: readonly Setting[] = [
  ...inGroup('Address and processes', [
    ['PORT', '4000', 'Port the server listens on.'],
    ['HOST', '127.0.0.1', 'Address the server listens on.'],
    [
      'PUBLIC_URL',
      'http://localhost:PORT',
      'Origin at which people and agents reach the service. Instagram, Threads and Google Business fetch pictures and videos from it, so they need an `https://` address on the public internet.',
    ],
    [
      'TRUSTED_PROXIES',
      null,
      'Addresses or ranges of your reverse proxy, separated by commas. Their `X-Forwarded-*` headers are believed; without this setting every client behind the proxy appears to have its address.',
    ],
    ['ROLE', 'all', '`web` serves, `worker` publishes, `all` does both. Run as many of each as you like.'],
    ['WEB_PROCESSES', '1', 'Web processes per start, or `auto` for one per core (at most three on the embedded database).'],
    ['WORKER_PROCESSES', '1', 'Worker processes per start. With both at 1, one process does everything.'],
    [
      'OUTBOUND_PRIVATE_ADDRESSES',
      null,
      'Private servers that may be called although customers, agents or links name them, as `host:port` separated by commas (`10.0.0.7:443`, `mastodon.lan:*`). Everything else has to be on the public internet.',
    ],
    ['LINK_CARDS_PRIVATE_ADDRESSES', null, 'Replaced by `OUTBOUND_PRIVATE_ADDRESSES`; a start with it says so.'],
  ]),
  ...inGroup('Database', [
    [
      'DATABASE_URL',
      null,
      'PostgreSQL 15 or newer instead of the embedded one. Its user owns the database and may create roles; otherwise the log says which roles an administrator has to create. A process holds up to 50 connections (34 on two cores).',
    ],
    [
      'DATABASE_DIRECT_URL',
      null,
      'The same database without the pooler, where `DATABASE_URL` names one in transaction mode: for live updates, the queue and migrations.',
    ],
    [
      'DATABASE_POOLED',
      '`on` with `DATABASE_DIRECT_URL`',
      '`on` behind a pooler in transaction mode: nothing is kept on a connection beyond a transaction.',
    ],
    [
      'DATABASE_READ_URL',
      null,
      'A standby of the database, as the same user and without a pooler. Lists, exports and metrics are read there while it is up to date.',
    ],
  ]),
  ...inGroup('Keys and data', [
    ['DATA_DIR', '.data', 'Folder of the embedded database, the generated keys, and pictures, videos and documents.'],
    ['MASTER_KEY', 'generated into DATA_DIR', '32 bytes in base64. Seals credentials and keys the hashes: back it up.'],
    ['SEALING_KEYS', 'DATA_DIR/sealing.keys', 'With a `MASTER_KEY` of your own: the keys that replaced its sealing key, newest first.'],
    [
      'MEDIA_BUCKET_URL',
      null,
      'S3-compatible bucket for pictures, videos and documents, with the bucket in the address. Without one they are kept in `DATA_DIR`.',
    ],
    ['MEDIA_BUCKET_REGION', 'us-east-1', 'Region of the bucket.'],
    ['MEDIA_BUCKET_KEY_ID', null, 'Access key id of the bucket.'],
    ['MEDIA_BUCKET_SECRET', null, 'Secret access key of the bucket.'],
    [
      'UPLOAD_MEGABYTES',
      '1000',
      'Size limit of an uploaded video, up to 2000. Uploads are on the disk in `DATA_DIR` until they are complete.',
    ],
  ]),
  ...inGroup('People', [
    ['SIGN_UP', 'off', '`on`: anyone may request an account at `/sign-up`; you approve requests. Needs `SMTP_URL`.'],
    [
      'SECOND_FACTOR',
      'optional',
      '`owners`: operators and owners must have an authenticator app or a passkey. `everybody`: all people must.',
    ],
    [
      'OPERATOR_CONTACT',
      null,
      'Mail address or `https://` address that customers are sent to when only you can help, for instance to add credits.',
    ],
    ['SESSION_IDLE_HOURS', '24', 'Hours without activity after which a session ends.'],
  ]),
  ...inGroup('Mail', [
    ['SMTP_URL', null, 'Mail server for notifications, invitations and clients, such as `smtp://user:password@host:587`.'],
    ['MAIL_FROM', null, 'Sender of all mail, such as `Countersign <posts@example.org>`.'],
  ]),
  ...inGroup('Networks', [
    ...OAUTH_NETWORKS.flatMap((network): [string, null, string][] => [
      [`${prefixOf(network)}_CLIENT_ID`, null, `Your app at ${network}. Its redirect address is \`PUBLIC_URL/connections/return\`.`],
      [`${prefixOf(network)}_CLIENT_SECRET`, null, `Secret of your app at ${network}.`],
    ]),
    [
      'PLATFORM_RULES',
      null,
      'JSON file with limits or prices of networks that you know better: `[{"platform": "instagram", "field": "tags", "max": 30, "source": "…"}]`.',
    ],
    [
      'NETWORK_METRICS',
      null,
      'Networks whose figures are also read, separated by commas. `x`: X charges $0.005 for each reading, so about $0.03 for the six readings of a post. The others need a further permission of your app, and accounts connected again: `facebook` (views, clicks: `read_insights`), `instagram` (views, reach, saves: `instagram_business_manage_insights`), `threads` (`threads_manage_insights`), `linkedin` (`r_member_postAnalytics`), `tiktok` (`video.list`, which TikTok no longer gives to new apps: their sign-in then fails), `slack` (reactions: `reactions:read`). All other networks are read without it.',
    ],
    ['LINK_CARDS', 'on', '`off`: the page behind a link is not fetched for its card.'],
    [
      'SANDBOX_CREDITS',
      'free',
      '`free`: posts to the sandbox take no credits. `count`: one each, to rehearse what happens without credits.',
    ],
  ]),
  ...inGroup('Captions', [
    ['CAPTION_MODEL', null, 'Language model that writes captions. Without one they are made from the source text.'],
    ['CAPTION_MODEL_PROVIDER', 'openai-compatible', '`openai-compatible` or `anthropic`.'],
    ['CAPTION_MODEL_URL', "the provider's", 'Base address of the API; a local server works too.'],
    ['CAPTION_MODEL_KEY', null, 'API key of the model.'],
    ['CAPTION_MODEL_KEY_FILE', null, 'File that holds the API key, instead of `CAPTION_MODEL_KEY`.'],
    ['CAPTION_MODEL_TIMEOUT_SECONDS', '30', 'Limit for all rounds of one request.'],
    ['CAPTION_MODEL_MAX_TOKENS', '4000', 'Limit for one answer.'],
    ['CAPTION_MODEL_PRICES', null, 'US dollars per million tokens in and out, such as `0.25,2.00`. Captions then carry their cost.'],
    ['CAPTION_MODEL_PICTURES', 'off', '`on`: the model takes pictures, and suggests descriptions of them to authors who ask.'],
    ['CAPTION_MODEL_DAILY_TOKENS', null, 'Tokens a workspace may use in 24 hours. Beyond that, captions are made from the source text.'],
  ]),
  ...inGroup('Moderation', [
    [
      'MODERATION_URL',
      null,
      'Service that checks everything before publication, in the form of `https://api.openai.com/v1/moderations`; a local one works too.',
    ],
    ['MODERATION_KEY', null, 'API key of the service.'],
    ['MODERATION_KEY_FILE', null, 'File that holds the API key, instead of `MODERATION_KEY`.'],
    ['MODERATION_MODEL', "the service's", 'Model of the service, such as `omni-moderation-latest`.'],
    ['MODERATION_PICTURES', 'off', '`on`: pictures are checked too, where the model takes them.'],
    ['MODERATION_REQUIRED', 'off', '`on`: what the service could not check is blocked. `off`: it is a warning.'],
    ['MODERATION_TIMEOUT_SECONDS', '10', 'Limit for all texts and pictures of one post.'],
  ]),
  ...inGroup('Payments', [
    ['STRIPE_SECRET_KEY', null, 'Lets owners buy credits through Stripe Checkout.'],
    ['STRIPE_WEBHOOK_SECRET', null, 'Signing secret of the Stripe webhook at `/api/stripe/webhook`.'],
    ['STRIPE_API_URL', "Stripe's", 'Another address of the Stripe API, for tests.'],
  ]),
  ...inGroup('Limits and retention', [
    [
      'RATE_LIMITS',
      'key-reads=1200, key-writes=240, account-reads=6000, account-writes=1200, person-reads=1200, person-writes=600, strangers=1200',
      'Requests per minute across all processes of a start. Name those to change, or `off` for measurements.',
    ],
    [
      'KEEP_MONTHS',
      'everything is kept',
      'Months after which growing tables are purged, such as `audit=24,notices=6,model-calls=12`; at least 3. Set it alike in all processes.',
    ],
    ['AUDIT_ARCHIVE', null, 'Folder to which a worker writes purged audit entries, signed, before it deletes them.'],
  ]),
  ...inGroup('Monitoring', [
    [
      'METRICS_TOKEN',
      null,
      'Bearer token that `/api/metrics` requires. Without one, metrics are served to this machine only, and only while `PUBLIC_URL` is a local address.',
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      null,
      'OpenTelemetry collector that traces are sent to, such as `http://localhost:4318`. OpenTelemetry’s own `OTEL_*` variables for headers, certificates, time limits and attributes apply too ([operations](operations.md#traces)).',
    ],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', null, 'The same with its full path, such as `http://localhost:4318/v1/traces`.'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', '`http/protobuf` or `http/json`.'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', null, 'The same.'],
    ['OTEL_TRACES_SAMPLER', 'parentbased_always_on', 'Which traces are recorded, by the names of OpenTelemetry.'],
    ['OTEL_TRACES_SAMPLER_ARG', '1', 'Share of the traces for `traceidratio`, from 0 to 1.'],
    ['OTEL_BSP_SCHEDULE_DELAY', '5000', 'Milliseconds between two deliveries to the collector.'],
    ['OTEL_TRACES_EXPORTER', 'otlp', '`none`: no traces.'],
    ['OTEL_SDK_DISABLED', 'false', '`true`: no traces.'],
    ['HEALTH_PORT', null, 'Port on which a process with `ROLE=worker` serves `/healthz`, `/readyz` and `/api/metrics`.'],
    ['LOG_LEVEL', 'info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'],
  ]),
];

const NAMES = new Set(SETTINGS.map(({ name }) => name));
/** Shorter names are too close to variables of other programs. */
const SHORTEST_GUESS = 7;
const FARTHEST_GUESS = 2;

/** Variables that look like a misspelt setting, each as a sentence that names the setting. */
export function misspeltSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (NAMES.has(name) || name.length < SHORTEST_GUESS) return [];
    const near = [...NAMES].find((known) => known.length >= SHORTEST_GUESS && distance(known, name.toUpperCase()) <= FARTHEST_GUESS);
    return near ? [`${name} is not a setting. Did you mean ${near}?`] : [];
  });
}

/** Valid settings that are probably mistakes, as sentences for the log. */
export function configWarnings(env: Record<string, string | undefined>): string[] {
  const url = URL.parse(env.PUBLIC_URL ?? '');
  const isInsecure = url?.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname);
  const insecure = `PUBLIC_URL is ${url?.origin}. Browsers keep no session over http outside this machine, so people cannot sign in. Use https.`;
  return [...(isInsecure ? [insecure] : []), ...misspeltSettings(env)];
}
