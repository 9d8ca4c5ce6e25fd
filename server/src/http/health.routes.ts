import { hash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { Services } from '../context.ts';
import { askDatabase, succeeds } from '../db/database-faults.ts';
import { NOT_LIVE } from '../db/durability-risks.ts';
import { forksForReading } from '../db/reading/standby.ts';
import { DomainError } from '../errors.ts';
import { databaseUnavailable } from '../long-work/concurrency-limit.ts';
import { collectProcessMetrics, httpRequestDuration, METRICS_CONTENT_TYPE, readProcessMetrics } from '../metrics.ts';
import { readServiceFigures, type ServiceFigures } from '../publishing/read-service-figures.ts';
import { VERSION } from '../server-folder.ts';
import { bytesLeft, requireDiskSpace } from './engine/disk-space.ts';
import type { HttpServer } from './engine/http-server.ts';
import { sendProblem } from './engine/problem-details.ts';

/** Probes time out after this. */
const READY_MS = 1_000;

/** Where probes look, and the same under the API. */
const LIVE_PATHS = ['/healthz', '/api/health', '/api/health/live'];
const READY_PATHS = ['/readyz', '/api/health/ready'];

/**
 * `live`: the process responds; restart it if it does not. `ready`: it can serve, that is the database responds,
 * there is free disk space and it is not shutting down; otherwise send it no requests. `isWorking` reports whether a
 * worker still runs its scheduled tasks. If live updates are not delivered it is still ready, and reports that.
 */
export function addHealthRoutes(app: HttpServer, services: Services, isWorking: () => boolean = () => true): void {
  const probe = { schema: { hide: true }, config: { isProbe: true } };
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  for (const path of LIVE_PATHS) {
    app.get(path, probe, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live', version: VERSION }));
  }
  for (const path of READY_PATHS) {
    app.get(path, probe, async (_request, reply) => {
      if (isStopping) throw notReady('The process is shutting down.');
      await requireDiskSpace(services);
      await requireDatabase(services);
      if (!isWorking()) throw notReady('For a minute, the worker has not run its scheduled tasks, or has taken no posts off the queue.');
      const { isLive } = services.engine;
      return reply.header('cache-control', 'no-store').send({ status: 'ready', ...(!isLive && { live: false, reason: NOT_LIVE }) });
    });
  }
}

const notReady = (message: string) => new DomainError('service_busy', { message, details: { retry_after_seconds: 5 } });

async function requireDatabase({ orm }: Services): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(databaseUnavailable('The database did not respond in time.')), READY_MS);
  try {
    await Promise.race([askDatabase(orm), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const secondsSince = (at: Date | null, now: Date): number => (at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : 0);

/** Figures of the whole service, from its database: the same in every process. */
const FIGURES: Record<string, [help: string, read: (figures: ServiceFigures, now: Date) => number]> = {
  countersign_jobs_waiting: ['Jobs waiting for a person, their time or another gate.', ({ waiting }) => waiting],
  countersign_publications_due: ['Publications that are due and not yet started.', ({ due }) => due],
  countersign_publications_oldest_due_seconds: [
    'Seconds since the oldest of them was due; 0 if there are none.',
    ({ oldestDueAt }, now) => secondsSince(oldestDueAt, now),
  ],
  countersign_publications_being_asked: [
    'Publications with an unknown outcome for which the platform is being queried.',
    ({ beingAsked }) => beingAsked,
  ],
  countersign_publications_for_people: [
    'Publications with an unknown outcome that only a person can settle.',
    ({ forPeople }) => forPeople,
  ],
  countersign_jobs_failed_day: ['Jobs that failed, completely or in part, within 24 hours.', ({ failed }) => failed],
  countersign_connections_ended: ['Connected accounts that stopped working.', ({ endedConnections }) => endedConnections],
  countersign_mails_waiting: ['Emails not yet accepted by the mail server.', ({ mails }) => mails],
  countersign_mails_oldest_seconds: [
    'Seconds that the oldest of them has waited; 0 if there are none.',
    ({ oldestMailAt }, now) => secondsSince(oldestMailAt, now),
  ],
  countersign_held_by_restore: ['1 while a restored service waits for its release.', ({ restoredFrom }) => (restoredFrom ? 1 : 0)],
};

/**
 * `GET /api/metrics` in Prometheus' text format: with METRICS_TOKEN as a bearer token, or without one from this
 * machine if PUBLIC_URL is local.
 */
export function addMetricsRoute(app: HttpServer, services: Services): void {
  collectProcessMetrics();
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status_code: reply.statusCode };
    httpRequestDuration.observe(labels, reply.elapsedTime / 1_000);
  });
  app.get('/api/metrics', { schema: { hide: true }, config: { isProbe: true } }, async (request, reply) => {
    requireWatcher(services, request);
    const isThere = await succeeds(requireDatabase(services));
    const text = `${await readProcessMetrics()}\n${await ofMachine(services, isThere)}\n${isThere ? await ofService(services) : ''}`;
    return reply.header('cache-control', 'no-store').type(METRICS_CONTENT_TYPE).send(text);
  });
}

/** Also while the database is away: then they are what an alert needs. */
async function ofMachine({ config }: Services, isThere: boolean): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number) => new Gauge({ name, help, registers: [registry] }).set(value);
  gauge('countersign_database_up', '1 if the database responds within a second.', isThere ? 1 : 0);
  gauge('countersign_disk_free_bytes', 'Free bytes at DATA_DIR of the responding process.', await bytesLeft(config.dataDir));
  return registry.metrics();
}

async function ofService(services: Services): Promise<string> {
  const registry = new Registry();
  const now = services.clock.now();
  const fork = await forksForReading(services, { kind: 'system' });
  const figures = await readServiceFigures(fork(), now);
  for (const [name, [help, read]] of Object.entries(FIGURES)) new Gauge({ name, help, registers: [registry] }).set(read(figures, now));
  return registry.metrics();
}

/** Behind a proxy on the same machine, which may add no header, addresses do not distinguish callers. */
function requireWatcher({ config: { watching, publicUrl } }: Services, request: FastifyRequest): void {
  const { authorization, 'x-forwarded-for': forwarded, forwarded: forwardedToo } = request.headers;
  if (watching.metricsToken) {
    const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(given), digest(watching.metricsToken))) return;
    throw new DomainError('unauthenticated', {
      message: 'Metrics require METRICS_TOKEN.',
      remedy: 'Send "Authorization: Bearer <METRICS_TOKEN>".',
    });
  }
  const isFromHere = /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
  if (isFromHere && isLocal(publicUrl) && !forwarded && !forwardedToo) return;
  throw new DomainError('unauthenticated', {
    message: 'Without METRICS_TOKEN, metrics are served only to this machine, and only if PUBLIC_URL is a local address.',
    remedy: 'Set METRICS_TOKEN and send "Authorization: Bearer <METRICS_TOKEN>".',
  });
}

const isLocal = (publicUrl: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicUrl).hostname);

const digest = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'));

/** The server of a process that serves nothing else: health checks and metrics. It does not listen yet. */
export function buildProbeServer(services: Services, isWorking: () => boolean): HttpServer {
  const app: HttpServer = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  app.setErrorHandler((error, request, reply) => sendProblem(services, error, request, reply));
  addHealthRoutes(app, services, isWorking);
  addMetricsRoute(app, services);
  return app;
}
