import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readKeys, type SealingKeySource } from '../sealing/sealing-keys.ts';
import { type CaptionModelConfig, readCaptionModel } from './caption-model-config.ts';
import { type Limits, readLimits } from './limits-config.ts';
import { type MediaBucketConfig, readMediaBucket } from './media-bucket-config.ts';
import { type OauthClients, readOauthClients } from './oauth-clients-config.ts';
import { type OutboundConfig, readOutbound } from './outbound-config.ts';
import { type PeopleConfig, readPeople } from './people-config.ts';
import { readWatching, type WatchingConfig } from './watching-config.ts';

export type ProcessRole = 'all' | 'web' | 'worker';
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting, typed. This file is the only reader of the environment. */
export interface Config {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Null: the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** Behind `databaseUrl` each transaction may have another connection. */
  isDatabasePooled: boolean;
  /** Origin without a trailing slash, as people and agents reach the service. */
  publicUrl: string;
  role: ProcessRole;
  /** Addresses or CIDR ranges whose X-Forwarded-* headers are believed. */
  trustedProxies: string[];
  limits: Limits;
  people: PeopleConfig;
  watching: WatchingConfig;
  /** 32 bytes. */
  masterKey: Buffer;
  /** What sealed values are under once the master key's own key has been replaced. */
  sealingKeys: SealingKeySource;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Null: captions come from the embedded generator alone. */
  captionModel: CaptionModelConfig | null;
  /** Whether pages behind links are looked at. */
  linkCards: boolean;
  /** What may be called beside the public internet. */
  outbound: OutboundConfig;
  /** A file of limits of platforms that the operator has set otherwise; null: the known ones. */
  platformRulesFile: string | null;
  /** Null: pictures lie under `dataDir`. */
  mediaBucket: MediaBucketConfig | null;
  /** Null: no mail is sent. */
  mail: MailConfig | null;
  /** The operator's registrations at platforms that people sign in at. */
  oauthClients: OauthClients;
  /** Null: nothing can be paid here. */
  stripe: StripeConfig | null;
}

export interface StripeConfig {
  secretKey: string;
  /** Signs the events that Stripe sends. */
  webhookSecret: string;
  /** Null: Stripe's own. */
  apiUrl: string | null;
}

export interface MailConfig {
  /** `smtp://` (with STARTTLS) or `smtps://`; may hold a user name and a password. */
  smtpUrl: string;
  /** As mail programs show it: an address, or a name with the address in angle brackets. */
  from: string;
}

export type Environment = Record<string, string | undefined>;

/** Reads and checks the environment; a wrong value throws a sentence that names it. */
export function loadConfig(env: Environment): Config {
  const port = readPort(env.PORT ?? '4000');
  const host = env.HOST || '127.0.0.1';
  const dataDir = dataDirOf(env);
  return {
    port,
    host,
    dataDir,
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    isDatabasePooled: readOneOf('DATABASE_POOLED', env.DATABASE_POOLED || 'off', ['on', 'off'] as const) === 'on',
    publicUrl: readPublicUrl(env.PUBLIC_URL, port),
    role: readOneOf('ROLE', env.ROLE || 'all', ['all', 'web', 'worker'] as const),
    trustedProxies: readProxies(env.TRUSTED_PROXIES ?? ''),
    limits: readLimits(env),
    people: readPeople(env),
    watching: readWatching(env),
    masterKey: env.MASTER_KEY ? readMasterKey(env.MASTER_KEY, 'MASTER_KEY') : inDataDir(dataDir, () => keptMasterKey(dataDir)),
    sealingKeys: readSealingKeySource(env, dataDir),
    logLevel: readOneOf('LOG_LEVEL', env.LOG_LEVEL || 'info', LOG_LEVELS),
    captionModel: readCaptionModel(env),
    linkCards: readOneOf('LINK_CARDS', env.LINK_CARDS || 'on', ['on', 'off'] as const) === 'on',
    outbound: readOutbound(env),
    platformRulesFile: env.PLATFORM_RULES ? resolve(env.PLATFORM_RULES) : null,
    mail: readMail(env.SMTP_URL, env.MAIL_FROM),
    oauthClients: readOauthClients(env),
    mediaBucket: readMediaBucket(env),
    stripe: readStripe(env),
  };
}

