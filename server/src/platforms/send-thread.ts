import { say } from '../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../languages/stored-message.ts';
import { ApiFault } from './api/api-fault.ts';
import type { JsonObject, Outcome } from './platform.ts';

/** A published post. */
export interface Standing {
  id: string;
  url: string | null;
}

/**
 * Sends the posts of a thread in order; `send` gets the preceding one, or `replyTo` for the first. After part of it was published, the outcomes
 * that rule out a published post do not apply.
 */
export async function sendThread(
  posts: readonly JsonObject[],
  send: (post: JsonObject, parent: Standing | undefined, index: number) => Promise<Standing>,
  replyTo?: Standing,
): Promise<Outcome> {
  const standing: Standing[] = [];
  for (const [index, post] of posts.entries()) {
    try {
      standing.push(await send(post, standing.at(-1) ?? replyTo, index));
    } catch (error) {
      if (standing.length === 0 || !(error instanceof ApiFault)) throw error;
      return {
        kind: 'unknown',
        ...toStoredMessage(
          say`${standing.length} of ${posts.length} posts of the thread were published. ${fromStoredMessage(error.outcome)}`,
        ),
      };
    }
  }
  const [first] = standing;
  if (!first) throw new Error('Nothing was sent.');
  return { kind: 'published', providerId: first.id, url: first.url };
}

/** The posts of a payload from `build()`; none is a bug. */
export function postsOf(payload: JsonObject): JsonObject[] {
  const posts = Array.isArray(payload.posts) ? payload.posts : [];
  if (posts.length === 0) throw new Error('The payload has no posts.');
  return posts.map((post) => {
    if (typeof post !== 'object' || post === null || Array.isArray(post)) throw new Error('A post of the payload is no object.');
    return post;
  });
}

/** Whether all of a thread was found, none, or a part. */
export function findThread(label: string, found: readonly (Standing | undefined)[]) {
  const [first] = found;
  const count = found.filter(Boolean).length;
  if (first && count === found.length) return { kind: 'found', providerId: first.id, url: first.url } as const;
  if (count === 0) return { kind: 'absent' } as const;
  return { kind: 'partial', ...toStoredMessage(say`${count} of ${found.length} posts of the thread are published on ${label}.`) } as const;
}
