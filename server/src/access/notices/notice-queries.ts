import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { findPage, type Page, type PageRequest } from '../../db/keyset-page.ts';
import { canIn, roleIn } from '../authorise.ts';
import { Notice } from './notice.entity.ts';

/** What the person is told in an account, newest first; null for whoever is not one of its people. */
export async function listNotices(ctx: Context, accountId: string, request: PageRequest): Promise<Page<Notice> | null> {
  if (!roleIn(ctx, accountId)) return null;
  return findPage(ctx.em, Notice, toldTo(ctx, accountId), { ...request, order: 'desc' });
}

/** What is for them alone, and for owners what is for owners. */
export function toldTo(ctx: Context, accountId: string): FilterQuery<Notice> {
  const own = ctx.actor.kind === 'user' ? [ctx.actor.userId] : [];
  const readers = canIn(ctx, accountId, 'manage') ? [...own, null] : own;
  return { accountId, $or: readers.map((userId) => ({ userId })) };
}
