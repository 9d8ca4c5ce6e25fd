import type { Context } from '../context.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { SandboxPost } from './sandbox-post.entity.ts';

/** The posts of some feeds, newest first. The caller knows whose feeds they are. */
export async function listSandboxPosts(ctx: Context, feeds: readonly string[], request: PageRequest): Promise<Page<SandboxPost>> {
  return findPage(ctx.em, SandboxPost, { feed: { $in: [...new Set(feeds)] } }, { ...request, order: 'desc' });
}
