import 'reflect-metadata';
import cluster from 'node:cluster';
import { maintainSignups } from './access/decide-signup.ts';
import { createSetupToken } from './access/setup.ts';
import { createRetentionJob } from './account-data/apply-retention.ts';
import { eraseDueAccounts } from './account-data/erase-account.ts';
import { type App, createApp, ownContext } from './app.ts';
import { createAuditJob } from './audit/seal-audit.ts';
import { every, type Repeated } from './clock.ts';
import type { Config } from './config/config.ts';
import { configWarnings } from './config/settings.ts';
import { checkDueConnections } from './connections/check-due-connections.ts';
import type { Services } from './context.ts';
import { createPaymentsJob } from './credits/payments/fetch-payment-events.ts';
import { createFaultLog } from './db/database-faults.ts';
import { createRiskWatch } from './db/durability-risks.ts';
import { inTransaction } from './db/transaction.ts';
import type { HttpServer } from './http/engine/http-server.ts';
import { purgeExpiredRows } from './http/purge-expired-rows.ts';
import { createCardPurge } from './links/link-cards.ts';
import { startLoading } from './load-ahead.ts';
import { warnOfMissingFile } from './media/media-queries.ts';
import { removeExpiredUploads } from './media/tus-uploads.ts';
import { notifyOfProposedStanding } from './notices/compose/decision-notices.ts';
import { notifyPeople, settleNotices } from './notices/compose/notify-people.ts';
import { notifyOperators } from './notices/operator-alerts.ts';
import { ensurePushKey } from './notices/sending/push-notices.ts';
import { explainStartError, whileDatabaseAnswers } from './process/explain-start-error.ts';
import { writeCompiled } from './process/keep-compiled.ts';
import type { Prepared } from './process/prepare.ts';
import { leaveProcesses } from './process/run-processes.ts';
import { carryOutRetractions } from './publishing/published/carry-out-retractions.ts';
import { readBackDuePosts } from './publishing/published/read-back-due-posts.ts';
import { readDueMetrics } from './publishing/published/read-due-metrics.ts';
import { sendFirstComments } from './publishing/published/send-first-comments.ts';
import { proposeStanding } from './publishing/standing/propose-standing.ts';
import { type Tracer, traceWith } from './tracing.ts';
import { notifyEndpoints } from './webhooks/notify-endpoints.ts';
import { purgeDeliveries } from './webhooks/webhook-endpoints.ts';
import { startWorker, type Worker } from './worker/start-worker.ts';

/** How long running requests and publications may take to end after a signal. */
const GRACE_MS = 10_000;

/** The worker stops a little earlier, so it can record how its work ended. */
const WORKER_GRACE_MS = 8_000;

/** A collector that does not answer delays no stop. */
const TRACES_MS = 1_000;

const WATCH_MS = 60_000;

/** After a signal the process is gone within 15 s. */
const END_MS = 12_000;

/** The parts enabled by ROLE; others are null. */
interface Running {
  app: App;
  web: HttpServer | null;
  worker: Worker | null;
  /** Of a process that has no worker's rounds. */
  watch: Repeated | null;
  /** Of a process that serves nothing else. */
  probes: HttpServer | null;
  /** Null without a collector. */
  tracer: Tracer | null;
}

/** Resolves when it is requested to stop. */
async function untilStopped({ stop, ...prepared }: Prepared): Promise<void> {
  void stop.wanted.then(endInTime);
  const { config } = prepared;
  const running = await whileDatabaseAnswers(config.databaseUrl, start(prepared)).catch((error) => {
    throw explainStartError(error, config);
  });
  running.app.supervise(stop.because);
  const loading = startLoading();
  // No one waits for the start of a worker.
  if (config.role === 'worker') await loading;
  // From here on the parent process restarts us.
  process.send?.('serving');
  writeCompiled();
  const reason = await stop.wanted;
  await stopAll(running);
  if (reason) throw reason;
}

