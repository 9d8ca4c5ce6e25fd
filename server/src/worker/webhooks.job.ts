import type { Services } from '../context.ts';
import type { FaultLog } from '../db/database-faults.ts';
import { systemContext } from '../db/system-context.ts';
import { inTransaction } from '../db/transaction.ts';
import { type ClaimedDelivery, claimDeliveries, deliverWebhook, recordDelivery } from '../webhooks/deliver-webhook.ts';

const LOOK_EVERY_MS = 500;
/** In one process; they wait for receivers most of the time. */
const AT_ONCE = 40;

/** Sends due webhook deliveries, separate from the queue of publications: a slow receiver delays only itself. */
export function startSendingWebhooks(services: Services, faults: FaultLog): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;

  const report = (error: unknown): void => faults.report(error, 'a webhook could not be sent; it comes again');
  const look = async (): Promise<void> => {
    if (stopping.signal.aborted || sending.size >= AT_ONCE) return;
    for (const delivery of await claimDeliveries(services, AT_ONCE - sending.size)) {
      const sent: Promise<void> = sendOne(services, delivery, stopping.signal)
        .catch(report)
        .finally(() => {
          sending.delete(sent);
          again();
        });
      sending.add(sent);
    }
  };
  const again = (): void => {
    looking ??= look()
      .catch(report)
      .finally(() => {
        looking = null;
      });
  };
  const timer = setInterval(again, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await looking;
      await Promise.all(sending);
    },
  };
}

/** One attempt with its result. A dying process's delivery is repeated when its lease has expired. */
export async function sendOne(services: Services, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const result = await deliverWebhook(services, delivery, signal);
  // Our own abort is no fault of the receiver: it is repeated when the lease has expired.
  if (signal.aborted && result.kind === 'failed' && result.status === null) return;
  await inTransaction(systemContext(services, `webhook ${delivery.id}`), (tx) => recordDelivery(tx, delivery, result));
}
