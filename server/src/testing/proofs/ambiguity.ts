import type { Platform } from '../../platforms/platform.ts';
import { SANDBOX_FAILURES, type SandboxFailure } from '../../platforms/sandbox/sandbox-credentials.ts';
import { createEngine, type Engine, givenQueued } from '../engine.ts';
import { givenStage, type Stage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';

export const DUPLICATE_CLASSES = ['idempotent', 'askable', 'guarded', 'blind'] as const;
export type DuplicateClass = (typeof DUPLICATE_CLASSES)[number];

/** Failures of a network that leave the outcome unknown. */
export const AMBIGUITIES = SANDBOX_FAILURES.filter((failure) =>
  ['timeout_after_acting', 'server_error', 'reset', 'double_answer', 'rate_limited'].includes(failure),
);

const SOON_MS = 5 * 60_000;

/** The sandbox with the properties of the class: which lookups it supports, and how it treats a duplicate. */
function networkOf(duplicateClass: DuplicateClass) {
  return (sandbox: Platform): Partial<Platform> => ({
    duplicateClass,
    async publish(payload, credentials, intent, hooks) {
      const standing = await sandbox.find(payload, credentials, intent);
      if (standing.kind !== 'found' || duplicateClass === 'askable' || duplicateClass === 'blind') {
        return sandbox.publish(payload, credentials, intent, hooks);
      }
      await hooks.onSending();
      if (duplicateClass === 'guarded') return { kind: 'rejected', message: 'This was posted already.' };
      return { ...standing, kind: 'published' };
    },
    ...(duplicateClass === 'blind' && { find: async () => ({ kind: 'unsure', message: 'It cannot be asked.' }) }),
  });
}

export interface AmbiguityTally {
  jobs: number;
  duplicates: number;
  /** Neither published, failed nor unknown within five minutes, or unknown without a reason. */
  nameless: number;
  /** Published but recorded as failed, or the reverse. */
  wrong: number;
  states: Record<string, number>;
  problems: string[];
}

/** Engines that share the work: while one waits for the database another computes. */
const LANES = 4;

/**
 * Publishes `jobs` posts to a network of the class where each first attempt fails in this way, and checks after five
 * minutes.
 */
export async function publishInDoubt(
  database: TestDatabase,
  duplicateClass: DuplicateClass,
  failure: SandboxFailure,
  jobs: number,
): Promise<AmbiguityTally> {
  const tally: AmbiguityTally = { jobs, duplicates: 0, nameless: 0, wrong: 0, states: {}, problems: [] };
  let begun = 0;
  const lane = async (): Promise<void> => {
    // Each has its own clock, advanced as its posts need it.
    const engine = createEngine(database, networkOf(duplicateClass));
    const stage = await givenStage(engine.services, { sandbox: { failure, times: 1 }, packs: Math.ceil(jobs / 70) });
    while (begun < jobs) {
      begun += 1;
      await publishOne(engine, stage, begun, tally);
    }
    tally.problems.push(...(await stage.ledger()).problems.map(String));
  };
  await Promise.all(Array.from({ length: Math.min(LANES, jobs) }, lane));
  return tally;
}

async function publishOne(engine: Engine, stage: Stage, number: number, tally: AmbiguityTally): Promise<void> {
  const { jobId, publicationId } = await givenQueued(stage, { sourceText: `Pier ${number} opens on Friday.` });
  const until = engine.clock.now().getTime() + SOON_MS;
  for (;;) {
    await engine.deliver(publicationId);
    const next = (await stage.publicationsOf(jobId))[0]?.nextAttemptAt;
    if (!next || next.getTime() > until) break;
    engine.clock.set(next);
  }
  engine.clock.set(new Date(until));
  const [publication] = await stage.publicationsOf(jobId);
  const posts = await engine.postsOf(publicationId);
  const state = publication?.state ?? 'gone';
  tally.states[state] = (tally.states[state] ?? 0) + 1;
  if (posts > 1) tally.duplicates += posts - 1;
  if (!['published', 'failed', 'unknown'].includes(state) || (state === 'unknown' && !publication?.failureMessage)) tally.nameless += 1;
  if ((state === 'published') !== (posts === 1) && state !== 'unknown') tally.wrong += 1;
}
