import type { Context, Services } from '../context.ts';
import { systemContext } from '../db/system-context.ts';
import { inTransaction } from '../db/transaction.ts';
import { Event } from './event.entity.ts';
import type { EventReader } from './event-readers.ts';

const AT_A_TIME = 50;

/** Unlocked events that wait for a consumer, oldest first. */
const TAKE = `
  delete from unread_events where reader = ? and event_id in (
    select event_id from unread_events where reader = ? order by event_id limit ${AT_A_TIME} for update skip locked
  ) returning event_id as id`;

/**
 * Passes waiting events to a consumer, in batches, until none is left. Its results and its progress commit together:
 * nothing is lost or repeated if the process dies. Returns how many.
 */
export async function readEvents(services: Services, reader: EventReader): Promise<number> {
  for (let read = 0; ; ) {
    const taken = await inTransaction(systemContext(services, `events ${reader.name}`), (tx) => readSome(tx, reader));
    read += taken;
    if (taken < AT_A_TIME) return read;
  }
}

async function readSome(tx: Context, reader: EventReader): Promise<number> {
  const taken = await tx.em.execute<{ id: string }[]>(TAKE, [reader.name, reader.name]);
  if (taken.length === 0) return 0;
  const events = await tx.em.find(Event, { id: { $in: taken.map(({ id }) => id) } }, { orderBy: { workspaceId: 'asc', sequence: 'asc' } });
  await reader.read(tx, events);
  return taken.length;
}
