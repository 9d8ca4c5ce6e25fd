import { readBaseUrl, readKey, readWhole } from './operator-service.ts';

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
