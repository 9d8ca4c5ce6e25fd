import { readBaseUrl, readKey, readWhole } from './operator-service.ts';

export const MODEL_PROVIDERS = ['openai-compatible', 'anthropic'] as const;

/** Which language model writes captions, and how long and how much it may. */
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
  /** A workspace's limit of input and output tokens per 24 hours; null for none. */
  dailyTokens: number | null;
}

const BASE_URLS = { 'openai-compatible': 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' } as const;

type Environment = Record<string, string | undefined>;

/** Null without a model: then only the built-in generator is used. Throws a message that names a wrong setting. */
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
    dailyTokens: env.CAPTION_MODEL_DAILY_TOKENS ? readWhole(env, 'CAPTION_MODEL_DAILY_TOKENS', { otherwise: 0, most: 999_999_999 }) : null,
  };
}

function readPrices(text: string | undefined): CaptionModelConfig['prices'] {
  if (!text) return null;
  const match = /^(\d{1,4}(?:\.\d{1,4})?),\s*(\d{1,4}(?:\.\d{1,4})?)$/.exec(text.trim());
  if (!match) throw new Error('CAPTION_MODEL_PRICES must be US dollars for a million tokens in and out, such as "0.25,2.00".');
  return { input: Number(match[1]), output: Number(match[2]) };
}
