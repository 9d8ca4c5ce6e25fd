import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { createExtractiveGenerator } from './captions/extractive/extractive-generator.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Actor, Context, Services } from './context.ts';
import { migrateDatabase } from './db/migrate.ts';
import { createOrm } from './db/orm.ts';
import { createLog } from './log.ts';
import { createPlatforms } from './platforms/registry.ts';
import { createSandboxFeed } from './sandbox/sandbox-feed.ts';
import { createSealer } from './sealer.ts';
import { installQueue } from './worker/install-queue.ts';
import { createQueue, type Queue } from './worker/queue.ts';

/** The whole service, constructed once for a process. */
export interface App {
  services: Services;
  queue: Queue;
  /** Closes everything in the reverse order; the embedded database stops with its last user. */
  close(): Promise<void>;
}

/** Opens the database, brings it up to date and puts all parts together. Nothing listens or works yet. */
export async function createApp(config: Config): Promise<App> {
  const log = createLog(config);
  const database = await openDatabase(config, log);
  const orm = createOrm({ url: database.url, applicationName: `countersign ${config.role}` });
  try {
    await migrateDatabase(orm, () => installQueue(database.url));
    const queue = createQueue({ url: database.url, role: config.role, log });
    await queue.start();
    const services = createServices(config, log, orm, queue);
    return {
      services,
      queue,
      async close() {
        await queue.stop();
        await orm.close();
        await database.close();
      },
    };
  } catch (error) {
    await orm.close();
    await database.close();
    throw error;
  }
}

function createServices(config: Config, log: Logger, orm: MikroORM, queue: Queue): Services {
  return {
    config,
    log,
    orm,
    queue,
    clock: systemClock,
    sealer: createSealer(config.masterKey),
    platforms: createPlatforms({ sandboxFeed: createSandboxFeed(orm, config.publicUrl) }),
    captions: createExtractiveGenerator(),
  };
}

/** A context of the process itself: at start, in the worker and at the command line. */
export function ownContext(services: Services, actor: Actor, requestId: string): Context {
  return { ...services, em: services.orm.em.fork(), actor, requestId };
}

interface Database {
  url: string;
  close(): Promise<void>;
}

/** The one that DATABASE_URL names, or the embedded one, which is kept running while we are. */
async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} };
  // Loaded only here: an operator's own PostgreSQL needs none of it.
  const { openEmbeddedDatabase } = await import('./db/embedded-postgres/embedded-postgres.ts');
  return openEmbeddedDatabase({ dataDir: config.dataDir, log: (message) => log.debug(message) });
}
