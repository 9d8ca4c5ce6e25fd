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
  ...['Slack', 'X', 'LinkedIn', 'LinkedIn page', 'Threads', 'Facebook', 'Instagram', 'Tumblr', 'Pinterest', 'Reddit', 'TikTok'],
  ...['YouTube', 'Google Business'],
];

const prefixOf = (network: string): string => network.toUpperCase().replace(' ', '_');

const inGroup = (group: SettingGroup, settings: [name: string, byDefault: string | null, about: string][]): Setting[] =>
  settings.map(([name, byDefault, about]) => ({ name, group, default: byDefault, about }));

/** All settings, in the order of the documentation. */
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
      'Addresses or ranges of your reverse proxy, separated by commas. Their `X-Forwarded-*` headers are trusted; without this setting, all clients behind the proxy appear to have its address.',
    ],
    ['ROLE', 'all', '`web` serves requests, `worker` publishes, `all` does both. Run any number of each.'],
    ['WEB_PROCESSES', '1', 'Web processes per start, or `auto` for one per core (at most three on the embedded database).'],
    ['WORKER_PROCESSES', '1', 'Worker processes per start. With both at 1, one process does everything.'],
    [
      'OUTBOUND_PRIVATE_ADDRESSES',
      null,
      'Private servers that the service may call on behalf of customers, agents or links, as `host:port`, separated by commas (`10.0.0.7:443`, `mastodon.lan:*`). All other addresses must be on the public internet.',
    ],
  ]),
  ...inGroup('Database', [
    [
      'DATABASE_URL',
      null,
      'PostgreSQL 15 or newer, instead of the embedded database. The user must own the database and be allowed to create roles; otherwise the log lists the roles that an administrator must create. Each process opens up to 50 connections (34 on two cores).',
    ],
    [
      'DATABASE_DIRECT_URL',
      null,
      'URL of the same database without the pooler, if `DATABASE_URL` uses one in transaction mode. Used for live updates, the queue and migrations.',
    ],
    [
      'DATABASE_POOLED',
      '`on` with `DATABASE_DIRECT_URL`',
      '`on` behind a pooler in transaction mode: no session state is kept between transactions.',
    ],
    [
      'DATABASE_READ_URL',
      null,
      'URL of a standby of the database, with the same user and without a pooler. Lists, exports and metrics are read from it while it is up to date.',
    ],
  ]),
  ...inGroup('Keys and data', [
    ['DATA_DIR', '.data', 'Folder for the embedded database, the generated keys and media files.'],
    [
      'MASTER_KEY',
      'generated into DATA_DIR',
      '32 bytes in base64 (`openssl rand -base64 32`). Encrypts credentials and keys the hashes. Back it up.',
    ],
    ['SEALING_KEYS', 'DATA_DIR/sealing.keys', 'If you set `MASTER_KEY`: the keys that replaced its sealing key, newest first.'],
    [
      'LOST_SEALING_KEYS',
      null,
      'Ids of sealing keys that are lost for good, separated by commas: the service starts without them. Accounts connected under them must be connected again.',
    ],
    [
      'MEDIA_BUCKET_URL',
      null,
      'URL of an S3-compatible bucket for media files, including the bucket’s name. If unset, they are stored in `DATA_DIR`. Requires `MEDIA_BUCKET_KEY_ID` and `MEDIA_BUCKET_SECRET`.',
    ],
    ['MEDIA_BUCKET_REGION', 'us-east-1', 'Region of the bucket.'],
    ['MEDIA_BUCKET_KEY_ID', null, 'Access key id of the bucket; required with `MEDIA_BUCKET_URL`.'],
    ['MEDIA_BUCKET_SECRET', null, 'Secret access key of the bucket; required with `MEDIA_BUCKET_URL`.'],
    [
      'UPLOAD_MEGABYTES',
      '1000',
      'Size limit of an uploaded file in megabytes, up to 2000. Uploads are on disk in `DATA_DIR` until they are complete.',
    ],
    [
      'ACCOUNT_STORAGE_GIGABYTES',
      '100',
      'How much an account may store, in gigabytes, up to 100000. Files of removed media are kept, and count.',
    ],
  ]),
  ...inGroup('People', [
    ['SIGN_UP', 'off', '`on`: anyone may request an account at `/sign-up`; you approve requests. Needs `SMTP_URL`.'],
    [
      'SECOND_FACTOR',
      'optional',
      '`owners`: operators and owners must have an authenticator app or a passkey. `everybody`: everyone must.',
    ],
    [
      'OPERATOR_CONTACT',
      null,
      'Email address or `https://` URL to which customers are directed when only you can help, for example to add credits.',
    ],
    ['SESSION_IDLE_HOURS', '24', 'Hours without activity after which a session ends.'],
  ]),
  ...inGroup('Mail', [
    [
      'SMTP_URL',
      null,
      'Mail server for notifications, invitations and client links, such as `smtp://user:password@host:587`. Required together with `MAIL_FROM`.',
    ],
    ['MAIL_FROM', null, 'Sender of all email, such as `Countersign <posts@example.org>`; required with `SMTP_URL`.'],
  ]),
  ...inGroup('Networks', [
    ...OAUTH_NETWORKS.flatMap((network): [string, null, string][] => [
      [
        `${prefixOf(network)}_CLIENT_ID`,
        null,
        `Client id of your app for ${network}. Its redirect URL is \`PUBLIC_URL/connections/return\`. Required together with its secret.`,
      ],
      [`${prefixOf(network)}_CLIENT_SECRET`, null, `Client secret of your app for ${network}.`],
    ]),
    [
      'PLATFORM_RULES',
      null,
      'JSON file with limits or prices that override those of the networks: `[{"platform": "instagram", "field": "tags", "max": 30, "source": "…"}]`.',
    ],
    [
      'NETWORK_METRICS',
      null,
      'Networks whose metrics are also read, separated by commas. `x`: X charges $0.005 per reading, about $0.03 for the six readings of a post. The others need an additional permission for your app, and accounts must be reconnected: `facebook` (views, clicks: `read_insights`), `instagram` (views, reach, saves: `instagram_business_manage_insights`), `threads` (`threads_manage_insights`), `linkedin` (`r_member_postAnalytics`), `tiktok` (`video.list`, which TikTok no longer grants to new apps: their sign-in then fails), `slack` (reactions: `reactions:read`). The metrics of all other networks are always read.',
    ],
    ['LINK_CARDS', 'on', '`off`: pages are not fetched to create link cards.'],
    [
      'SANDBOX_CREDITS',
      'free',
      '`free`: posts to the sandbox cost no credits. `count`: they cost one each, to test what happens when credits run out.',
    ],
  ]),
  ...inGroup('Captions', [
    ['CAPTION_MODEL', null, 'Language model that writes captions. If unset, they are extracted from the source text.'],
    ['CAPTION_MODEL_PROVIDER', 'openai-compatible', '`openai-compatible` or `anthropic`.'],
    ['CAPTION_MODEL_URL', "the provider's", 'Base URL of the API, which can be a local server.'],
    ['CAPTION_MODEL_KEY', null, 'API key of the model.'],
    ['CAPTION_MODEL_KEY_FILE', null, 'File with the API key, instead of `CAPTION_MODEL_KEY`.'],
    ['CAPTION_MODEL_TIMEOUT_SECONDS', '30', 'Time limit in seconds for all rounds of one request.'],
    ['CAPTION_MODEL_MAX_TOKENS', '4000', 'Token limit of one response.'],
    ['CAPTION_MODEL_PRICES', null, 'US dollars per million input and output tokens, such as `0.25,2.00`. Captions then show their cost.'],
    ['CAPTION_MODEL_PICTURES', 'off', '`on`: the model accepts pictures, and suggests alternative texts on request.'],
    [
      'CAPTION_MODEL_DAILY_TOKENS',
      null,
      'Tokens that a workspace may use in 24 hours. Beyond that, captions are extracted from the source text.',
    ],
  ]),
  ...inGroup('Moderation', [
    [
      'MODERATION_URL',
      null,
      'Service that checks all texts before publication, and pictures on request, with the API of `https://api.openai.com/v1/moderations`; it can be a local server.',
    ],
    ['MODERATION_KEY', null, 'API key of the service.'],
    ['MODERATION_KEY_FILE', null, 'File with the API key, instead of `MODERATION_KEY`.'],
    ['MODERATION_MODEL', "the service's", 'Model of the service, such as `omni-moderation-latest`.'],
    ['MODERATION_PICTURES', 'off', '`on`: pictures are checked too, if the model accepts them. Videos and documents are not.'],
    [
      'MODERATION_REQUIRED',
      'off',
      '`on`: content that the service could not check is blocked, as is each file that it does not check. `off`: texts and pictures that it could not check cause a warning.',
    ],
    ['MODERATION_TIMEOUT_SECONDS', '10', 'Time limit in seconds for all texts and pictures of one post.'],
  ]),
  ...inGroup('Payments', [
    [
      'STRIPE_SECRET_KEY',
      null,
      'Secret or restricted key of Stripe (Checkout Sessions: write, Events: read). Owners can then buy credits through Stripe Checkout. Required together with `STRIPE_WEBHOOK_SECRET`.',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      null,
      'Signing secret of the webhook endpoint that you add at Stripe, `PUBLIC_URL/api/stripe/webhook`, with the events `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `checkout.session.expired`, `charge.refunded`, `refund.failed`, `charge.dispute.created` and `charge.dispute.closed`. Required with `STRIPE_SECRET_KEY`.',
    ],
    ['STRIPE_API_URL', "Stripe's", 'Alternative origin of the Stripe API, for tests.'],
  ]),
  ...inGroup('Limits and retention', [
    [
      'RATE_LIMITS',
      'key-reads=1200, key-writes=240, account-reads=6000, account-writes=1200, person-reads=1200, person-writes=600, strangers=1200',
      'Requests per minute, across all processes started together. List only the limits to change; `off` disables all, for benchmarks.',
    ],
    [
      'KEEP_MONTHS',
      'everything is kept',
      'Months after which growing tables are purged, such as `audit=24,notices=6,model-calls=12`; at least 3. Use the same value in all processes.',
    ],
    ['AUDIT_ARCHIVE', null, 'Folder to which a worker writes audit log entries, signed, before purging them.'],
  ]),
  ...inGroup('Monitoring', [
    [
      'METRICS_TOKEN',
      null,
      'Bearer token required by `/api/metrics`. If unset, metrics are served only to this machine, and only if `PUBLIC_URL` is a local address.',
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      null,
      'OpenTelemetry collector to which traces are sent, such as `http://localhost:4318`. OpenTelemetry’s own `OTEL_*` variables for headers, certificates, timeouts and attributes also apply ([operations](operations.md#traces)).',
    ],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', null, 'The collector’s full URL for traces, such as `http://localhost:4318/v1/traces`.'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', '`http/protobuf` or `http/json`.'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', null, 'The same for traces only; takes precedence.'],
    ['OTEL_TRACES_SAMPLER', 'parentbased_always_on', 'OpenTelemetry’s name of the sampler that selects the recorded traces.'],
    ['OTEL_TRACES_SAMPLER_ARG', '1', 'Ratio of recorded traces for `traceidratio`, from 0 to 1.'],
    ['OTEL_BSP_SCHEDULE_DELAY', '5000', 'Milliseconds between exports to the collector.'],
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

/** A message for each variable that looks like a misspelt setting. */
export function misspeltSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (NAMES.has(name) || name.length < SHORTEST_GUESS) return [];
    const near = [...NAMES].find((known) => known.length >= SHORTEST_GUESS && distance(known, name.toUpperCase()) <= FARTHEST_GUESS);
    return near ? [`${name} is not a setting. Did you mean ${near}?`] : [];
  });
}

/** Messages for the log about valid settings that are probably mistakes. */
export function configWarnings(env: Record<string, string | undefined>): string[] {
  const url = URL.parse(env.PUBLIC_URL ?? '');
  const isInsecure = url?.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname);
  const insecure = `PUBLIC_URL is ${url?.origin}. Browsers store no session cookie over http except on this machine, so people cannot sign in. Use https.`;
  return [...(isInsecure ? [insecure] : []), ...misspeltSettings(env)];
}
