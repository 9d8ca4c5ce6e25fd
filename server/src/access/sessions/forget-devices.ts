import type { Context } from '../../context.ts';

/**
 * Nothing is pushed any more to what somebody added while they were signed in: to all of a person's devices, to those of one
 * session, or to all but one's. Signing a browser out would otherwise leave it hearing what happens. Where all that somebody could have
 * added is to go, their chats go, too; these belong to no browser.
 */
export async function forgetDevices(ctx: Context, userId: string, { of, butOf }: { of?: string; butOf?: string } = {}): Promise<void> {
  const [condition, sessions] = of ? [' and session_id = ?', [of]] : butOf ? [' and session_id <> ?', [butOf]] : ['', []];
  await ctx.em.execute(`delete from push_devices where user_id = ?${condition}`, [userId, ...sessions], 'run');
  if (!condition) await ctx.em.execute('delete from notice_chats where user_id = ?', [userId], 'run');
}
