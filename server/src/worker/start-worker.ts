import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context.ts';
import { createFaultLog } from '../db/database-faults.ts';
import type { EventReader } from '../events/event-queries.ts';
import { createDeliveries } from '../publishing/sending/deliveries.ts';
import { startReadingEvents } from './events.job.ts';
import { mailJob, startNotifying } from './notify.job.ts';
import { publishJob, waitingJob } from './publish.job.ts';
import type { Queue } from './queue.ts';
import { type MaintenanceJob, startSweeping } from './sweep.job.ts';
import { startSendingWebhooks } from './webhooks.job.ts';

export interface Worker {
  /** Whether the reconciler runs at its interval, and publications are taken off the queue. */
  isWorking(): boolean;
  /** Accepts no new work; aborts current work that does not end within `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface WorkerParts {
  /** Run with the reconciler. */
  maintenanceJobs?: readonly MaintenanceJob[];
  /** Consumers of every event. */
  readers?: readonly EventReader[];
}

/** Starts taking publications, and messages if mail is configured, off the queue, the reconciler, and event processing. */
export async function startWorker(
  services: Services,
  queue: Queue,
  { maintenanceJobs = [], readers = [] }: WorkerParts = {},
): Promise<Worker> {
  const stopping = new AbortController();
  const faults = createFaultLog(services, 'The worker cannot use the database. Retrying.');
  const delivering = { signal: stopping.signal, deliveries: createDeliveries(services) };
  await queue.take((publicationId, answered) => publishJob(services, publicationId, { ...delivering, answered }));
  await queue.takeWaiting((page) => waitingJob(services, page, faults));
  const { mail } = services.config;
  if (mail) {
    // Loaded only where mail is sent: its library is large.
    const { createMailCarrier } = await import('../access/mail/deliver-mail.ts');
    const carrier = createMailCarrier(mail);
    await queue.takeMails((mailId) => mailJob(services, carrier, mailId));
  }
  const newNotice = startNotifying(services, faults);
  const sweeping = startSweeping(services, maintenanceJobs, faults);
  const webhooks = startSendingWebhooks(services, faults);
  const reading = startReadingEvents(services, readers, faults);
  return {
    isWorking: () => sweeping.isRunning() && queue.isTaking(),
    async stop(graceMs = 20_000) {
      const drained = Promise.all([queue.drain(), sweeping.stop(), newNotice.stop(), reading.stop(), webhooks.stop()]);
      const isDone = await Promise.race([drained.then(() => true), sleep(graceMs, false, { ref: false })]);
      // An aborted call ends in a definite state: what may have been sent is `unknown` and looked up.
      stopping.abort();
      if (!isDone) await Promise.race([drained, sleep(5_000, undefined, { ref: false })]);
    },
  };
}
