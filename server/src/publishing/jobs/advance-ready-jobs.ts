import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { GateSnapshot } from '../gates/gate-snapshot.ts';
import { evaluateGates } from '../gates.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { loadGateSnapshots } from '../snapshot/load-gate-snapshot.ts';
import { advanceJob } from './advance-job.ts';
import { waitsForTimeOnly } from './readiness.ts';
import { isRetimed } from './wait-until.ts';

const AT_ONCE = 200;

/** Those that no person's decision is missing for: they wait for credits, a connection, their time. */
const FIND_WAITING = `
  select j.id from publish_jobs j left join approvals a on a.id = j.approval_id
  where j.state in ('blocked', 'ready') and (j.mode = 'auto' or a.state = 'approved')
    and j.id > ? and (?::text is null or j.account_id = ?) order by j.id limit ?`;

/** Advances those waiting jobs, of one account or of all, whose gates have opened. Answers how many. */
export async function advanceReadyJobs(ctx: Context, accountId: string | null): Promise<number> {
  let advanced = 0;
  let after = '';
  for (;;) {
    const em = ctx.orm.em.fork();
    const found = await em.execute<{ id: string }[]>(FIND_WAITING, [after, accountId, accountId, AT_ONCE]);
    const jobs = await em.find(PublishJob, { id: { $in: found.map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
    // Looked at together and without locks first: most that wait go on waiting.
    const snapshots = await loadGateSnapshots({ ...ctx, em }, jobs);
    for (const job of jobs) {
      const snapshot = snapshots.get(job.id);
      if (!snapshot || !isToAdvance(job, snapshot)) continue;
      await inTransaction(ctx, (tx) => advanceJob(tx, job.id));
      advanced += 1;
    }
    const last = found.at(-1);
    if (!last || found.length < AT_ONCE) return advanced;
    after = last.id;
  }
}

/** It is due, only time is missing since now, or it waits for another moment than it knows of. */
function isToAdvance(job: PublishJob, snapshot: GateSnapshot): boolean {
  const gates = evaluateGates(snapshot);
  if (gates.every(({ status }) => status === 'pass')) return true;
  return waitsForTimeOnly(gates) && (job.state === 'blocked' || isRetimed(job, snapshot));
}
