import type { Context } from '../context.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { requireRole } from './authorise.ts';
import { Notice } from './notice.entity.ts';

/** What an account's owners were told, newest first. Nobody else sees it. */
export async function listNotices(ctx: Context, accountId: string, request: PageRequest): Promise<Page<Notice>> {
  await requireRole(ctx, accountId, 'manage');
  return findPage(ctx.em, Notice, { accountId }, { ...request, order: 'desc' });
}
