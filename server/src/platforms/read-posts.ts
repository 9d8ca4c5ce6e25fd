import { areLong, inThread } from '../long-work/long-work.ts';
import { createPauses } from '../long-work/yield-to-event-loop.ts';
import { createMemo, keyOf, type Question } from '../memoize.ts';
import { firstCommentIn } from './platform/first-comment.ts';
import type { Platform } from './platform.ts';
import { type PostWish, type ReadPost, readPost } from './read-post.ts';

/** Only long posts, from before a transaction to within it; a preview is several times the size of its post. */
const remembered = createMemo<ReadPost>({ answers: 200, characters: 2_000_000 });

/**
 * Evaluates posts by their platforms' rules, in order; long ones in a worker thread, queued per owner, so others do
 * not wait for them.
 */
export async function readPosts(wishes: readonly PostWish[], owner?: string): Promise<ReadPost[]> {
  if (!areLong(wishes.map(lengthOf))) {
    const pause = createPauses();
    const read: ReadPost[] = [];
    for (const wish of wishes) {
      read.push(readPost(wish));
      await pause();
    }
    return read;
  }
  const read = await remembered.answer(
    wishes.map((wish) => questionOf(wish, owner)),
    true,
  );
  return copiesOf(read);
}

/** A copy for each caller, as cached values must not change. A post with thousands of links takes a while to copy. */
async function copiesOf(posts: readonly ReadPost[]): Promise<ReadPost[]> {
  const pause = createPauses();
  const copies: ReadPost[] = [];
  for (const post of posts) {
    copies.push(structuredClone(post));
    await pause();
  }
  return copies;
}

/** Whether readPosts() would need a thread. */
export function areUnread(wishes: readonly PostWish[]): boolean {
  return areLong(wishes.map(lengthOf)) && remembered.unread(wishes.map((wish) => questionOf(wish))).length > 0;
}

function questionOf(wish: PostWish, owner?: string): Question<ReadPost> {
  const { platform, ...post } = wish;
  const asData = { ...post, platform: rulesOf(platform) };
  return { key: keyOf(asData), characters: lengthOf(wish), here: () => readPost(wish), there: () => inThread('post', asData, owner) };
}

/** A platform as data, for a thread that creates its own. */
export const rulesOf = ({ id, rules, accountLimits }: Platform): Pick<Platform, 'id' | 'rules' | 'accountLimits'> => ({
  id,
  rules,
  ...(accountLimits && { accountLimits }),
});

function lengthOf({ post: { text, thread, tags, link, settings } }: PostWish): number {
  return [text, ...thread, ...tags, link ?? '', firstCommentIn(settings) ?? ''].reduce((sum, { length }) => sum + length, 0);
}
