import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { ProcessRole } from '../config/config.ts';
import type { MailQueue, PublishQueue, WaitingQueue, WaitingWork } from '../context.ts';
import { isOutage, logFault, succeeds } from '../db/database-faults.ts';
import { asConnectionOptions, PATIENCE_MS, SERVICE_LIMITS } from '../db/time-limits.ts';
import { createOutageLog } from '../log.ts';
import { MONITOR_SECONDS, PUBLISH_QUEUE, type PublishEntry } from '../publishing/publish-queue.ts';
import { currentTrace } from '../tracing.ts';
import { MAIL_QUEUE, type MailEntry, mergeWaiting, WAITING_QUEUE } from './queues.ts';
import { type Taking, takeEntries, type Work } from './take-entries.ts';

/** The queues of publications and of messages, on the service's own PostgreSQL. */
export interface Queue extends PublishQueue, WaitingQueue, MailQueue {
  /** Before it, nothing can be enqueued. Afterwards a database outage is survived. */
  start(): Promise<void>;
  /** Passes every entry to `work`, several at once. */
  take(work: Work): Promise<void>;
  /** Passes every waiting page to `work`, in sequence. */
  takeWaiting(work: (page: WaitingWork) => Promise<void>): Promise<void>;
  /** Passes every message to `work`, several at once; a failed one is retried a few times, at growing intervals. */
  takeMails(work: (mailId: string) => Promise<void>): Promise<void>;
  /** Whether entries are taken; false if the queue's database has not answered for a minute. */
  isTaking(): boolean;
  /** Takes nothing new; waits until everything taken is done. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

interface QueueOptions {
  url: string;
  /** No pooler, which would refuse time limits. */
  isDirect?: boolean;
  /** Entries are announced; otherwise they are polled. */
  isLive?: boolean;
  /** A web process only enqueues. */
  role: ProcessRole;
  log: Logger;
}

/** A host that has vanished closes no connections: without a limit, statements wait for it for a quarter of an hour or forever. */
const VANISHED_HOST = { query_timeout: SERVICE_LIMITS.statement + PATIENCE_MS, keepAlive: true };

/** Few enough that a page of each is done well before the entries expire. */
const WAITING_AT_ONCE = 10;
/** One message that the mail server answers slowly does not hold up the others. */
const MAILS_AT_ONCE = 4;

/** Of the queues whose entries are announced at once. */
const ANNOUNCED = { burstWhenBatchFull: true, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };

export function createQueue({ url, isDirect = true, isLive = true, role, log }: QueueOptions): Queue {
  const takes = role !== 'web';
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'countersign-queue',
    ...(isDirect && { options: asConnectionOptions(SERVICE_LIMITS) }),
    ...VANISHED_HOST,
    max: takes ? 4 : 1,
    createSchema: false,
    migrate: false,
    schedule: false,
    supervise: takes,
    monitorIntervalSeconds: MONITOR_SECONDS,
    superviseIntervalSeconds: MONITOR_SECONDS,
    useListenNotify: takes && isLive,
  });
  const outage = createOutageLog(log, 'The queue cannot use the database. Retrying.', () => succeeds(boss.isInstalled()));
  let taking: Taking | null = null;
  const report = (error: unknown): void => {
    if (isOutage(error)) outage.report(error);
    else logFault(log, error, {}, 'work on the queue failed; it is tried again');
  };
  boss.on('error', outage.report);
  boss.on('warning', (warning) => log.debug({ warning }, 'the queue warns'));

  return {
    async start() {
      await boss.start();
    },
    async enqueue(em, { id, platform, connectionId }, startAfter) {
      const entry: PublishEntry = { publicationId: id, platform, ...currentTrace() };
      // Bound to the caller's transaction: the entry exists if and only if the change that causes it does.
      await boss.send(PUBLISH_QUEUE, entry, {
        db: fromKysely(em.getKysely()),
        ...(connectionId ? { group: { id: connectionId } } : {}),
        ...(startAfter ? { startAfter } : {}),
      });
    },
    async take(work) {
      taking ??= takeEntries(boss, work, report);
    },
    isTaking: () => taking?.isTaking() ?? false,
    async enqueueWaiting(em, work) {
      await boss.send(WAITING_QUEUE, work, { db: fromKysely(em.getKysely()) });
    },
    async takeWaiting(work) {
      await boss.work<WaitingWork>(WAITING_QUEUE, { batchSize: WAITING_AT_ONCE, ...ANNOUNCED }, async (entries) => {
        for (const page of mergeWaiting(entries.map(({ data }) => data))) await work(page);
      });
    },
    async enqueueMail(em, mailId, isUrgent) {
      const entry: MailEntry = { mailId };
      await boss.send(MAIL_QUEUE, entry, { db: fromKysely(em.getKysely()), priority: isUrgent ? 1 : 0 });
    },
    async takeMails(work) {
      // A retry of a message is not urgent.
      const options = { batchSize: 1, localConcurrency: MAILS_AT_ONCE, ...ANNOUNCED };
      await boss.work<MailEntry>(MAIL_QUEUE, options, async ([entry]) => {
        if (entry) await work(entry.data.mailId);
      });
    },
    async drain() {
      await Promise.all([taking?.stop(), ...[WAITING_QUEUE, MAIL_QUEUE].map((name) => boss.offWork(name, { wait: true }))]);
    },
    async stop() {
      // The embedded database may end before the last of its connections.
      boss.off('error', outage.report).on('error', () => undefined);
      await boss.stop({ graceful: false, close: true });
    },
  };
}
