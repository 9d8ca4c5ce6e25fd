import { inThread, isLong } from '../long-work.ts';
import type { Post } from './platform.ts';
import { type PostWish, type ReadPost, readPost } from './read-post.ts';

/** Reads posts by their platforms' rules, in their order; long ones in a thread, so that nobody else waits for them. */
export async function readPosts(wishes: readonly PostWish[]): Promise<ReadPost[]> {
  const characters = wishes.reduce((sum, { post }) => sum + lengthOf(post), 0);
  if (!isLong(characters)) return wishes.map(readPost);
  // One by one: taking over what a thread says takes a moment too, and others may go between.
  return Promise.all(wishes.map(({ platform: { id, rules }, ...wish }) => inThread('post', { ...wish, platform: { id, rules } })));
}

function lengthOf({ text, thread, tags, link }: Post): number {
  return [text, ...thread, ...tags, link ?? ''].reduce((sum, { length }) => sum + length, 0);
}
