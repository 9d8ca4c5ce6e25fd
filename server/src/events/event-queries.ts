import type { Context } from '../context.ts';
import { Event } from './event.entity.ts';
import type { EventType } from './event-types.ts';

export interface EventsRequest {
  /** Only what came after this number; 0 for all that is kept. */
  after: number;
  limit: number;
  types?: readonly EventType[] | null | undefined;
}

/** A workspace's events in their order, those the caller may know of; the caller has been authorised to read it. */
export async function eventsAfter(ctx: Context, workspaceId: string, { after, limit, types }: EventsRequest): Promise<Event[]> {
  const where = { workspaceId, sequence: { $gt: after }, ...(types ? { type: { $in: [...types] } } : {}) };
  return ctx.em.find(Event, where, { orderBy: { sequence: 'asc' }, limit });
}

/** The number of the workspace's newest event; 0 before the first. */
export async function lastSequenceOf(ctx: Context, workspaceId: string): Promise<number> {
  const [row] = await ctx.em.execute<{ last: number }[]>('select last_sequence as last from event_heads where workspace_id = ?', [
    workspaceId,
  ]);
  return row?.last ?? 0;
}
