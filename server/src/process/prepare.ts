import type { Logger } from 'pino';
import { type Config, loadConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { createLog } from '../log.ts';
import { createStopSignal, type StopSignal } from './stop-signal.ts';

/** What a start has before most of the service is loaded. */
export interface Prepared {
  stop: StopSignal;
  config: Config;
  log: Logger;
  database: Promise<Database>;
}

/** PostgreSQL takes as long to start as the service to be loaded: this resolves as soon as it is on its way, or the start is not wanted any more. */
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
