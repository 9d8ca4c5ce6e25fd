import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { listenTo } from './listen-to.ts';

/** Whoever waited for a connection has waited longer than this already. */
const SILENT_AFTER_MS = 2_000;

/** Whether a database answers at all: what tells one that hangs from one that has too much to do. */
export interface Pulse {
  /** Something was asked, and nothing has been answered for a while. */
  isSilent(): boolean;
}

/** Listens to everything that goes over the pool's connections. */
export function takePulse(pool: Pool): Pulse {
  let open = 0;
  // While nothing is asked nobody is silent.
  let lastHeardAt = performance.now();
  const asked = (): void => {
    if (open === 0) lastHeardAt = performance.now();
    open += 1;
  };
  const answered = (): void => {
    lastHeardAt = performance.now();
    open -= 1;
  };
  /** Somebody waits no more; nobody was heard. */
  const gone = (): void => {
    open -= 1;
  };
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const pulse: Pulse = { isSilent: () => open > 0 && performance.now() - lastHeardAt > SILENT_AFTER_MS };
  pool.on('connect', (client) => {
    lastHeardAt = performance.now();
    listenTo(client, { asked, answered, failed: gone });
  });
  const connected = <T>(client: T): T => {
    gone();
    return client;
  };
  const unconnected = (error: unknown): never => {
    const isSilent = pulse.isSilent();
    gone();
    throw isSilent ? new Error('Connection terminated: the database does not answer.') : error;
  };
  const connectOrSay = (...args: unknown[]): unknown => {
    const answer = connect(...args);
    if (!(answer instanceof Promise)) return answer;
    asked();
    return answer.then(connected, unconnected);
  };
  Object.assign(pool, { connect: connectOrSay });
  return pulse;
}

const pulses = new WeakMap<MikroORM, () => Pulse | null>();

export function rememberPulse(orm: MikroORM, read: () => Pulse | null): void {
  pulses.set(orm, read);
}

/** Whether the database has been asked and has answered nothing for a while. */
export function isSilent(orm: MikroORM): boolean {
  return pulses.get(orm)?.()?.isSilent() ?? false;
}
