import { Migrator } from '@mikro-orm/migrations';
import { type MetadataStorage, MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import type { ConcurrencyLimit } from '../long-work/concurrency-limit.ts';
import { ENTITIES } from './entities.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { createRequestConcurrency, REQUESTS_AT_ONCE } from './request-concurrency.ts';
import { leaveStandbys } from './retry-transaction.ts';
import { clientClass, HealthCheck } from './service-client.ts';
import { asConnectionOptions, PATIENCE_MS, type TimeLimits } from './time-limits.ts';

/** Within this time its holder has released the connection, if it ever will. */
const GRACE_MS = 1_000;

/**
 * Returns connections to the pool that ended while a transaction held them. Kysely (0.29) releases a
 * transaction's connection only after a successful commit or rollback, and on a lost connection neither
 * succeeds: without this every connection loss would cost a slot of the pool permanently, and after a few the
 * service would wait for connections that never come. Nor does it release one that it got only after closing,
 * so the pool would never end.
 */
function releaseLostConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  const giveBackSoon = (client: PoolClient): void => {
    setTimeout(() => {
      if (held.has(client)) client.release(true);
    }, GRACE_MS).unref();
  };
  pool.on('acquire', (client) => {
    held.add(client);
    if (pool.ending) giveBackSoon(client);
  });
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => giveBackSoon(client));
  });
}

interface OrmOptions {
  url: string;
  /** The most connections of this process. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** The limits of its connections; unlimited by default. */
  limits?: TimeLimits;
  /** Each transaction may get another connection: prepared statements and session settings do not persist. */
  isPooled?: boolean;
}

/**
 * In addition to the connections of requests: for authentication, the worker's sends and leases, and
 * reconcilers.
 */
const OWN_CONNECTIONS = 12;

/**
 * A prepared statement is planned once per connection, not for each of its first five executions or always:
 * planning a page's statement takes longer than running it. Its values are ids and the like; selective
 * conditions are literals in its text.
 */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

/**
 * Such a plan may be older than the rows: one made for an empty table would read all of the thousands that it
 * has since, until PostgreSQL next analyzes the table. So a table is scanned only if no index leads to its
 * rows. JIT compilation takes longer than it saves.
 */
const PLANNED_FOR_MANY = '-c enable_seqscan=off -c jit=off';

/**
 * The entity metadata depends only on the code and takes 50 ms of CPU time to discover, so a process does
 * this once, however many databases it opens.
 */
let known: MetadataStorage | null = null;

/** All access to the service's tables. Connects with the first statement. */
export class ServiceOrm extends MikroORM {
  /** Whether the database responds. */
  readonly health: HealthCheck;
  /** The limits that each transaction must set for itself, behind a pooler; null if its connection has them. */
  readonly transactionLimits: TimeLimits | null;
  /** The limit of request transactions. */
  readonly concurrency: ConcurrencyLimit;
  readonly #options: OrmOptions;
  #requests: ServiceOrm | null = null;

  constructor(options: OrmOptions, health = new HealthCheck()) {
    const { url, poolSize, applicationName = 'countersign', limits, isPooled = false } = options;
    super({
      entities: ENTITIES,
      clientUrl: url,
      extensions: [Migrator],
      discovery: { skipSyncDiscovery: known !== null },
      migrations: { migrationsList: MIGRATIONS, tableName: 'migrations', snapshot: false, silent: true },
      pool: { min: 0, max: poolSize ?? REQUESTS_AT_ONCE + OWN_CONNECTIONS },
      driverOptions: {
        application_name: applicationName,
        connectionTimeoutMillis: 10_000,
        Client: clientClass({ health, prepares: !isPooled }),
        // A statement without a timely response then closes its connection.
        pipeline: true,
        ...(limits?.statement && { query_timeout: limits.statement + PATIENCE_MS }),
        ...(!isPooled && { options: `${limits ? asConnectionOptions(limits) : ''} ${PLANNED_ONCE} ${PLANNED_FOR_MANY}` }),
        onPoolCreated(pool: Pool) {
          releaseLostConnections(pool);
          leaveStandbys(pool);
        },
      },
      // The queue has its own tables next to ours, and the policies are in policies.ts.
      schemaGenerator: { ignoreSchema: ['pgboss'], ignorePolicies: true },
      forceUtcTimezone: true,
    });
    this.#options = options;
    this.health = health;
    this.transactionLimits = isPooled && limits ? limits : null;
    this.concurrency = createRequestConcurrency(health);
    if (known) this.#use(known);
    else known = this.getMetadata();
  }

  /** The connections of requests; the same as the service's until serveRequests() is called. */
  get requests(): ServiceOrm {
    return this.#requests ?? this;
  }

  /** Gives requests their own connections, which log in as the user in `url`. */
  serveRequests(url: string): void {
    this.#requests = new ServiceOrm({ ...this.#options, url, poolSize: REQUESTS_AT_ONCE }, this.health);
  }

  override async close(force = false): Promise<void> {
    await this.#requests?.close(force);
    await super.close(force);
  }

  #use(metadata: MetadataStorage): void {
    this.driver.setMetadata(metadata);
    this.em = this.driver.createEntityManager() as this['em'];
    metadata.decorate(this.em);
  }
}

export const createOrm = (options: OrmOptions): ServiceOrm => new ServiceOrm(options);
