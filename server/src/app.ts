import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Actor } from './access/actor.ts';
import { createLastUses } from './access/last-uses.ts';
import { createClientDocuments } from './access/oauth/clients/client-documents.ts';
import { createCheckpoint } from './audit/checkpoint.ts';
import { createCaptionWriter } from './captions/create-caption-writer.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Context, Services } from './context.ts';
import type { Payments } from './credits/payments/payments.ts';
import { checkMasterKey, checkSealingKeys, migrateDatabase, requireSchema } from './db/check-installation.ts';
import { createDatabaseClock } from './db/database-clock.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { openStandby } from './db/open-standby.ts';
import { createOrm, type ServiceOrm } from './db/orm.ts';
import { type Engine, probeEngine } from './db/probe-engine.ts';
import type { Standby } from './db/reading/standby.ts';
import { ensureTenantLogin, requireLogin, tenantLoginOf, urlFor } from './db/row-security/tenant-login.ts';
import { forkAsOwner } from './db/row-security/tenant-session.ts';
import { SERVICE_LIMITS } from './db/time-limits.ts';
import { createChangeFeed } from './events/change-feed.ts';
import { createLinkReader, type LinkReader } from './links/link-reader.ts';
import { createLog } from './log.ts';
import { createDiskStore } from './media/disk-store.ts';
import { imageObstacle } from './media/image-address.ts';
import { createS3Store } from './media/s3-store.ts';
import { createOutbound, type Outbound } from './outbound/outbound.ts';
import { createPlatforms } from './platforms/registry.ts';
import { loadRuleOverrides } from './platforms/rule-overrides.ts';
import { createModerationService } from './safety/moderation-service.ts';
import { createSandboxFeed } from './sandbox/sandbox-feed.ts';
import { createSealer } from './sealing/sealer.ts';
import { createSealingKeys } from './sealing/sealing-keys.ts';
import { createQueue, type Queue } from './worker/queue.ts';
import { installQueue } from './worker/queues.ts';

/** The whole service, constructed once for a process. */
export interface App {
  services: Services;
  queue: Queue;
  /** For long-running processes: refuses if the embedded database has no connections left for another. */
  takePlace(): Promise<void>;
  /** For long-running processes: keeps the embedded database running. `giveUp` is called when only a restart helps. */
  supervise(giveUp: (reason: Error) => void): void;
  /** Closes everything in the reverse order; the embedded database stops with its last user. */
  close(): Promise<void>;
}

/** What a start does about its schema: a service migrates it, a command refuses an older one or, for a backup, accepts it. */
export type SchemaUse = 'migrate' | 'require' | 'accept older';

/** Opens the database and assembles all parts. Nothing listens or works yet. */
export async function createApp(
  config: Config,
  log = createLog(config),
  opening = openDatabase(config, log),
  schema: SchemaUse = 'migrate',
): Promise<App> {
  const database = await opening;
  const orm = createOrm({
    url: database.url,
    applicationName: `countersign ${config.role}`,
    limits: SERVICE_LIMITS,
    isPooled: config.isDatabasePooled,
  });
  const standby = config.databaseReadUrl === null ? null : openStandby({ url: config.databaseReadUrl, orm, log });
  try {
    if (schema === 'migrate') await migrate(database);
    else await requireSchema(forkAsOwner(orm), { mayBeOlder: schema === 'accept older' });
    await checkMasterKey(forkAsOwner(orm), createSealer(config.masterKey));
    const { lostSealingKeys } = config;
    if (lostSealingKeys) await checkSealingKeys(forkAsOwner(orm), createSealingKeys(config.sealingKeys)(), lostSealingKeys);
    await serveRequestsAsTenant(orm, database, config, log);
    const engine = await probeEngine({ ...database, isPooled: config.isDatabasePooled });
    const clock = await createDatabaseClock(orm);
    const isDirect = !config.isDatabasePooled || config.databaseDirectUrl !== null;
    const queue = createQueue({ url: database.directUrl, isDirect, isLive: engine.isLive, role: config.role, log });
    await queue.start();
    const payments = await createPayments(config);
    const services = createServices({ config, log, orm, standby, directUrl: database.directUrl, engine, queue, clock, payments });
    return {
      services,
      queue,
      takePlace: () => database.takePlace(),
      supervise: (giveUp) => database.supervise(orm, giveUp),
      async close() {
        clock.stop();
        await database.leave();
        await queue.stop();
        await services.changes.close();
        await standby?.close();
        await orm.close();
        await database.close();
      },
    };
  } catch (error) {
    await standby?.close();
    await orm.close();
    await database.close();
    throw error;
  }
}

