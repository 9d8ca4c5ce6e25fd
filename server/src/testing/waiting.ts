import type { Services } from '../context.ts';
import { workOnWaiting } from '../publishing/work-on-waiting.ts';
import { mergeWaiting } from '../worker/waiting-queue.ts';
import type { RecordingQueue } from './test-services.ts';

/** Does what the worker does with what was announced, page after page, until nothing of it is left. Answers how many pages. */
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
