import type { Context } from '../../context.ts';

/**
 * Removes push devices: all of a person's, those of one session, or those of all sessions but one. A browser would
 * otherwise keep receiving notices after it was signed out. Where all are removed, so are the person's chats, which
 * belong to no browser.
 */
export async function forgetDevices(ctx: Context, userId: string, { of, butOf }: { of?: string; butOf?: string } = {}): Promise<void> {
  const [condition, sessions] = of ? [' and session_id = ?', [of]] : butOf ? [' and session_id <> ?', [butOf]] : ['', []];
  await ctx.em.execute(`delete from push_devices where user_id = ?${condition}`, [userId, ...sessions], 'run');
  if (!condition) await ctx.em.execute('delete from notice_chats where user_id = ?', [userId], 'run');
}
