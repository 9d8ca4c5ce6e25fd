import type { JsonObject, Platform, Post, Preview, Violation } from './platform.ts';

/** A post, and where it goes. */
export interface PostWish {
  platform: Platform;
  post: Post;
  /** Whether the content that is sent is wanted too. */
  isBuilt?: true;
}

/** A post evaluated by a platform's rules. */
export interface ReadPost {
  violations: Violation[];
  preview: Preview;
  /** Exactly as it will be sent; null unless requested. */
  body: JsonObject | null;
}

export function readPost({ platform, post, isBuilt }: PostWish): ReadPost {
  return { violations: platform.validate(post), preview: platform.preview(post), body: isBuilt ? platform.build(post) : null };
}
