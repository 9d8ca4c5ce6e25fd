import type { Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { OutboundFault } from '../../outbound/outbound-fault.ts';
import { NoticeDelivery } from '../notice.entities.ts';
import type { NoticeChannel } from '../notice-topics.ts';
import type { TakenNotice } from './take-waiting.ts';

const MOST_ATTEMPTS = 5;
const RETRY_MS = 60_000;

/**
 * `gone`: the recipient no longer exists. `failed`: nothing arrived; it may be retried. `unclear`: it may have
 * arrived.
 */
export type Reached = 'reached' | 'gone' | 'failed' | 'unclear';

/** The result without a response, by how far the request came. */
export function withoutAnswer(error: unknown): Reached {
  return error instanceof OutboundFault && error.kind === 'lost' ? 'unclear' : 'failed';
}

interface Sent {
  channel: Exclude<NoticeChannel, 'mail'>;
  notices: readonly TakenNotice[];
  outcomes: readonly Reached[];
}

/**
 * A notice that reached any device counts as sent. Retried only where certainly none was reached, so no device gets
 * it twice.
 */
export async function endSending({ orm, clock }: Services, { channel, notices, outcomes }: Sent): Promise<void> {
  const these = { noticeId: { $in: notices.map(({ id }) => id) }, channel };
  const em = orm.em.fork();
  if (outcomes.includes('reached')) {
    await em.nativeUpdate(NoticeDelivery, these, { state: 'sent', endedAt: clock.now() });
  } else if (outcomes.includes('failed') && !outcomes.includes('unclear')) {
    const dueAt = new Date(clock.now().getTime() + RETRY_MS);
    await query(
      em,
      tables
        .updateTable('notice_deliveries')
        .set(({ eb }) => ({
          attempts: eb('attempts', '+', 1),
          due_at: dueAt,
          state: eb
            .case()
            .when(eb('attempts', '+', 1), '>=', MOST_ATTEMPTS)
            .then(literal('given_up'))
            .else(literal('waiting'))
            .end(),
        }))
        .where('notice_id', '=', anyOf(notices.map(({ id }) => id)))
        .where('channel', '=', channel),
    );
  } else {
    await em.nativeUpdate(NoticeDelivery, these, { state: 'given_up', endedAt: clock.now() });
  }
}
