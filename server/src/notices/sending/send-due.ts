import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { systemContext } from '../../publishing/system-context.ts';
import type { NoticeChannel } from '../notice-topics.ts';
import { pushNotices } from '../push/push-notices.ts';
import { mailNotices } from './mail-notices.ts';

const AT_ONCE = 50;

interface Group {
  user_id: string;
  channel: NoticeChannel;
}

/** Sends what is due: for each person and channel one message with all that waits there. Answers how many. */
export async function sendDue(services: Services): Promise<number> {
  const groups = await services.orm.em.fork().execute<Group[]>(
    `select user_id, channel from notice_deliveries where state = 'waiting' and due_at <= ?
      group by user_id, channel order by min(due_at) limit ?`,
    [services.clock.now(), AT_ONCE],
  );
  let sent = 0;
  for (const { user_id: userId, channel } of groups) {
    sent +=
      channel === 'push'
        ? await pushNotices(services, userId)
        : await inTransaction(systemContext(services), (tx) => mailNotices(tx, userId));
  }
  return sent;
}
