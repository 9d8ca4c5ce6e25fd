import type { Services } from '../context.ts';
import { isDatabaseUnavailable } from '../db/database-faults.ts';
import type { EventReader } from '../events/event-readers.ts';
import { readEvents } from '../events/read-events.ts';
import type { OutageLog } from './outage-log.ts';

/** What the line for changes did not tell, because it was broken, is found so much later. */
const LOOK_EVERY_MS = 5_000;
const LISTEN_AGAIN_MS = 1_000;

/** Gives each reader its events as they are committed, one round at a time. */
export function startReadingEvents(services: Services, readers: readonly EventReader[], outage: OutageLog): { stop(): Promise<void> } {
  if (readers.length === 0) return { async stop() {} };
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let leave: (() => void) | null = null;
  let isStopped = false;

  const report = (error: unknown, reader?: string): void => {
    if (isDatabaseUnavailable(error)) outage.report(error);
    else services.log.error({ err: error, reader }, 'events could not be dealt with; they come again');
  };
  const round = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      for (const reader of readers) await readEvents(services, reader).catch((error: unknown) => report(error, reader.name));
    } while (isAskedAgain && !isStopped);
    running = null;
  };
  const look = (): void => {
    if (running) isAskedAgain = true;
    else if (!isStopped) running = round();
  };
  const listen = (): void => {
    if (isStopped) return;
    services.changes
      .listen((news) => {
        if (news.type === 'events' || news.type === 'missed') look();
      })
      .then(
        (stopListening) => {
          if (isStopped) stopListening();
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
      isStopped = true;
      clearInterval(timer);
      leave?.();
      await running;
    },
  };
}
