import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { deleteInBatches } from '../db/insert-rows.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { Event } from './event.entity.ts';
import type { EventType } from './event-types.ts';

/** The service's own event consumers. Every event waits until each of them has processed it. */
export const EVENT_READERS: readonly string[] = ['notices', 'webhooks'];

/** Processes events, some time after their commit. */
export interface EventReader {
  name: string;
  /**
   * Called inside a transaction of the service itself, with the oldest unprocessed events: once it commits, they
   * never come again. No network calls; outgoing messages are queued.
   */
  read(tx: Context, events: readonly Event[]): Promise<void>;
}

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

interface EventsRequest {
  /** Only events after this number; 0 for all stored ones. */
  after: number;
  limit: number;
  types?: readonly EventType[] | null | undefined;
}

const ABOUT_ACCOUNTS: readonly EventType[] = ['connection.degraded', 'connection.ending'];

/** A sandbox-only grant gets no event about a live account. */
const OF_SANDBOX: FilterQuery<Event> = { $or: [{ type: { $nin: [...ABOUT_ACCOUNTS] } }, { data: { platform: 'sandbox' } }] };

/** As above, for a loaded event. */
export const isAboutLiveAccount = ({ type, data }: Event): boolean => ABOUT_ACCOUNTS.includes(type) && data.platform !== 'sandbox';

/** A workspace's events in order, as far as the caller may see them; the caller has been authorised to read it. */
export async function eventsAfter(ctx: Context, workspaceId: string, { after, limit, types }: EventsRequest): Promise<Event[]> {
  const { actor } = ctx;
  const wanted = { workspaceId, sequence: { $gt: after }, ...(types ? { type: { $in: [...types] } } : {}) };
  const seen: FilterQuery<Event>[] = actor.kind === 'agent' && actor.isSandboxOnly ? [OF_SANDBOX] : [];
  return ctx.em.find(Event, { $and: [wanted, ...seen] }, { orderBy: { sequence: 'asc' }, limit });
}

/** The number of the workspace's newest event; 0 before the first. */
export async function lastSequenceOf(ctx: Context, workspaceId: string): Promise<number> {
  return (await readHead(ctx, workspaceId)).last;
}

/** The cursor as received; null without one. `pointer`: its place in the request. */
export function readCursor(named: string | null | undefined, pointer = '/after'): number | null {
  if (named === null || named === undefined) return null;
  if (/^\d{1,10}$/.test(named)) return Number(named);
  throw new DomainError('validation_failed', {
    message: 'The cursor must be the sequence number of an event.',
    fields: [{ pointer, message: 'must be the number of an event of this workspace, or 0.' }],
  });
}

/**
 * The number of the workspace's newest event, for a reader up to `after`. Refuses a number of another workspace,
 * which would wait forever and then skip events, and one after which events have been purged. 0 means all that are
 * kept.
 */
export async function checkCursor(ctx: Context, workspaceId: string, after: number, pointer = '/after'): Promise<number> {
  const { last, oldest } = await readHead(ctx, workspaceId);
  if (after > last) {
    throw new DomainError('validation_failed', {
      message: `The newest event of this workspace is number ${last}, which is before ${after}. Pass a number that this workspace returned, or 0.`,
      fields: [{ pointer, message: `must not be more than ${last}.` }],
    });
  }
  const oldestKept = oldest ?? last + 1;
  if (after > 0 && after + 1 < oldestKept) {
    throw new DomainError('cursor_too_old', {
      message: `Events are kept for ${EVENTS_KEPT_DAYS} days, and some after number ${after} have been purged: the next one is number ${oldestKept}. Reload your state, then continue from ${last}.`,
      details: { oldest_sequence: oldestKept, last_sequence: last },
    });
  }
  return last;
}

/** Null if no event is kept. */
async function readHead(ctx: Context, workspaceId: string): Promise<{ last: number; oldest: number | null }> {
  const [row] = await query(
    ctx.em,
    tables
      .selectFrom('event_heads')
      .select(['last_sequence as last', sql<number | null>`oldest_event(workspace_id)`.as('oldest')])
      .where('workspace_id', '=', workspaceId),
  );
  return row ?? { last: 0, oldest: null };
}

const EVENTS_KEPT_DAYS = 90;

/** Deletes expired events; for the worker's reconciler. Returns how many. */
export function purgeEvents(em: EntityManager, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - EVENTS_KEPT_DAYS * DAY_MS);
  return deleteInBatches(em, { table: 'events', where: 'created_at < ?', values: [oldest] });
}
