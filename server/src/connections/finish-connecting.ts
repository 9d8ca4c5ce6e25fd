import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { addConnection } from './add-connection.ts';
import type { Connection } from './connection.entity.ts';
import { endOauth } from './end-oauth.ts';
import { meantAccounts } from './meant-accounts.ts';
import { takeConnectRequest } from './take-connect-request.ts';

/** Three steps: the request is taken and is gone, the platform is asked, the connections are kept. */
export async function finishConnecting(ctx: Context, input: { state: string; code: string }): Promise<Connection[]> {
  const taken = await inTransaction(ctx, (tx) => takeConnectRequest(tx, input.state));
  const accounts = await endOauth(ctx, taken, input.code);
  return inTransaction(ctx, async (tx) => {
    const connections: Connection[] = [];
    for (const connected of await meantAccounts(tx, taken.connectionId, accounts))
      connections.push(await addConnection(tx, { ...taken, connected }));
    return connections;
  });
}
