import type { ChildProcess } from 'node:child_process';
import { expect } from 'vitest';
import { systemClock } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { createQueue } from '../../worker/queue.ts';
import { givenQueued } from '../engine.ts';
import { givenStage, type Stage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';
import { createTestServices } from '../test-services.ts';
import { startWorkerProcess } from './kill-workers.ts';

const CUSTOMERS = 3;
/** More jobs of the delayed customer than a worker processes at once. */
const JOBS_OF_HELD = 13;
const JOBS_OF_OTHERS = 2;
const PATIENCE = { timeout: 60_000, interval: 50 };

export interface FreezeTally {
  jobs: number;
  published: number;
  posts: number;
  problems: unknown[];
  /** The longest waits for the last post: of the other customers, and of the one whose rows were locked. */
  othersMs: number;
  heldMs: number;
}

/**
 * Freezes a worker (SIGSTOP) inside the transaction that is about to send, with a customer's rows locked, while
 * another worker runs. Then the frozen one continues.
 */
export async function freezeWorkers(database: TestDatabase, freezes: number): Promise<FreezeTally> {
  const running = new Set<ChildProcess>();
  const base = createTestServices(database, { clock: systemClock });
  const queue = createQueue({ url: database.url, role: 'web', log: base.log });
  await queue.start();
  const services: Services = { ...base, queue };
  try {
    const packs = Math.ceil((freezes * (2 * JOBS_OF_HELD + 1)) / 70);
    const stages = await Promise.all(Array.from({ length: CUSTOMERS }, () => givenStage(services, { packs })));
    const waits = { othersMs: 0, heldMs: 0 };
    for (let freeze = 0; freeze < freezes; freeze += 1) {
      const [held, ...others] = [...stages.slice(freeze % CUSTOMERS), ...stages.slice(0, freeze % CUSTOMERS)];
      if (!held) break;
      const frozen = await freezeInTransaction(database, held, running);
      const startedAt = performance.now();
      const healthy = await startWorkerProcess(database.url, running);
      await queueSome(held, JOBS_OF_HELD);
      for (const stage of others) await queueSome(stage, JOBS_OF_OTHERS);
      await Promise.all(others.map((stage) => untilAllOut(services, stage)));
      waits.othersMs = Math.max(waits.othersMs, performance.now() - startedAt);
      await untilAllOut(services, held);
      waits.heldMs = Math.max(waits.heldMs, performance.now() - startedAt);
      frozen.kill('SIGCONT');
      await queueSome(held, JOBS_OF_OTHERS);
      await untilAllOut(services, held);
      for (const worker of [frozen, healthy]) worker.kill('SIGKILL');
    }
    const em = services.orm.em.fork();
    const jobs = await em.count(Publication);
    const ledgers = await Promise.all(stages.map((stage) => stage.ledger()));
    return {
      jobs,
      published: await em.count(Publication, { state: 'published' }),
      posts: await em.count(SandboxPost),
      problems: ledgers.flatMap(({ problems }) => problems),
      ...waits,
    };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await queue.stop();
  }
}

/** The worker waits for a row that is locked here, is frozen, and then gets it. */
async function freezeInTransaction(database: TestDatabase, stage: Stage, running: Set<ChildProcess>): Promise<ChildProcess> {
  const worker = await startWorkerProcess(database.url, running);
  const holder = database.orm.em.fork();
  const watcher = database.orm.em.fork();
  const inState = async (condition: string) =>
    (
      await watcher.execute<{ sessions: number }[]>(
        `select count(*)::int as sessions from pg_stat_activity
         where datname = current_database() and application_name = 'countersign worker' and ${condition}`,
      )
    )[0]?.sessions ?? 0;
  for (;;) {
    await holder.begin();
    await holder.execute('select 1 from connections where id = ? for no key update', [stage.connection?.id ?? '']);
    try {
      await givenQueued(stage);
      await expect.poll(() => inState(`wait_event_type = 'Lock'`), PATIENCE).toBe(1);
      worker.kill('SIGSTOP');
    } finally {
      await holder.rollback();
    }
    await expect.poll(() => inState(`state = 'active'`), PATIENCE).toBe(0);
    if ((await inState(`state = 'idle in transaction'`)) === 1) return worker;
    // On a busy machine it may have stopped waiting just before it was frozen.
    worker.kill('SIGCONT');
  }
}

async function queueSome(stage: Stage, jobs: number): Promise<void> {
  for (let job = 0; job < jobs; job += 1)
    await givenQueued(stage, { sourceText: `Pier ${Math.random()} opens on Friday, and everyone who likes boats may come.` });
}

async function untilAllOut({ orm }: Services, { accountId }: Stage): Promise<void> {
  const open = () => orm.em.fork().count(Publication, { accountId, state: { $ne: 'published' } });
  await expect.poll(open, PATIENCE).toBe(0);
}
