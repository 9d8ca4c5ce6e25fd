import type { Context } from '../context.ts';
import type { Event } from './event.entity.ts';

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
