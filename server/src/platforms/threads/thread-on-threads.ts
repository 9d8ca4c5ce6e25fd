import type { FindCall, PublishCall } from '../connector.ts';
import { type ContainerApi, readContainer } from '../meta/containers.ts';
import { findContainer } from '../meta/find-container.ts';
import { publishOne } from '../meta/publish-container.ts';
import type { JsonObject, LookupResult, Outcome } from '../platform.ts';
import { findThread, sendThread } from '../send-thread.ts';

/** The intent's key for the container of each post; the first is that of a post without replies. */
const keyAt = (index: number): string => (index === 0 ? 'containerId' : `containerId${index + 1}`);

/**
 * Publishes each post of a thread as a reply to the preceding one (developers.facebook.com, Threads API, Create
 * Replies). The id of every container is stored before it is published, and a container is published once at most:
 * the same intent again continues a thread where it was cut off.
 */
export function publishToThreads(api: ContainerApi, call: PublishCall): Promise<Outcome> {
  return sendThread(postsOfThread(call.payload), (post, parent, index) =>
    publishOne(api, { ...call, payload: { ...post, ...(parent && { reply_to_id: parent.id }) } }, keyAt(index)),
  );
}

/** Whether the posts of an intent are published, by the status of their containers. */
export async function findOnThreads(api: ContainerApi, call: FindCall): Promise<LookupResult> {
  const [first = {}, ...replies] = postsOfThread(call.payload);
  const root = await findContainer(api, { ...call, payload: first });
  if (root.kind !== 'found' || replies.length === 0) return root;
  const found = [{ id: root.providerId, url: root.url }];
  for (const index of replies.keys()) {
    const containerId = call.intent.keys[keyAt(index + 1)];
    if (typeof containerId !== 'string' || (await readContainer(api, call, containerId)).status !== 'PUBLISHED') break;
    found.push({ id: containerId, url: null });
  }
  return findThread(api.label, [...found, ...Array<undefined>(replies.length + 1 - found.length)]);
}

/** The posts of a payload: itself, and its replies. */
function postsOfThread({ replies, ...first }: JsonObject): JsonObject[] {
  return [first, ...((replies ?? []) as JsonObject[])];
}
