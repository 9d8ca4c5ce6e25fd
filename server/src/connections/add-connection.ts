import { LockMode } from '@mikro-orm/postgresql';
import { requireWorkspace } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { ApprovedPosts, Context } from '../context.ts';
import { assertTransaction, inTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { ConnectError, type ConnectedAccount, type Credentials } from '../platforms/platform.ts';
import { Connection } from './connection.entity.ts';
import { findPlatform } from './connection-queries.ts';
import { sealCredentials } from './renew-credentials.ts';

interface AddConnectionInput {
  workspaceId: string;
  platform: string;
  connected: ConnectedAccount;
  /** Overrides the platform's name for the account. */
  handle?: string | undefined;
  /** The connection to renew: another account is refused. */
  connectionId?: string | null | undefined;
  /** Approved posts without this account are kept, unless requested otherwise. */
  approvedPosts?: ApprovedPosts | undefined;
}

/**
 * Stores the result of checkConnection(), with its credentials encrypted. The same account again renews its
 * connection, healthy again. Owners and the operator only; needs a transaction.
 */
export async function addConnection(ctx: Context, input: AddConnectionInput): Promise<Connection> {
  assertTransaction(ctx);
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'manage');
  const { platform, connected, approvedPosts = 'keep' } = input;
  // Serialised per workspace, so two attempts do not create two connections.
  await lockUntilCommit(ctx.em, `connections/${workspace.id}`);
  const standing = await ctx.em.findOne(
    Connection,
    { workspaceId: workspace.id, platform, externalId: connected.externalId },
    // Locked, so what is recorded about the old credentials meanwhile does not outlive them.
    { orderBy: { id: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (input.connectionId && standing?.id !== input.connectionId) throw await otherAccount(ctx, input.connectionId, input);
  const connection = standing ?? newConnection(ctx, workspace, input);
  connection.handle = input.handle ?? connected.handle;
  connection.sealedCredentials = sealCredentials(ctx, connection.id, connected.credentials);
  connection.server = connected.server ?? null;
  connection.health = 'healthy';
  connection.healthMessage = null;
  connection.healthSentence = null;
  connection.disconnectedAt = null;
  // A successful sign-in shows that the network accepts the service again.
  if (connection.restReason === 'service_refused') Object.assign(connection, { restsUntil: null, restReason: null });
  connection.limits = connected.limits ?? connection.limits ?? null;
  connection.expiresAt = connected.expiresAt ? new Date(connected.expiresAt) : null;
  connection.endsAt = connected.endsAt ? new Date(connected.endsAt) : null;
  connection.endAnnounced = null;
  connection.grantedScopes = connected.scopes ?? null;
  connection.refreshLeasedUntil = null;
  connection.checkedAt = ctx.clock.now();
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: connection.accountId,
    action: standing ? 'connection.renewed' : 'connection.added',
    subjectId: connection.id,
    details: { platform, handle: connection.handle, externalId: connected.externalId, approvedPosts },
  });
  await gatesMayHaveOpened(ctx, connection.accountId);
  await ctx.queue.enqueueWaiting(ctx.em, { kind: 'retarget', connectionId: connection.id, approvedPosts, after: '' });
  return connection;
}

/** Never another account: posts approved for one would be published through the other. */
async function otherAccount(
  ctx: Context,
  connectionId: string,
  { workspaceId, platform, connected }: AddConnectionInput,
): Promise<DomainError> {
  const expected = await ctx.em.findOne(Connection, { id: connectionId, workspaceId, platform });
  if (!expected) return new DomainError('not_found');
  const message = say`That was ${connected.handle}, but this connection is ${expected.handle}. Sign in there as ${expected.handle}, or connect ${connected.handle} as an account of its own.`;
  return new DomainError('bad_user_input', { message });
}

function newConnection(ctx: Context, workspace: Workspace, { platform, connected }: AddConnectionInput): Connection {
  return ctx.em.create(Connection, {
    id: newId('con'),
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    platform,
    handle: connected.handle,
    externalId: connected.externalId,
    sealedCredentials: '',
    health: 'healthy',
    healthMessage: null,
    refreshLease: 0,
    createdAt: ctx.clock.now(),
    disconnectedAt: null,
  });
}

interface ConnectAccountInput extends Omit<AddConnectionInput, 'connected'> {
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

/** Identifies the account of the credentials. A network call: outside of transactions, after authorising. */
export async function checkConnection(ctx: Context, input: { platform: string; credentials: Credentials }): Promise<ConnectedAccount> {
  if (ctx.em.isInTransaction()) throw new Error('checkConnection() must run outside a transaction: it calls the platform.');
  const platform = findPlatform(ctx, input.platform);
  try {
    return await platform.connect(input.credentials);
  } catch (error) {
    if (error instanceof ConnectError) throw new DomainError(error.code, { message: error.words });
    throw error;
  }
}
