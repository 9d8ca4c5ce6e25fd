import { language } from '../language.ts';
import { readAnswer, unreachable } from './post-json.ts';

/** Fetches JSON from our own origin with the session's cookie: the value, and the original text. Throws an ApiError. */
export async function getJson<T>(path: string, signal: AbortSignal): Promise<{ answer: T; text: string }> {
  const response = await fetch(path, { signal, headers: { Accept: 'application/json', 'Accept-Language': language } }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      throw unreachable();
    },
  );
  const text = await response.text();
  return { answer: readAnswer<T>(path, text, response.status), text };
}
