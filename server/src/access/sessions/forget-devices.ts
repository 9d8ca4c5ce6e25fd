import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';

/**
 * Removes push devices: all of a person's, those of one session, or those of all sessions but one. A browser would
 * otherwise keep receiving notices after it was signed out. Where all are removed, so are the person's chats, which
 * belong to no browser.
 */
export async function forgetDevices(ctx: Context, userId: string, { of, butOf }: { of?: string; butOf?: string } = {}): Promise<void> {
  await query(
    ctx.em,
    tables
      .deleteFrom('push_devices')
      .where('user_id', '=', userId)
      .$if(Boolean(of), (devices) => devices.where('session_id', '=', of ?? ''))
      .$if(!of && Boolean(butOf), (devices) => devices.where('session_id', '<>', butOf ?? '')),
  );
  if (!of && !butOf) await query(ctx.em, tables.deleteFrom('notice_chats').where('user_id', '=', userId));
}
