import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { SandboxPost } from './sandbox-post.entity.ts';

/** The posts of some feeds, newest first. The caller passes feeds of the workspace. */
export async function listSandboxPosts(
  ctx: Context,
  { workspaceId, feeds }: { workspaceId: string; feeds: readonly string[] },
  request: PageRequest,
): Promise<Page<SandboxPost>> {
  const cursors = cursorsOf(ctx, 'sandbox posts', workspaceId);
  return findPage(ctx.em, SandboxPost, { feed: { $in: [...new Set(feeds)] } }, { ...request, cursors, order: 'desc' });
}
