import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readKeys, type SealingKeySource } from '../sealing/sealing-keys.ts';
import { type Limits, readLimits } from './limits-config.ts';
import { type MonitoringConfig, readMonitoring } from './monitoring-config.ts';
import { type OauthClients, readOauthClients } from './oauth-clients-config.ts';
import {
  type CaptionModelConfig,
  type MailConfig,
  type MediaBucketConfig,
  type ModerationConfig,
  readCaptionModel,
  readMail,
  readMediaBucket,
  readModeration,
  readStripe,
  type StripeConfig,
} from './operator-services-config.ts';
import { type PeopleConfig, readPeople } from './people-config.ts';
import { type RetentionConfig, readRetention } from './retention-config.ts';

export type ProcessRole = 'all' | 'web' | 'worker';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting, typed. Only this folder reads the environment. */
export interface Config extends DatabaseConfig {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Origin without a trailing slash, as people and agents reach the service. */
  publicUrl: string;
  role: ProcessRole;
  /** Addresses or CIDR ranges whose X-Forwarded-* headers are trusted. */
  trustedProxies: string[];
  limits: Limits;
  people: PeopleConfig;
  watching: MonitoringConfig;
  retention: RetentionConfig;
  /** 32 bytes. */
  masterKey: Buffer;
  /** The keys of encrypted values, once the master key's own was replaced. */
  sealingKeys: SealingKeySource;
  /** Ids of sealing keys without which the service starts. Null: any, for a restore, which counts what cannot be decrypted. */
  lostSealingKeys: readonly string[] | null;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Null: captions come only from the built-in generator. */
  captionModel: CaptionModelConfig | null;
  /** Null: content is checked by the built-in rules alone. */
  moderation: ModerationConfig | null;
  /** Whether pages behind links are fetched. */
  linkCards: boolean;
  /** Whether posts to the sandbox are free, or cost one credit to test what happens when credits run out. */
  sandboxCredits: 'free' | 'count';
  /** Allowed outbound addresses in addition to the public internet. */
  outbound: OutboundConfig;
  /** File with the operator's overrides of platform limits; null for none. */
  platformRulesFile: string | null;
  /** Null: media files are in `dataDir`. */
  mediaBucket: MediaBucketConfig | null;
  /** Size limit of an upload. */
  uploadBytes: number;
  /** How much of the media store an account may use. */
  accountStorageBytes: number;
  /** Null: no mail is sent. */
  mail: MailConfig | null;
  /** The operator's registered apps at platforms with OAuth sign-in. */
  oauthClients: OauthClients;
  /** Null: payments are not available. */
  stripe: StripeConfig | null;
}

export type Environment = Record<string, string | undefined>;

/** Reads and checks the environment. Invalid values throw an error that names the setting. */
export function loadConfig(env: Environment): Config {
  const port = readPort(env.PORT ?? '4000');
  const host = env.HOST || '127.0.0.1';
  const dataDir = dataDirOf(env);
  return {
    port,
    host,
    dataDir,
    ...readDatabase(env),
    publicUrl: readPublicUrl(env.PUBLIC_URL, port),
    role: readOneOf('ROLE', env.ROLE || 'all', ['all', 'web', 'worker'] as const),
    trustedProxies: readProxies(env.TRUSTED_PROXIES ?? ''),
    limits: readLimits(env),
    people: readPeople(env),
    watching: readMonitoring(env),
    retention: readRetention(env),
    masterKey: readMasterKey(env, dataDir),
    sealingKeys: readSealingKeySource(env, dataDir),
    lostSealingKeys: (env.LOST_SEALING_KEYS ?? '').split(/[\s,]+/).filter(Boolean),
    logLevel: readOneOf('LOG_LEVEL', env.LOG_LEVEL || 'info', LOG_LEVELS),
    captionModel: readCaptionModel(env),
    moderation: readModeration(env),
    sandboxCredits: readOneOf('SANDBOX_CREDITS', env.SANDBOX_CREDITS || 'free', ['free', 'count'] as const),
    linkCards: readOneOf('LINK_CARDS', env.LINK_CARDS || 'on', ['on', 'off'] as const) === 'on',
    outbound: readOutbound(env),
    platformRulesFile: env.PLATFORM_RULES ? resolve(env.PLATFORM_RULES) : null,
    mail: readMail(env.SMTP_URL, env.MAIL_FROM),
    oauthClients: readOauthClients(env),
    mediaBucket: readMediaBucket(env),
    uploadBytes: readAmount('UPLOAD_MEGABYTES', env.UPLOAD_MEGABYTES || '1000', 2_000) * 1_000_000,
    accountStorageBytes: readAmount('ACCOUNT_STORAGE_GIGABYTES', env.ACCOUNT_STORAGE_GIGABYTES || '100', 100_000) * 1_000_000_000,
    stripe: readStripe(env),
  };
}

/** The folder of the service's own files. */
export function dataDirOf(env: Environment): string {
  return resolve(env.DATA_DIR || '.data');
}

function readAmount(name: string, value: string, most: number): number {
  const isWhole = /^[1-9]\d{0,5}$/.test(value) && Number(value) <= most;
  if (!isWhole) throw new Error(`${name} must be a whole number from 1 to ${most}, not "${value}".`);
  return Number(value);
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65535) throw new Error(`PORT must be a number from 0 to 65535, not "${value}".`);
  return port;
}

