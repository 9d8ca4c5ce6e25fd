import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../context.ts';
import { isDatabaseUnavailable } from '../db/database-faults.ts';
import type { EventReader } from '../events/event-readers.ts';
import { readEvents } from '../events/read-events.ts';
import type { OutageLog } from './outage-log.ts';

/** What the line for changes did not tell, because it was broken, is found so much later. */
const LOOK_EVERY_MS = 5_000;
const LISTEN_AGAIN_MS = 1_000;
/** A round costs a dozen statements, however few events are in it: what happens meanwhile is read together. */
export const REST_MS = 250;

/** Gives each reader its events as they are committed, one round at a time and with a rest behind each. */
export function startReadingEvents(services: Services, readers: readonly EventReader[], outage: OutageLog): { stop(): Promise<void> } {
  if (readers.length === 0) return { async stop() {} };
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let leave: (() => void) | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;

  const report = (error: unknown, reader?: string): void => {
    if (isDatabaseUnavailable(error)) outage.report(error);
    else services.log.error({ err: error, reader }, 'events could not be dealt with; they come again');
  };
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
