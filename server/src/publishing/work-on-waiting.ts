import type { Context, Services, WaitingWork } from '../context.ts';
import { systemContext } from '../db/system-context.ts';
import { advancePage } from './jobs/advance-page.ts';
import { retargetPage } from './review/retarget-page.ts';

/**
 * Processes an entry of the waiting queue: one page, and an entry for the next. Entries may be duplicate, late or
 * concurrent: jobs that have advanced no longer wait.
 */
export async function workOnWaiting(services: Services, work: WaitingWork): Promise<void> {
  const after = await workOnPage(systemContext(services), work);
  if (after === null) return;
  await services.orm.em.fork().transactional((em) => services.queue.enqueueWaiting(em, { ...work, after }));
}

async function workOnPage(ctx: Context, work: WaitingWork): Promise<string | null> {
  if (work.kind === 'retarget') return retargetPage(ctx, work);
  return (await advancePage(ctx, work.accountId, work.after)).after;
}
