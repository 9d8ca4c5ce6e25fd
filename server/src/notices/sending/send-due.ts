import type { Services } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/database-faults.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { literal, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellChats } from '../chats/tell-chats.ts';
import type { NoticeChannel } from '../notice-topics.ts';
import { pushNotices } from '../push/push-notices.ts';
import { mailNotices } from './mail-notices.ts';

const AT_ONCE = 50;

/** People notified concurrently. Mail is only queued; push services and chats respond slowly. */
const SIDE_BY_SIDE: Record<NoticeChannel, number> = { mail: 1, push: 10, chat: 10 };

/**
 * Sends what is due on a channel: one message per person with everything that waits. Returns how many. A failure for
 * one person is logged and does not delay others.
 */
export async function sendDue(services: Services, channel: NoticeChannel): Promise<number> {
  const people = await query(
    services.orm.em.fork(),
    tables
      .selectFrom('notice_deliveries')
      .select('user_id')
      .where('channel', '=', channel)
      .where('state', '=', literal('waiting'))
      .where('due_at', '<=', services.clock.now())
      .groupBy('user_id')
      .orderBy(({ fn }) => fn.min('due_at'))
      .limit(AT_ONCE),
  );
  let sent = 0;
  const next = people.values();
  const work = async () => {
    for (const { user_id: userId } of next) sent += await sendTo(services, channel, userId);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE[channel] }, work));
  return sent;
}

async function sendTo(services: Services, channel: NoticeChannel, userId: string): Promise<number> {
  try {
    if (channel === 'push') return await pushNotices(services, userId);
    if (channel === 'chat') return await tellChats(services, userId);
    return await inTransaction(systemContext(services), (tx) => mailNotices(tx, userId));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    services.log.error({ err: error, userId, channel }, 'a person could not be told; it is tried again');
    return 0;
  }
}