/** Where the service keeps its own files. */
export function dataDirOf(env: Environment): string {
  return resolve(env.DATA_DIR || '.data');
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65535) throw new Error(`PORT must be a number from 0 to 65535, not "${value}".`);
  return port;
}

function readDatabaseUrl(value: string | undefined): string | null {
  if (!value) return null;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.parse(value))
    throw new Error('DATABASE_URL must be a URL that begins with postgres:// or postgresql://.');
  return value;
}

function readPublicUrl(value: string | undefined, port: number): string {
  if (!value) return `http://localhost:${port}`;
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Error(`PUBLIC_URL must be an origin such as https://posts.example.org, not "${value}".`);
  }
  return url.origin;
}

/** The two go together. What is wrong is named, but not shown: a password may be in it. */
function readMail(smtpUrl: string | undefined, from: string | undefined): MailConfig | null {
  if (!smtpUrl && !from) return null;
  if (!smtpUrl) throw new Error('MAIL_FROM needs SMTP_URL, for instance smtp://user:password@mail.example.org:587.');
  if (!from) throw new Error('SMTP_URL needs MAIL_FROM, for instance "Countersign <posts@example.org>".');
  const url = URL.parse(smtpUrl);
  const isPlain = url && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
  if (!isPlain || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new Error('SMTP_URL must be smtp:// or smtps:// with a host, such as smtp://user:password@mail.example.org:587.');
  if (!/^(?:[^\p{Cc}<>",;:]+ <[^\s@<>",;:]+@[^\s@<>",;:]+>|[^\s@<>",;:]+@[^\s@<>",;:]+)$/u.test(from))
    throw new Error('MAIL_FROM must be one address, such as posts@example.org or "Countersign <posts@example.org>".');
  return { smtpUrl, from };
}

/** The two secrets go together. They are never shown. */
function readStripe(env: Environment): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  if (!secretKey && !webhookSecret) return null;
  if (!secretKey || !/^(?:sk|rk)_\w+$/.test(secretKey))
    throw new Error('STRIPE_SECRET_KEY must be a secret or restricted key, sk_… or rk_….');
  if (!webhookSecret || !/^whsec_\S+$/.test(webhookSecret))
    throw new Error('STRIPE_WEBHOOK_SECRET must be the signing secret of the endpoint /api/stripe/webhook, whsec_….');
  const url = apiUrl ? URL.parse(apiUrl) : null;
  if (apiUrl && (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/'))
    throw new Error('STRIPE_API_URL must be an origin such as https://api.stripe.com; leave it out for Stripe itself.');
  return { secretKey, webhookSecret, apiUrl: url?.origin ?? null };
}

function readProxies(value: string): string[] {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const wrong = entries.find((entry) => !isAddressOrRange(entry));
  if (wrong !== undefined) {
    throw new Error(`TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, separated by commas, not "${wrong}".`);
  }
  return entries;
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  const mostBits = version === 4 ? 32 : 128;
  return version !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= mostBits));
}

function readOneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((entry) => entry === value);
  if (!found) throw new Error(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
  return found;
}

/** Beside the generated master key; who gives that one by a setting has several hosts, and gives these as well. */
function readSealingKeySource(env: Environment, dataDir: string): SealingKeySource {
  if (env.SEALING_KEYS) return { given: readKeys(env.SEALING_KEYS.split(/[\s,]+/), 'SEALING_KEYS') };
  return env.MASTER_KEY ? { given: [] } : { file: resolve(dataDir, 'sealing.keys') };
}

function readMasterKey(value: string, name: string): Buffer {
  const key = Buffer.from(value.trim(), 'base64');
  if (key.length !== 32) throw new Error(`${name} must be 32 bytes in base64 (for instance from "openssl rand -base64 32").`);
  return key;
}

/** What the system says of a folder that cannot be used names no setting. */
function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used (${error.message}). Set it to a folder that this user may write and that has room.`,
    );
  }
}

/** The generated key of this installation, made on the first start, readable by its owner only. */
function keptMasterKey(dataDir: string): Buffer {
  const file = resolve(dataDir, 'master.key');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    // Under a new key nothing that is sealed could be opened, and every audit entry would look tampered with.
    if (existsSync(resolve(dataDir, 'postgres')))
      throw new Error(
        `The database in ${dataDir} has its master key, and ${file} is gone. Put it back from your back-up, or set MASTER_KEY.`,
      );
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Two processes started at once: the first one's key counts.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readMasterKey(readFileSync(file, 'utf8'), file);
}
