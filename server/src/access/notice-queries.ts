import type { Context } from '../context.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { canIn } from './authorise.ts';
import { Notice } from './notice.entity.ts';

/** What an account's owners were told, newest first; null for everybody else. */
export async function listNotices(ctx: Context, accountId: string, request: PageRequest): Promise<Page<Notice> | null> {
  if (!canIn(ctx, accountId, 'manage')) return null;
  return findPage(ctx.em, Notice, { accountId }, { ...request, order: 'desc' });
}
