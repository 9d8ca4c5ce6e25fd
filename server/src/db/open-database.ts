import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createOutageLog } from '../log.ts';
import { isDatabaseFull, isDatabaseUnavailable } from './database-faults.ts';
import type { EmbeddedDatabase } from './embedded-postgres/embedded-postgres.ts';
import type { TenantLogin } from './row-security/tenant-login.ts';

const PROBE_EVERY_MS = 2_000;

export interface Database {
  url: string;
  /** The same without a pooler: for anything that outlasts a transaction, and for schema changes. */
  directUrl: string;
  /** The user for requests in the embedded database; null for one that DATABASE_URL names. */
  tenantLogin: TenantLogin | null;
  /** Throws if the embedded database already serves as many processes as it has connections for. */
  takePlace(): Promise<void>;
  /**
   * Restarts the embedded database whenever it is gone; a database that DATABASE_URL names is managed by
   * others. `giveUp` is called, once, if only a restart of this process helps.
   */
  supervise(orm: MikroORM, giveUp: (reason: Error) => void): void;
  /** Ends the supervision: call it before closing the ORM, which would look like a lost database. */
  leave(): Promise<void>;
  /** The embedded database stops with its last user. */
  close(): Promise<void>;
}

const FULL_HOUSE =
  'Seven processes use the embedded database already, and it has no connections for another. End one of them, or set DATABASE_URL to a PostgreSQL of your own.';

const others = (url: string, directUrl: string): Database => ({
  url,
  directUrl,
  tenantLogin: null,
  takePlace: async () => {},
  supervise: () => {},
  leave: async () => {},
  close: async () => {},
});

/**
 * The database that DATABASE_URL names, or the embedded one, started if necessary, as its owner and not as a
 * superuser. `launched` is called when it is starting and only readiness is pending.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  log: Logger,
  launched?: () => void,
): Promise<Database> {
  if (config.databaseUrl) return others(config.databaseUrl, config.databaseDirectUrl ?? config.databaseUrl);
  // Loaded only here: an operator's own PostgreSQL needs none of it.
  const [{ openEmbeddedDatabase }, { openAsOwner }] = await Promise.all([
    import('./embedded-postgres/embedded-postgres.ts'),
    import('./embedded-postgres/service-owner.ts'),
  ]);
  const open = () =>
    openEmbeddedDatabase({ dataDir: config.dataDir, log: (message) => log.debug(message), warn: (message) => log.warn(message), launched });
  const first = await open();
  let current = first;
  let supervision: { stop(): Promise<EmbeddedDatabase> } | null = null;
  const { url, tenantLogin } = await openAsOwner(first.url).catch(async (error: unknown) => {
    await first.close();
    throw error;
  });
  return {
    url,
    directUrl: url,
    tenantLogin,
    async takePlace() {
      if (!(await first.takePlace())) throw new Error(FULL_HOUSE);
    },
    supervise(orm, giveUp) {
      supervision ??= keepRunning(first, open, orm, log, giveUp);
    },
    async leave() {
      if (supervision) current = await supervision.stop();
    },
    close: () => current.close(),
  };
}

/** Checks every two seconds; meanwhile requests get 503 and the queue waits. */
function keepRunning(
  first: EmbeddedDatabase,
  open: () => Promise<EmbeddedDatabase>,
  orm: MikroORM,
  log: Logger,
  giveUp: (reason: Error) => void,
): { stop(): Promise<EmbeddedDatabase> } {
  const stopping = new AbortController();
  let current = first;
  const outage = createOutageLog(log, 'The embedded database has stopped and cannot be started. Retrying.');

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(PROBE_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted || (await answers(orm))) continue;
      try {
        const lost = current;
        current = await open();
        await current.takePlace();
        // Shuts down cleanly; as the new lease is held, this stops nothing.
        await lost.close();
        log.warn('The embedded database had stopped and was restarted.');
      } catch (error) {
        outage.report(error);
      }
      // It keeps its port unless another program has taken it meanwhile; everything open here uses the old one.
      if (current.url !== first.url)
        return giveUp(new Error('The embedded database had to move to another port. Start the service again.'));
    }
  };

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return current;
    },
  };
}

/**
 * False only if it cannot be reached; a statement that fails for another reason is a response, and a full database is
 * reachable.
 */
async function answers(orm: MikroORM): Promise<boolean> {
  try {
    await orm.em.fork().execute('select 1');
    return true;
  } catch (error) {
    return isDatabaseFull(error) || !isDatabaseUnavailable(error);
  }
}