/**
 * Requests log in as a user that can only be a tenant. Where that user cannot be created, or a pooler does not know it, they use the
 * service's own connections and become a tenant in each transaction; the log tells the operator what to do.
 */
async function serveRequestsAsTenant(orm: ServiceOrm, database: Database, config: Config, log: Logger): Promise<void> {
  try {
    const login = database.tenantLogin ?? tenantLoginOf(config.masterKey);
    if (!database.tenantLogin) await ensureTenantLogin(forkAsOwner(orm), login);
    const url = urlFor(database.url, login);
    await requireLogin(url);
    orm.serveRequests(url);
  } catch (error) {
    log.warn(`Requests use the connections of DATABASE_URL's own user. ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** On separate connections, without a pooler and without the service's time limits: a large table takes as long as it takes. */
async function migrate({ directUrl }: Database): Promise<void> {
  const direct = createOrm({ url: directUrl, poolSize: 2, applicationName: 'countersign migrations' });
  try {
    await migrateDatabase(direct, () => installQueue(directUrl));
  } finally {
    await direct.close();
  }
}

/** Loaded only where something can be paid: Stripe's library is large. */
async function createPayments({ stripe, publicUrl }: Config): Promise<Payments | null> {
  if (!stripe) return null;
  const { createStripePayments } = await import('./credits/payments/stripe-payments.ts');
  return createStripePayments(stripe, publicUrl);
}

interface Opened {
  config: Config;
  log: Logger;
  orm: ServiceOrm;
  standby: Standby | null;
  directUrl: string;
  engine: Engine;
  queue: Queue;
  clock: Clock;
  payments: Payments | null;
}

function createServices({ config, log, orm, standby, directUrl, engine, queue, clock, payments }: Opened): Services {
  const sealer = createSealer(config.masterKey, createSealingKeys(config.sealingKeys));
  const outbound = openOutbound(config);
  return {
    config,
    log,
    orm,
    standby,
    engine,
    queue,
    payments,
    clock,
    lastUses: createLastUses(orm),
    sealer,
    checkpoint: createCheckpoint(join(config.dataDir, 'audit.head'), sealer),
    outbound,
    clientDocuments: createClientDocuments({ outbound, clock, limits: config.limits }),
    platforms: createPlatforms({
      outbound,
      sandboxFeed: createSandboxFeed(orm, config.publicUrl, log),
      sandboxIsFree: config.sandboxCredits === 'free',
      website: config.publicUrl,
      clients: config.oauthClients,
      imageObstacle: imageObstacle(config),
      ruleOverrides: loadRuleOverrides(config.platformRulesFile),
    }),
    captions: createCaptionWriter({ model: config.captionModel, log }),
    moderation: config.moderation && createModerationService(config.moderation, log),
    changes: createChangeFeed(() => directUrl, log, engine),
    links: createLinks(config, outbound),
    media: config.mediaBucket ? createS3Store(config.mediaBucket) : createDiskStore(join(config.dataDir, 'media')),
  };
}

/** The limit for a page including its image, since an agent's request waits for it. */
const LINK_TIMEOUT_MS = 5_000;

function createLinks({ linkCards, publicUrl }: Config, outbound: Outbound): LinkReader | null {
  const userAgent = `Countersign (cards of links; +${publicUrl})`;
  return linkCards ? createLinkReader({ outbound, userAgent, timeoutMs: LINK_TIMEOUT_MS }) : null;
}

/** The outbound client, by the operator's settings. */
function openOutbound({ outbound, publicUrl }: Config): Outbound {
  return createOutbound({ ...outbound, ownHost: new URL(publicUrl).hostname, userAgent: `Countersign (+${publicUrl})` });
}

/** The parts for a command, which changes no schema. */
export function createCommandApp(config: Config, schema: SchemaUse = 'require'): Promise<App> {
  const log = createLog(config);
  return createApp(config, log, openDatabase(config, log), schema);
}

/** A context of the process itself: at start, in the worker and at the command line. */
export function ownContext(services: Services, actor: Actor, requestId: string): Context {
  return { ...services, em: forkAsOwner(services.orm), actor, requestId };
}
