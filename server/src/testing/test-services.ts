import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { createLastUses } from '../access/last-uses.ts';
import { createClientDocuments } from '../access/oauth/clients/client-documents.ts';
import type { Checkpoint, RollHead } from '../audit/checkpoint.ts';
import { createCaptionWriter } from '../captions/create-caption-writer.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { NO_LIMITS } from '../config/limits-config.ts';
import type { Context, MailQueue, PublishQueue, Services, WaitingQueue, WaitingWork } from '../context.ts';
import { forkFor } from '../db/row-security/tenant-session.ts';
import { createChangeFeed } from '../events/change-feed.ts';
import { createLog } from '../log.ts';
import { createDiskStore } from '../media/disk-store.ts';
import { imageObstacle } from '../media/image-address.ts';
import { createPlatforms } from '../platforms/registry.ts';
import { createModerationService } from '../safety/moderation-service.ts';
import { createSandboxFeed } from '../sandbox/sandbox-feed.ts';
import { createSealer } from '../sealing/sealer.ts';
import { createSealingKeys } from '../sealing/sealing-keys.ts';
import type { TestDatabase } from './test-database.ts';
import { createTestOutbound, LOOPBACK } from './test-outbound.ts';

/** A manual clock. */
export interface FixedClock extends Clock {
  set(time: Date): void;
  advance(milliseconds: number): void;
}

export function createFixedClock(start = new Date()): FixedClock {
  let time = start;
  return {
    now: () => time,
    set: (value) => {
      time = value;
    },
    advance: (milliseconds) => {
      time = new Date(time.getTime() + milliseconds);
    },
  };
}

/** A queue that only records what was enqueued. */
export interface RecordingQueue extends PublishQueue, WaitingQueue, MailQueue {
  publicationIds: string[];
  waiting: WaitingWork[];
  mailIds: string[];
}

export function createRecordingQueue(): RecordingQueue {
  const publicationIds: string[] = [];
  const waiting: WaitingWork[] = [];
  const mailIds: string[] = [];
  return {
    publicationIds,
    waiting,
    mailIds,
    async enqueue(_em, { id }) {
      publicationIds.push(id);
    },
    async enqueueWaiting(_em, work) {
      waiting.push(work);
    },
    async enqueueMail(_em, mailId) {
      mailIds.push(mailId);
    },
  };
}

const MASTER_KEY = randomBytes(32);

export function testConfig(database: TestDatabase, overrides: Partial<Config> = {}): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    dataDir: '.data-test',
    databaseUrl: database.url,
    databaseDirectUrl: null,
    databaseReadUrl: null,
    isDatabasePooled: false,
    publicUrl: 'http://localhost:4000',
    role: 'all',
    trustedProxies: [],
    limits: { ...NO_LIMITS, slotMs: 20 },
    watching: { healthPort: null, metricsToken: null, tracing: null },
    retention: { months: {}, auditArchive: null },
    people: { sessionIdleMs: 15 * 86_400_000, secondFactor: 'optional', isSignUpOpen: false, operatorContact: null },
    masterKey: MASTER_KEY,
    sealingKeys: { given: [] },
    lostSealingKeys: [],
    logLevel: 'silent',
    captionModel: null,
    moderation: null,
    linkCards: false,
    // Most tests publish to the sandbox, also those of credits.
    sandboxCredits: 'count',
    outbound: { privateAddresses: [...LOOPBACK] },
    platformRulesFile: null,
    mail: null,
    oauthClients: {},
    mediaBucket: null,
    uploadBytes: 1_000_000_000,
    accountStorageBytes: 100_000_000_000,
    stripe: null,
    ...overrides,
  };
}

/** The whole service over a test database: every part is real, except the queue, which only records. */
export function createTestServices(database: TestDatabase, overrides: Partial<Services> = {}): Services {
  const config = overrides.config ?? testConfig(database);
  const log = createLog(config);
  const outbound = overrides.outbound ?? createTestOutbound(config.outbound.privateAddresses);
  const clock = overrides.clock ?? createFixedClock();
  return {
    config,
    orm: database.orm,
    standby: null,
    engine: { isLive: true },
    log,
    changes: createChangeFeed(() => database.url, log),
    clock,
    sealer: createSealer(config.masterKey, createSealingKeys(config.sealingKeys)),
    outbound,
    clientDocuments: createClientDocuments({ outbound, clock, limits: config.limits }),
    platforms: createPlatforms({
      outbound,
      sandboxFeed: createSandboxFeed(database.orm, config.publicUrl, log),
      sandboxIsFree: config.sandboxCredits === 'free',
      website: config.publicUrl,
      clients: config.oauthClients,
      imageObstacle: imageObstacle(config),
    }),
    captions: createCaptionWriter({ model: config.captionModel, log }),
    moderation: config.moderation && createModerationService(config.moderation, log),
    media: createDiskStore(inject('mediaFolder')),
    links: null,
    queue: createRecordingQueue(),
    checkpoint: createMemoryCheckpoint(),
    lastUses: createLastUses(overrides.orm ?? database.orm),
    payments: null,
    ...overrides,
  };
}

/** A context outside any transaction, as transports create for each request. */
export function contextFor(services: Services, actor: Actor = { kind: 'system' }): Context {
  // Anonymous callers sign in or fetch keys, which needs the owner role.
  const em = actor.kind === 'anonymous' ? services.orm.em.fork() : forkFor(services.orm, actor);
  return { ...services, em, actor, requestId: 'test' };
}

function createMemoryCheckpoint(): Checkpoint {
  let kept: RollHead | null = null;
  return {
    read: async () => kept,
    write: async (head) => {
      kept = head;
    },
  };
}
