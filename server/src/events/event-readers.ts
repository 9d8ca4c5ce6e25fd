import type { Context } from '../context.ts';
import type { Event } from './event.entity.ts';

/** Who in the service deals with events. For each of them every event waits until it was dealt with. */
export const EVENT_READERS: readonly string[] = ['notices', 'webhooks'];

/** Deals with what has happened, some time after it was committed. */
export interface EventReader {
  name: string;
  /**
   * Called inside a transaction of the service itself, with the oldest that it has not dealt with: once this commits, they
   * never come again. No network call in here; what has to leave is written down for a queue.
   */
  read(tx: Context, events: readonly Event[]): Promise<void>;
}
