import { addConnection } from '../connections/add-connection.ts';
import type { Connection } from '../connections/connection.entity.ts';
import { endOauth } from '../connections/end-oauth.ts';
import { meantAccounts } from '../connections/meant-accounts.ts';
import { takeConnectRequest } from '../connections/take-connect-request.ts';
import { advanceWaitingJobs } from '../publishing/review/advance-waiting-jobs.ts';
import { type GraphqlContext, mutate } from './graphql-context.ts';

/** Three steps: the request is taken and is gone, the platform is asked, the connections are kept. */
export async function finishConnecting(ctx: GraphqlContext, input: { state: string; code: string }): Promise<Connection[]> {
  const taken = await mutate(ctx, (tx) => takeConnectRequest(tx, input.state));
  const accounts = await endOauth(ctx, taken, input.code);
  return mutate(ctx, async (tx) => {
    const connections: Connection[] = [];
    for (const connected of await meantAccounts(tx, taken.connectionId, accounts))
      connections.push(await addConnection(tx, { ...taken, connected }));
    const [first] = connections;
    if (first) await advanceWaitingJobs(tx, first.accountId);
    return connections;
  });
}
