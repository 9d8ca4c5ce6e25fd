import { readFileSync } from 'node:fs';

/** A moderation service with the API of OpenAI's `/v1/moderations`. */
export interface ModerationConfig {
  /** Without a trailing slash; `/moderations` is appended. */
  baseUrl: string;
  /** Null for a local server without one. */
  key: string | null;
  /** The service's model; null for its default. */
  model: string | null;
  /** Whether it accepts pictures. */
  takesPictures: boolean;
  /** Whether content that it could not check is blocked. */
  isRequired: boolean;
  /** For all texts and pictures of one post. */
  timeoutMs: number;
}

type Environment = Record<string, string | undefined>;

/** Null without a service. Throws an error that names the invalid setting. */
export function readModeration(env: Environment): ModerationConfig | null {
  const baseUrl = env.MODERATION_URL?.trim();
  if (!baseUrl) return null;
  return {
    baseUrl: readBaseUrl('MODERATION_URL', baseUrl).replace(/\/moderations$/, ''),
    key: readKey(env, 'MODERATION_KEY', 'MODERATION_KEY_FILE'),
    model: env.MODERATION_MODEL?.trim() || null,
    takesPictures: readSwitch(env, 'MODERATION_PICTURES'),
    isRequired: readSwitch(env, 'MODERATION_REQUIRED'),
    timeoutMs: readWhole(env, 'MODERATION_TIMEOUT_SECONDS', { otherwise: 10, most: 60 }) * 1000,
  };
}

function readSwitch(env: Environment, name: string): boolean {
  const value = env[name] || 'off';
  if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, not "${value}".`);
  return value === 'on';
}

/** The base URL of an operator's service, without a trailing slash. Throws an error that names the setting. */
function readBaseUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw new Error(`${name} must be a URL such as https://api.openai.com/v1, without a password.`);
  return value.replace(/\/+$/, '');
}

/** An API key from a setting, or from the file in another setting; null without one. */
function readKey(env: Environment, name: string, fileName: string): string | null {
  const file = env[fileName];
  if (!file) return env[name]?.trim() || null;
  if (env[name]) throw new Error(`Set ${name} or ${fileName}, not both.`);
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new Error(`${fileName}: the file ${file} cannot be read. Check its path and permissions.`);
  }
}

/** A whole number from 1 to `most`. */
function readWhole(env: Environment, name: string, { otherwise, most }: { otherwise: number; most: number }): number {
  const text = env[name] || String(otherwise);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw new Error(`${name} must be a whole number from 1 to ${most}, not "${text}".`);
  return value;
}

const MODEL_PROVIDERS = ['openai-compatible', 'anthropic'] as const;

/** The language model that writes captions, with its limits. */
export interface CaptionModelConfig {
  provider: (typeof MODEL_PROVIDERS)[number];
  /** The provider's model name. */
  model: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Null for a local server without one. */
  key: string | null;
  /** For all rounds of one request. */
  timeoutMs: number;
  /** Of one response. */
  maxOutputTokens: number;
  /** US dollars per million tokens; null if not configured. */
  prices: { input: number; output: number } | null;
  /** Whether it accepts pictures, so it can describe them. */
  seesPictures: boolean;
  /** A workspace's limit of input and output tokens per 24 hours; null for none. */
  dailyTokens: number | null;
}

