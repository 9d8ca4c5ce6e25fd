import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context.ts';
import type { FaultLog } from '../db/database-faults.ts';
import { type EventReader, readEvents } from '../events/event-queries.ts';

/** Polling interval, for changes that were missed on a broken connection. */
const LOOK_EVERY_MS = 5_000;
const LISTEN_AGAIN_MS = 1_000;
/** A round costs a dozen statements, however few events there are: meanwhile events accumulate. */
export const REST_MS = 250;

/** Passes committed events to each consumer, one round at a time with a pause after it. */
export function startReadingEvents(services: Services, readers: readonly EventReader[], faults: FaultLog): { stop(): Promise<void> } {
  if (readers.length === 0) return { async stop() {} };
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let leave: (() => void) | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;

  const report = (error: unknown, reader?: string): void =>
    faults.report(error, 'events could not be dealt with; they come again', { reader });
  const round = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      for (const reader of readers) await readEvents(services, reader).catch((error: unknown) => report(error, reader.name));
      await sleep(REST_MS, undefined, { signal }).catch(() => {});
    } while (isAskedAgain && !signal.aborted);
    running = null;
  };
  const look = (): void => {
    if (running) isAskedAgain = true;
    else if (!signal.aborted) running = round();
  };
  const listen = (): void => {
    if (signal.aborted) return;
    services.changes
      .listen((news) => {
        if (news.type === 'events' || news.type === 'missed') look();
      })
      .then(
        (stopListening) => {
          if (signal.aborted) stopListening();
          else leave = stopListening;
        },
        (error: unknown) => {
          report(error);
          setTimeout(listen, LISTEN_AGAIN_MS).unref();
        },
      );
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  listen();
  look();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      leave?.();
      await running;
    },
  };
}