function readPublicUrl(value: string | undefined, port: number): string {
  if (!value) return `http://localhost:${port}`;
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Error(`PUBLIC_URL must be an origin such as https://posts.example.org, not "${value}".`);
  }
  return url.origin;
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

interface DatabaseConfig {
  /** Null: the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** The same database without a pooler; null if `databaseUrl` is direct. */
  databaseDirectUrl: string | null;
  /** A standby for reading lists; null for none. */
  databaseReadUrl: string | null;
  /** Whether `databaseUrl` is a pooler, with a different connection for each transaction. */
  isDatabasePooled: boolean;
}

/** A direct URL implies a pooler, so `DATABASE_POOLED` is not needed then. */
function readDatabase(env: Record<string, string | undefined>): DatabaseConfig {
  const databaseUrl = readDatabaseUrl('DATABASE_URL', env.DATABASE_URL);
  const databaseDirectUrl = readDatabaseUrl('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL);
  if (databaseDirectUrl && !databaseUrl)
    throw new Error(
      'DATABASE_DIRECT_URL bypasses a pooler and needs DATABASE_URL. Set DATABASE_URL to the pooler, or remove DATABASE_DIRECT_URL.',
    );
  const databaseReadUrl = readDatabaseUrl('DATABASE_READ_URL', env.DATABASE_READ_URL);
  if (databaseReadUrl && !databaseUrl)
    throw new Error('DATABASE_READ_URL is a standby of the database in DATABASE_URL. Set both, or neither.');
  const pooled = env.DATABASE_POOLED || (databaseDirectUrl ? 'on' : 'off');
  if (pooled !== 'on' && pooled !== 'off') throw new Error(`DATABASE_POOLED must be one of on, off, not "${pooled}".`);
  return { databaseUrl, databaseDirectUrl, databaseReadUrl, isDatabasePooled: pooled === 'on' };
}

function readDatabaseUrl(name: string, value: string | undefined): string | null {
  if (!value) return null;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.parse(value))
    throw new Error(`${name} must be a URL that begins with postgres:// or postgresql://.`);
  return value;
}

/** 32 bytes: from the setting, or generated on the first start. */
function readMasterKey(env: Environment, dataDir: string): Buffer {
  return env.MASTER_KEY ? readKeyBytes(env.MASTER_KEY, 'MASTER_KEY') : inDataDir(dataDir, () => keptMasterKey(dataDir));
}

/** Next to the generated master key; deployments that set MASTER_KEY have several hosts and set these too. */
function readSealingKeySource(env: Environment, dataDir: string): SealingKeySource {
  if (env.SEALING_KEYS) return { given: readKeys(env.SEALING_KEYS.split(/[\s,]+/), 'SEALING_KEYS') };
  const file = resolve(dataDir, 'sealing.keys');
  if (!env.MASTER_KEY) return { file };
  if (existsSync(file))
    throw new Error(
      `SEALING_KEYS must be set to the keys in ${file}, separated by commas: with MASTER_KEY, the file is not used. Remove the file if its keys belong to another installation.`,
    );
  return { given: [] };
}

function readKeyBytes(value: string, name: string): Buffer {
  const key = Buffer.from(value.trim(), 'base64');
  if (key.length !== 32) throw new Error(`${name} must be 32 bytes in base64, for example from "openssl rand -base64 32".`);
  return key;
}

/** Names the setting: the system's error about an unusable folder does not. */
function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used (${error.message}). Set it to a folder that this user can write to and that has free space.`,
    );
  }
}

/** The generated key of this installation, created on the first start, readable by its owner only. */
function keptMasterKey(dataDir: string): Buffer {
  const file = resolve(dataDir, 'master.key');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    // Under a new key no encrypted value could be read, and every audit entry would look tampered with.
    if (existsSync(resolve(dataDir, 'postgres')))
      throw new Error(
        `The master key of the database in ${dataDir} is missing: ${file} does not exist. Restore it from your backup, or set MASTER_KEY.`,
      );
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Two processes started at once: the first one's key is used.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readKeyBytes(readFileSync(file, 'utf8'), file);
}

/** Allowed outbound addresses in addition to the public internet. */
interface OutboundConfig {
  /**
   * Addresses of the operator's own network, as `host:port`, with `*` for every port: these need be neither public
   * nor encrypted.
   */
  privateAddresses: string[];
}

/** Throws an error that names the invalid setting. */
function readOutbound(env: Environment): OutboundConfig {
  const entries = (env.OUTBOUND_PRIVATE_ADDRESSES ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return { privateAddresses: entries.map(readAllowedRange) };
}

/** As a URL parser normalises the host, so all spellings of an address are equal. */
function readAllowedRange(entry: string): string {
  const [, host, port = ''] = /^(\[[^\]]+\]|[^:/?#@*\s[\]]+):(\d{1,5}|\*)$/.exec(entry) ?? [];
  const isPort = port === '*' || (Number(port) > 0 && Number(port) <= 65_535);
  const url = URL.parse(`http://${host}`);
  if (!host || !isPort || !url) {
    throw new Error(`OUTBOUND_PRIVATE_ADDRESSES must be hosts with their port, such as 10.0.0.7:443 or mastodon.lan:443, not "${entry}".`);
  }
  return `${url.hostname}:${port}`;
}
