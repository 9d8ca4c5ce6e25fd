import type { PoolClient } from 'pg';

/** Hears of everything that is asked on a connection, and of what becomes of it. */
export interface Listener {
  asked?(): void;
  answered?(): void;
  failed?(error: unknown): void;
}

const heard = new WeakMap<PoolClient, Listener[]>();

/** Has `listener` hear what goes over a connection. All of them listen in one place: each promise more is paid for with every statement. */
export function listenTo(client: PoolClient, listener: Listener): void {
  const listeners = heard.get(client);
  if (listeners) {
    listeners.push(listener);
    return;
  }
  const all = [listener];
  heard.set(client, all);
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  const answered = <T>(answer: T): T => {
    for (const each of all) each.answered?.();
    return answer;
  };
  const failed = (error: unknown): never => {
    for (const each of all) each.failed?.(error);
    throw error;
  };
  const query = (...args: unknown[]): unknown => {
    const answer = ask(...args);
    if (!(answer instanceof Promise)) return answer;
    for (const each of all) each.asked?.();
    return answer.then(answered, failed);
  };
  Object.assign(client, { query });
}