const BASE_URLS = { 'openai-compatible': 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' } as const;

/** Null without a model: then only the built-in generator is used. Throws an error that names the invalid setting. */
export function readCaptionModel(env: Environment): CaptionModelConfig | null {
  const model = env.CAPTION_MODEL?.trim();
  if (!model) return null;
  const provider = MODEL_PROVIDERS.find((entry) => entry === (env.CAPTION_MODEL_PROVIDER || 'openai-compatible'));
  if (!provider)
    throw new Error(`CAPTION_MODEL_PROVIDER must be one of ${MODEL_PROVIDERS.join(', ')}, not "${env.CAPTION_MODEL_PROVIDER}".`);
  return {
    provider,
    model,
    baseUrl: readBaseUrl('CAPTION_MODEL_URL', env.CAPTION_MODEL_URL || BASE_URLS[provider]),
    key: readKey(env, 'CAPTION_MODEL_KEY', 'CAPTION_MODEL_KEY_FILE'),
    timeoutMs: readWhole(env, 'CAPTION_MODEL_TIMEOUT_SECONDS', { otherwise: 30, most: 300 }) * 1000,
    maxOutputTokens: readWhole(env, 'CAPTION_MODEL_MAX_TOKENS', { otherwise: 4000, most: 100_000 }),
    prices: readPrices(env.CAPTION_MODEL_PRICES),
    seesPictures: readSwitch(env, 'CAPTION_MODEL_PICTURES'),
    dailyTokens: env.CAPTION_MODEL_DAILY_TOKENS ? readWhole(env, 'CAPTION_MODEL_DAILY_TOKENS', { otherwise: 0, most: 999_999_999 }) : null,
  };
}

function readPrices(text: string | undefined): CaptionModelConfig['prices'] {
  if (!text) return null;
  const match = /^(\d{1,4}(?:\.\d{1,4})?),\s*(\d{1,4}(?:\.\d{1,4})?)$/.exec(text.trim());
  if (!match) throw new Error('CAPTION_MODEL_PRICES must be US dollars per million input and output tokens, such as "0.25,2.00".');
  return { input: Number(match[1]), output: Number(match[2]) };
}

export interface MailConfig {
  /** `smtp://` (with STARTTLS) or `smtps://`; may contain a user name and a password. */
  smtpUrl: string;
  /** As mail programs show it: an address, or a name with the address in angle brackets. */
  from: string;
}

/** Both or neither. Errors do not show the value, which may contain a password. */
export function readMail(smtpUrl: string | undefined, from: string | undefined): MailConfig | null {
  if (!smtpUrl && !from) return null;
  if (!smtpUrl) throw new Error('MAIL_FROM needs SMTP_URL, for example smtp://user:password@mail.example.org:587.');
  if (!from) throw new Error('SMTP_URL needs MAIL_FROM, for example "Countersign <posts@example.org>".');
  const url = URL.parse(smtpUrl);
  const isPlain = url && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
  if (!isPlain || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new Error('SMTP_URL must be smtp:// or smtps:// with a host, such as smtp://user:password@mail.example.org:587.');
  if (!/^(?:[^\p{Cc}<>",;:]+ <[^\s@<>",;:]+@[^\s@<>",;:]+>|[^\s@<>",;:]+@[^\s@<>",;:]+)$/u.test(from))
    throw new Error('MAIL_FROM must be one address, such as posts@example.org or "Countersign <posts@example.org>".');
  return { smtpUrl, from };
}

export interface StripeConfig {
  secretKey: string;
  /** Signs the events that Stripe sends. */
  webhookSecret: string;
  /** Null: Stripe's own. */
  apiUrl: string | null;
}

/** Both secrets or neither. They are never shown. */
export function readStripe(env: Environment): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  if (!secretKey && !webhookSecret) return null;
  if (!secretKey || !/^(?:sk|rk)_\w+$/.test(secretKey))
    throw new Error('STRIPE_SECRET_KEY must be a secret or restricted key, sk_… or rk_….');
  if (!webhookSecret || !/^whsec_\S+$/.test(webhookSecret))
    throw new Error('STRIPE_WEBHOOK_SECRET must be the signing secret of the endpoint /api/stripe/webhook, whsec_….');
  const url = apiUrl ? URL.parse(apiUrl) : null;
  if (apiUrl && (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/'))
    throw new Error('STRIPE_API_URL must be an origin such as https://api.stripe.com. Remove it to use Stripe itself.');
  return { secretKey, webhookSecret, apiUrl: url?.origin ?? null };
}

/** A bucket with the API of Amazon S3, which most object stores support. */
export interface MediaBucketConfig {
  /** Includes the bucket's name, without a trailing slash. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Null without a bucket: then media files are in DATA_DIR. Throws an error that names the invalid setting. */
export function readMediaBucket(env: Environment): MediaBucketConfig | null {
  const bucketUrl = env.MEDIA_BUCKET_URL?.replace(/\/+$/, '');
  if (!bucketUrl) return null;
  const url = URL.parse(bucketUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw new Error('MEDIA_BUCKET_URL must be a URL that includes the bucket, such as https://s3.eu-central-1.amazonaws.com/my-bucket.');
  return {
    bucketUrl,
    region: env.MEDIA_BUCKET_REGION || 'us-east-1',
    accessKeyId: readBucketKey(env, 'MEDIA_BUCKET_KEY_ID'),
    secretAccessKey: readBucketKey(env, 'MEDIA_BUCKET_SECRET'),
  };
}

function readBucketKey(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new Error(`${name} must be set if MEDIA_BUCKET_URL is set.`);
  return value;
}
