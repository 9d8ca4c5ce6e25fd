import type { PoolClient } from 'pg';

/** Has `listen` between whoever asks on a connection and the answer. */
export function listenTo(client: PoolClient, listen: (answer: Promise<unknown>) => Promise<unknown>): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]): unknown => {
    const answer = ask(...args);
    return answer instanceof Promise ? listen(answer) : answer;
  };
  Object.assign(client, { query });
}
