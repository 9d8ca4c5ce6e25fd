import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Share } from '../config/processes-config.ts';
import { answerMetricsQueries } from '../metrics.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A process that dies after this time does not fail at every start. */
const HEALTHY_MS = 60_000;
/** A process stops within 15 s; otherwise it is killed. */
const STOP_MS = 16_000;

interface Place {
  share: Share;
  waitMs: number;
  /** The current child; a predecessor being replaced still completes its requests. */
  child: Worker | null;
  /** Its successor is starting: if the current child dies, it is that one's turn. */
  isBeingReplaced: boolean;
}

interface Parent {
  hasServed: boolean;
  isReloading: boolean;
  /** A build may have come after the first processes were replaced. */
  reloadsAgain: boolean;
  isStopping: boolean;
  /** The largest of those that have ended since the stop. */
  code: number;
}

/**
 * The parent process: starts the first child, which migrates the database, then the others, and restarts those that
 * die. They share the port and the rate limits, which the parent keeps; it has no other state.
 */
export function runProcesses(shares: readonly Share[]): void {
  const parent: Parent = { hasServed: false, isReloading: false, reloadsAgain: false, isStopping: false, code: 0 };
  new RateLimiterClusterMaster();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(parent, signal));
  // The launching process was killed without passing a signal on.
  process.on('disconnect', () => stop(parent, 'SIGTERM'));
  const places = shares.map((share): Place => ({ share, waitMs: FIRST_WAIT_MS, child: null, isBeingReplaced: false }));
  // A terminal that closes sends it too.
  process.on('SIGHUP', () => (process.stdin.isTTY ? stop(parent, 'SIGTERM') : reload(parent, places)));
  const [first, ...others] = places;
  if (!first) return;
  start(parent, first, () => {
    if (parent.hasServed) return;
    parent.hasServed = true;
    process.send?.('serving');
    for (const place of others) start(parent, place);
  });
}

function start(parent: Parent, place: Place, serves: () => void = () => undefined): void {
  if (parent.isStopping) return;
  place.child = fork(parent, place, serves);
}

function fork(parent: Parent, place: Place, serves: () => void): Worker {
  const startedAt = performance.now();
  const child = cluster.fork({ ROLE: place.share });
  answerMetricsQueries(child);
  child.on('message', (message: unknown) => message === 'serving' && serves());
  child.on('exit', (code, signal) => {
    if (parent.isStopping) return leave(parent, code);
    // A predecessor that was or is being replaced, or a replacement that never served.
    if (place.child !== child || place.isBeingReplaced) return;
    // It has reported the reason. The exit code tells the launching process whether a retry may help.
    if (!parent.hasServed) process.exit(code || 1);
    if (performance.now() - startedAt >= HEALTHY_MS) place.waitMs = FIRST_WAIT_MS;
    const how = signal ?? `exit code ${code}`;
    process.stderr.write(`A ${place.share} process has ended (${how}). Starting it again in ${place.waitMs / 1_000} s.\n`);
    setTimeout(() => start(parent, place), place.waitMs);
    place.waitMs = Math.min(place.waitMs * 2, LONGEST_WAIT_MS);
  });
  return child;
}

/**
 * Replaces the processes one after the other, each once its successor serves, to run a new build without a refused request.
 * A successor that fails to start leaves its predecessor running.
 */
async function reload(parent: Parent, places: readonly Place[]): Promise<void> {
  if (!parent.hasServed) return;
  parent.reloadsAgain = parent.isReloading;
  if (parent.isReloading) return;
  parent.isReloading = true;
  for (const place of places) {
    const before = place.child;
    if (parent.isStopping || !before || before.isDead()) continue;
    place.isBeingReplaced = true;
    const serves = Promise.withResolvers<boolean>();
    const after = fork(parent, place, () => serves.resolve(true));
    after.once('exit', () => serves.resolve(false));
    const isServing = await serves.promise;
    place.isBeingReplaced = false;
    if (isServing) {
      place.child = after;
      before.process.kill('SIGTERM');
    } else if (before.isDead()) start(parent, place);
  }
  parent.isReloading = false;
  if (parent.reloadsAgain) await reload(parent, places);
}

const children = (): Worker[] => Object.values(cluster.workers ?? {}).filter((child) => child !== undefined);

function stop(parent: Parent, signal: NodeJS.Signals): void {
  const wasStopping = parent.isStopping;
  parent.isStopping = true;
  for (const child of children()) child.process.kill(signal);
  if (children().length === 0) process.exit(parent.code);
  if (wasStopping) return;
  setTimeout(() => {
    for (const child of children()) child.process.kill('SIGKILL');
  }, STOP_MS).unref();
}

function leave(parent: Parent, code: number | null): void {
  parent.code = Math.max(parent.code, code ?? 1);
  if (children().every((child) => child.isDead())) process.exit(parent.code);
}

/**
 * Of a child that has closed its server, before it exits: returns the connections that the parent handed over meanwhile,
 * for the other children. A child that exits without it leaves their requests without a response.
 */
export async function leaveProcesses(): Promise<void> {
  const child = cluster.worker;
  if (!child?.isConnected()) return;
  const left = once(child, 'disconnect');
  child.disconnect();
  await left;
}
