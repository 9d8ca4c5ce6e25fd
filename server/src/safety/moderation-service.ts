import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ModerationConfig } from '../config/operator-services-config.ts';
import { createCircuitBreaker, createOperatorFetch } from '../outbound/operator-fetch.ts';

/** A text, or a picture as a data URL. */
export type ModeratedContent = { text: string } | { picture: string };

export interface ModerationService {
  takesPictures: boolean;
  /** Whether content that could not be checked is blocked. */
  isRequired: boolean;
  /** The key of a result for a text, or for a picture by the hash of its bytes. */
  keyOf(content: { text: string } | { sha256: string }): string;
  /** Whether to call the service: false for a while after failures. */
  isAvailable(): boolean;
  /** The content, by key, that recently could not be checked. It is not resent for 30 seconds. */
  failed: FailedContent;
  /** The flagged categories of each, in order; null for content that could not be checked. Never throws. */
  check(contents: readonly ModeratedContent[]): Promise<(string[] | null)[]>;
}

export interface FailedContent {
  has(key: string, now: Date): boolean;
  add(key: string, now: Date): void;
}

/** A transaction that restarts after a failed call continues without a result. */
const FAILED_FOR_MS = 30_000;
const MOST_FAILED = 10_000;
const MOST_BYTES = 1024 * 1024;
/** Services limit the length of a text; a longer one is checked in pieces. */
const PIECE = 10_000;
const AT_A_TIME = 4;
const MOST_CATEGORIES = 50;
const LONGEST_NAME = 60;

/** Calls a service compatible with OpenAI's moderations API. Neither texts nor the key are logged. */
export function createModerationService(config: ModerationConfig, log: Logger): ModerationService {
  const fetch = createOperatorFetch(MOST_BYTES);
  const breaker = createCircuitBreaker();

  async function ask(input: unknown, signal: AbortSignal): Promise<string[]> {
    const response = await fetch(`${config.baseUrl}/moderations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(config.key ? { authorization: `Bearer ${config.key}` } : {}) },
      body: JSON.stringify({ ...(config.model ? { model: config.model } : {}), input }),
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The moderation service responded with ${response.status}.`);
    }
    return categoriesOf(await response.json());
  }

  async function checkOne(content: ModeratedContent, signal: AbortSignal): Promise<string[] | null> {
    try {
      const found = new Set<string>();
      for (const input of inputsOf(content)) for (const category of await ask(input, signal)) found.add(category);
      return [...found].sort();
    } catch (error) {
      log.warn({ failure: (error as Error).name }, 'the moderation service did not respond');
      return null;
    }
  }

  return {
    takesPictures: config.takesPictures,
    isRequired: config.isRequired,
    keyOf: (content) => hash('sha256', JSON.stringify([config.baseUrl, config.model, content])),
    isAvailable: () => breaker.mayBeClosed(),
    failed: createFailedContent(),
    async check(contents) {
      if (!breaker.isClosed()) return contents.map(() => null);
      const signal = AbortSignal.timeout(config.timeoutMs);
      const answers: (string[] | null)[] = [];
      // After a failure, one alone tests the service. If none of the first is answered, it is not sent the others.
      let size = breaker.hasFailed() ? 1 : AT_A_TIME;
      const responds = () => answers.length === 0 || answers.some((answer) => answer !== null);
      while (answers.length < contents.length && responds()) {
        const batch = contents.slice(answers.length, answers.length + size);
        answers.push(...(await Promise.all(batch.map((content) => checkOne(content, signal)))));
        size = AT_A_TIME;
      }
      // One failure, however many texts the post has: a bad moment does not pause the service for all.
      if (responds()) breaker.succeeded();
      else breaker.failed();
      return contents.map((_, index) => answers[index] ?? null);
    },
  };
}

function createFailedContent(): FailedContent {
  const failedAt = new Map<string, number>();
  return {
    has: (key, now) => (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) + FAILED_FOR_MS > now.getTime(),
    add(key, now) {
      const [oldest] = failedAt.keys();
      if (failedAt.size >= MOST_FAILED && oldest !== undefined) failedAt.delete(oldest);
      failedAt.set(key, now.getTime());
    },
  };
}

/** Pictures in the form of OpenAI's API; texts as strings, which every service accepts. */
function inputsOf(content: ModeratedContent): unknown[] {
  if ('picture' in content) return [[{ type: 'image_url', image_url: { url: content.picture } }]];
  const pieces: string[] = [];
  for (let from = 0; from < content.text.length; from += PIECE) pieces.push(content.text.slice(from, from + PIECE).toWellFormed());
  return pieces;
}

/** The flagged categories; "flagged" if the service names none. Throws if the response has another form. */
function categoriesOf(answer: unknown): string[] {
  const results = (answer as { results?: unknown } | null)?.results;
  if (!Array.isArray(results) || results.length === 0) throw new Error('The moderation service gave another answer.');
  return results.flatMap((result: { flagged?: unknown; categories?: unknown } | null) => {
    if (typeof result?.flagged !== 'boolean') throw new Error('The moderation service gave another answer.');
    const named = Object.entries(result.categories ?? {}).flatMap(([name, isFound]) =>
      isFound === true ? name.slice(0, LONGEST_NAME) : [],
    );
    return result.flagged && named.length === 0 ? ['flagged'] : named.slice(0, MOST_CATEGORIES);
  });
}
