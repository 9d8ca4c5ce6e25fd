import type { Services } from '../context.ts';
import { workOnWaiting } from '../publishing/work-on-publication.ts';
import { mergeWaiting } from '../worker/queues.ts';
import type { RecordingQueue } from './test-services.ts';

/** Processes announced waiting jobs like the worker, page after page, until none is left. Returns the number of pages. */
export async function workOffWaiting(services: Services): Promise<number> {
  const { waiting } = services.queue as RecordingQueue;
  let pages = 0;
  while (waiting.length > 0) {
    for (const page of mergeWaiting(waiting.splice(0))) {
      await workOnWaiting(services, page);
      pages += 1;
    }
  }
  return pages;
}
