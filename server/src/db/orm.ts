import { Migrator } from '@mikro-orm/migrations';
import { MetadataDiscovery, type MetadataStorage, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { REQUESTS_AT_ONCE } from './admission.ts';
import { giveUpAfter } from './connections/impatient-connections.ts';
import { rememberPool } from './connections/pool-of.ts';
import { type Pulse, rememberPulse, takePulse } from './connections/pulse.ts';
import { releaseLostConnections } from './connections/release-lost-connections.ts';
import { leaveStandbys } from './engine/try-again.ts';
import { ENTITIES } from './entities.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { FlushInOneMessage } from './reading/in-one-message.ts';
import { saveRoundTrips } from './reading/one-round-trip.ts';
import { asConnectionOptions, type TimeLimits, untilCommit } from './time-limits.ts';
import { giveSeats } from './together/seat.ts';

export interface OrmOptions {
  url: string;
  /** Connections this process may hold at the most. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** What its connections may take; without any they may take for ever. */
  limits?: TimeLimits;
  /** Each transaction may have another connection: no plan is kept on one, and no limit is set for longer. */
  isPooled?: boolean;
}

/** Beside those of requests: for who is asking, for the worker's sends and leases, for what is swept. */
const OWN_CONNECTIONS = 12;

/** A server that is there has said by then that a statement took too long. */
const PATIENCE_MS = 2_000;

/**
 * A prepared statement is planned once by a connection, and not with every one of its first five values or for ever: to plan what a page
 * is made of takes longer than to read it. Its values are ids and the like; what tells few rows from thousands stands in its text.
 */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

/**
 * Such a plan may be older than the rows: one that was made while a table was empty reads all of the thousands that it has since, until
 * PostgreSQL next looks at the table. So a table is read whole only where no index leads to its rows. To compile a statement
 * takes longer than it does.
 */
const PLANNED_FOR_MANY = '-c enable_seqscan=off -c jit=off';

let known: MetadataStorage | null = null;

/**
 * What the entities are depends on nothing but the code, and takes 50 ms of processor time to find out: a process does so once, however many
 * ways to a database it opens.
 */
MetadataDiscovery.prototype.discoverSync = ((discover) =>
  function discoverOnce(this: MetadataDiscovery): MetadataStorage {
    known ??= discover.call(this);
    return known;
  })(MetadataDiscovery.prototype.discoverSync);

/** The service's one way to its tables. Nothing is connected before the first query. */
export function createOrm(options: OrmOptions): MikroORM {
  let pulse: Pulse | null = null;
  let connections: Pool | null = null;
  const orm = new MikroORM({
    entities: ENTITIES,
    clientUrl: options.url,
    extensions: [Migrator],
    subscribers: [new FlushInOneMessage()],
    migrations: { migrationsList: MIGRATIONS, tableName: 'migrations', snapshot: false, silent: true },
    pool: { min: 0, max: options.poolSize ?? REQUESTS_AT_ONCE + OWN_CONNECTIONS },
    driverOptions: {
      application_name: options.applicationName ?? 'countersign',
      connectionTimeoutMillis: 10_000,
      ...(!options.isPooled && {
        options: `${options.limits ? asConnectionOptions(options.limits) : ''} ${PLANNED_ONCE} ${PLANNED_FOR_MANY}`,
      }),
      onPoolCreated(pool: Pool) {
        connections = pool;
        releaseLostConnections(pool);
        leaveStandbys(pool);
        pulse = takePulse(pool);
        if (options.limits?.statement) giveUpAfter(pool, options.limits.statement + PATIENCE_MS);
        giveSeats(pool);
        saveRoundTrips(pool, options.isPooled ? { keepsPlans: false, opensWith: options.limits && untilCommit(options.limits) } : {});
      },
    },
    // The queue keeps its own tables beside ours, and the policies stand in policies.ts.
    schemaGenerator: { ignoreSchema: ['pgboss'], ignorePolicies: true },
    forceUtcTimezone: true,
  });
  rememberPulse(orm, () => pulse);
  rememberPool(orm, () => connections);
  return orm;
}