async function start({ config, log, database }: Omit<Prepared, 'stop'>): Promise<Running> {
  const running: Running = {
    app: await createApp(config, log, database),
    web: null,
    worker: null,
    watch: null,
    probes: null,
    tracer: null,
  };
  const { app } = running;
  try {
    await app.takePlace();
    running.tracer = await startTracing(config);
    await ensurePushKey(app.services);
    const watchRisks = createRiskWatch();
    await watchRisks(app.services);
    void warnOfMissingFile(app.services);
    if (config.role !== 'worker') {
      // Loaded only here: a worker needs none of it.
      const { buildWeb } = await import('./web.ts');
      running.web = await buildWeb(app.services);
      await running.web.listen({ port: config.port, host: config.host });
      if (config.role === 'web') running.watch = maintainWithoutWorker(app.services);
    }
    if (config.role !== 'web') {
      const known = [
        createAuditJob(),
        purgeExpiredRows,
        createCardPurge(),
        checkDueConnections,
        purgeDeliveries,
        readBackDuePosts,
        readDueMetrics,
        carryOutRetractions,
        sendFirstComments,
        maintainSignups,
        eraseDueAccounts,
        watchRisks,
        removeExpiredUploads,
      ];
      const maintenanceJobs = [
        ...known,
        proposeStanding,
        notifyOfProposedStanding,
        settleNotices,
        createRetentionJob(),
        createPaymentsJob(),
      ];
      running.worker = await startWorker(app.services, app.queue, { maintenanceJobs, readers: [notifyPeople, notifyEndpoints] });
    }
    running.probes = await listenForProbes(running, config);
    await greet(running, config);
    return running;
  } catch (error) {
    await stopAll(running);
    throw error;
  }
}

/** Loaded only where a collector is configured. */
async function startTracing({ watching, role }: Config): Promise<Tracer | null> {
  if (!watching.tracing) return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  const tracer = await openTelemetry(watching.tracing, role);
  traceWith(tracer);
  return tracer;
}

/**
 * Web processes alert operators when no worker is running. They also remove expired uploads, which are on their own disk.
 */
function maintainWithoutWorker(services: Services): Repeated {
  const faults = createFaultLog(services, 'Operators cannot be notified: the database cannot be reached.');
  return every(
    WATCH_MS,
    () => Promise.all([notifyOperators(services), removeExpiredUploads(services)]),
    (error) => faults.report(error, 'operators could not be notified; it is tried again'),
  );
}

async function listenForProbes({ app, worker }: Running, { role, watching, host }: Config): Promise<HttpServer | null> {
  if (role !== 'worker' || watching.healthPort === null) return null;
  const { buildProbeServer } = await import('./http/health.routes.ts');
  const probes = buildProbeServer(app.services, () => worker?.isWorking() ?? false);
  await probes.listen({ port: watching.healthPort, host });
  return probes;
}

/** What a person who starts the service needs to know. */
async function greet({ app, web }: Running, config: Config): Promise<void> {
  // Of several children, the first prints it for all.
  if (cluster.worker && cluster.worker.id > 1) return;
  const { log } = app.services;
  for (const warning of configWarnings(process.env)) log.warn(warning);
  if (!web) return announce(log, 'Countersign publishes (worker only).');
  const token = await inTransaction(ownContext(app.services, { kind: 'system' }, 'start'), createSetupToken);
  if (token) announce(log, `Create the operator account with this one-time link: ${config.publicUrl}/setup#token=${token}`);
  announce(log, `Countersign is at ${config.publicUrl}`);
}

/** A line at the terminal; a log entry elsewhere, where every line is read as JSON, whatever the level of the log. */
function announce(log: Services['log'], line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${line}\n`);
  else log.child({}, { level: 'info' }).info(line);
}

async function stopAll({ app, web, worker, watch, probes, tracer }: Running): Promise<void> {
  await Promise.race([Promise.all([web?.close(), watch?.stop(), probes?.close(), worker?.stop(WORKER_GRACE_MS)]), after(GRACE_MS)]);
  await Promise.race([tracer?.stop().catch(() => undefined), after(TRACES_MS)]);
  await app.close();
}

/** Whatever hangs, also a start that waits for its database: a stop is a stop. */
function endInTime(): void {
  setTimeout(() => {
    process.stderr.write('Not everything ended in time. The rest is aborted.\n');
    process.exit(1);
  }, END_MS).unref();
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** The service, in this process. */
export async function serve(prepared: Prepared): Promise<never> {
  await untilStopped(prepared);
  await leaveProcesses();
  // Open handles, for instance a request that did not end in time, must not keep the process.
  process.exit(0);
}
