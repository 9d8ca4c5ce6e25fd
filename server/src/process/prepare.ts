import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { createLog } from '../log.ts';
import { createStopSignal, type StopSignal } from './stop-signal.ts';

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
