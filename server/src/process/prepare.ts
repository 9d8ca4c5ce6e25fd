import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { createLog } from '../log.ts';

/** The state of a start before most of the service is loaded. */
export interface Prepared {
  stop: StopSignal;
  config: Config;
  log: Logger;
  database: Promise<Database>;
}

/** PostgreSQL starts while the service is loaded: resolves once it is starting, or the start was aborted. */
export async function prepare(): Promise<Prepared> {
  const stop = createStopSignal();
  const config = loadConfig(process.env);
  const log = createLog(config);
  const launched = Promise.withResolvers<void>();
  const database = openDatabase(config, log, launched.resolve);
  // Errors reach the caller that awaits it.
  await Promise.race([launched.promise, stop.wanted, database.catch(() => undefined)]);
  return { stop, config, log, database };
}

/** Ctrl-C arrives from the terminal and from the launching command: both are one request. */
const SAME_WISH_MS = 300;

export interface StopSignal {
  /** Resolves when the process is to end: with null on a signal, otherwise with the error. */
  wanted: Promise<Error | null>;
  because(reason: Error): void;
}

/** Registered early, so a signal during the start still ends in a clean stop. */
function createStopSignal(): StopSignal {
  const { promise: wanted, resolve } = Promise.withResolvers<Error | null>();
  let firstAt: number | null = null;
  const onSignal = (): void => {
    const now = performance.now();
    firstAt ??= now;
    // A second signal ends the process at once.
    if (now - firstAt > SAME_WISH_MS) process.exit(1);
    resolve(null);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed.
  process.on('SIGHUP', onSignal);
  // The command that started us was killed without a chance to pass a signal on; or this process disconnects as it ends.
  process.on('disconnect', () => cluster.worker?.exitedAfterDisconnect || onSignal());
  return { wanted, because: resolve };
}
