import { readFileSync } from 'node:fs';

/** A moderation service that speaks OpenAI's `/v1/moderations`. */
export interface ModerationConfig {
  /** Without a trailing slash; `/moderations` is appended. */
  baseUrl: string;
  /** Null for a local server without one. */
  key: string | null;
  /** The service's name of its model; null for its default. */
  model: string | null;
  /** Whether it takes pictures. */
  takesPictures: boolean;
  /** Whether content that it could not check is blocked. */
  isRequired: boolean;
  /** For all texts and pictures of one post. */
  timeoutMs: number;
}

type Environment = Record<string, string | undefined>;

/** Null without a service. Throws a message that names a wrong setting. */
export function readModeration(env: Environment): ModerationConfig | null {
  const baseUrl = env.MODERATION_URL?.trim();
  if (!baseUrl) return null;
  return {
    baseUrl: readBaseUrl(baseUrl),
    key: readKey(env),
    model: env.MODERATION_MODEL?.trim() || null,
    takesPictures: readSwitch(env, 'MODERATION_PICTURES'),
    isRequired: readSwitch(env, 'MODERATION_REQUIRED'),
    timeoutMs: readSeconds(env) * 1000,
  };
}

function readBaseUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw new Error('MODERATION_URL must be a web address such as https://api.openai.com/v1, without a password in it.');
  return value.replace(/\/+$/, '').replace(/\/moderations$/, '');
}

function readKey(env: Environment): string | null {
  const file = env.MODERATION_KEY_FILE;
  if (!file) return env.MODERATION_KEY?.trim() || null;
  if (env.MODERATION_KEY) throw new Error('Set MODERATION_KEY or MODERATION_KEY_FILE, not both.');
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new Error(`MODERATION_KEY_FILE names ${file}, which cannot be read.`);
  }
}

function readSwitch(env: Environment, name: string): boolean {
  const value = env[name] || 'off';
  if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off, not "${value}".`);
  return value === 'on';
}

function readSeconds(env: Environment): number {
  const text = env.MODERATION_TIMEOUT_SECONDS || '10';
  if (!/^\d{1,2}$/.test(text) || Number(text) < 1 || Number(text) > 60)
    throw new Error(`MODERATION_TIMEOUT_SECONDS must be a whole number from 1 to 60, not "${text}".`);
  return Number(text);
}
