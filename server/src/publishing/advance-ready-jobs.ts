import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { advanceJob } from './advance-job.ts';
import { evaluateGates } from './gates.ts';
import { loadGateSnapshots } from './load-gate-snapshot.ts';
import { PublishJob } from './publish-job.entity.ts';
import { waitsForTimeOnly } from './readiness.ts';

const AT_ONCE = 200;

/** Advances those waiting jobs, of one account or of all, whose gates have opened. Answers how many. */
export async function advanceReadyJobs(ctx: Context, accountId: string | null): Promise<number> {
  let advanced = 0;
  let after = '';
  for (;;) {
    const em = ctx.orm.em.fork();
    const jobs = await em.find(
      PublishJob,
      { state: { $in: ['blocked', 'ready'] }, id: { $gt: after }, ...(accountId === null ? {} : { accountId }) },
      { orderBy: { id: 'asc' }, limit: AT_ONCE },
    );
    // Looked at together and without locks first: most that wait go on waiting.
    const snapshots = await loadGateSnapshots({ ...ctx, em }, jobs);
    for (const { id, state } of jobs) {
      const snapshot = snapshots.get(id);
      const gates = snapshot ? evaluateGates(snapshot) : [];
      const isDue = gates.every((gate) => gate.status === 'pass');
      if (!isDue && (state === 'ready' || !waitsForTimeOnly(gates))) continue;
      await inTransaction(ctx, (tx) => advanceJob(tx, id));
      advanced += 1;
    }
    const last = jobs.at(-1);
    if (!last || jobs.length < AT_ONCE) return advanced;
    after = last.id;
  }
}
