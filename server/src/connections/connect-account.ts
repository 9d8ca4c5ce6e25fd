import { requireWorkspace } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { Credentials } from '../platforms/platform.ts';
import { type AddConnectionInput, addConnection } from './add-connection.ts';
import { checkConnection } from './check-connection.ts';
import type { Connection } from './connection.entity.ts';

export interface ConnectAccountInput extends Omit<AddConnectionInput, 'connected'> {
  /** As they were entered; anything but an object is refused. */
  credentials: unknown;
}

/** Connects with the entered credentials: asks the platform, outside of transactions, then stores the connection. */
export async function connectAccount(ctx: Context, { credentials, ...input }: ConnectAccountInput): Promise<Connection> {
  await requireWorkspace(ctx, input.workspaceId, 'manage');
  await requireRecentIfPerson(ctx);
  const connected = await checkConnection(ctx, { platform: input.platform, credentials: requireObject('/input/credentials', credentials) });
  return inTransaction(ctx, (tx) => addConnection(tx, { ...input, connected }));
}

/** The entered values, whose fields the platform reads itself. */
export function requireObject(pointer: string, value: unknown): Credentials {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Credentials;
  throw new DomainError('validation_failed', { fields: [{ pointer, message: 'must be an object' }] });
}
