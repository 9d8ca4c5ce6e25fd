import { requireWorkspace } from '../access/authorise.ts';
import { addConnection } from '../connections/add-connection.ts';
import { checkConnection } from '../connections/check-connection.ts';
import type { Connection } from '../connections/connection.entity.ts';
import { DomainError } from '../errors.ts';
import type { Credentials } from '../platforms/platform.ts';
import { advanceWaitingJobs } from '../publishing/review/advance-waiting-jobs.ts';
import type { AddConnectionInput } from './connection.types.ts';
import { type GraphqlContext, mutate } from './graphql-context.ts';

/** Asks the platform first, outside the transaction; then keeps the connection and looks at what waited for it. */
export async function connectAccount(ctx: GraphqlContext, input: AddConnectionInput): Promise<Connection> {
  const { workspaceId, platform, credentials, connectionId = null } = input;
  const workspace = await requireWorkspace(ctx, workspaceId, 'manage');
  if (!isCredentials(credentials)) {
    throw new DomainError('validation_failed', { fields: [{ pointer: '/input/credentials', message: 'must be an object' }] });
  }
  const connected = await checkConnection(ctx, { platform, credentials });
  return mutate(ctx, async (tx) => {
    const connection = await addConnection(tx, { workspaceId, platform, connected, connectionId });
    await advanceWaitingJobs(tx, workspace.accountId);
    return connection;
  });
}

export function isCredentials(value: unknown): value is Credentials {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
