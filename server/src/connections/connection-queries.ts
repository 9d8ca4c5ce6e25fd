import { requireWorkspace, requireWorkspaceOrArchived } from '../access/authorise.ts';
import { requireRecentIfPerson } from '../access/sessions/require-recent-sign-in.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context, Services } from '../context.ts';
import { workThrough } from '../db/database-faults.ts';
import { query } from '../db/reading/query.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { systemContext } from '../db/system-context.ts';
import { tables } from '../db/tables.ts';
import { assertTransaction, lockUntilCommit } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { type Platform, SIDE_FEATURES, type SideFeature } from '../platforms/platform.ts';
import { Connection } from './connection.entity.ts';
import { openCredentials, type Sealed, sealCredentials } from './renew-credentials.ts';

/** A connection without its credentials, which only the worker reads. */
export type ConnectionView = Omit<Connection, 'sealedCredentials'>;

/** The connections of a workspace that were not disconnected, oldest first; those that the caller may see. */
export async function listConnections(ctx: Context, workspaceId: string): Promise<ConnectionView[]> {
  await requireWorkspace(ctx, workspaceId, 'read');
  const connections = await ctx.em.find(Connection, { workspaceId, disconnectedAt: null }, { orderBy: { id: 'asc' } });
  return connections.filter((connection) => maySee(ctx, connection));
}

/** A sandbox-only grant can use no live account, and sees none. */
export function maySee({ actor }: Context, { platform }: Pick<Connection, 'platform'>): boolean {
  return actor.kind !== 'agent' || !actor.isSandboxOnly || platform === 'sandbox';
}

/** Refuses a sandbox-only grant what concerns a live account. */
export function requireSight(ctx: Context, at: Pick<Connection, 'platform'>): void {
  if (ctx.actor.kind !== 'agent' || maySee(ctx, at)) return;
  throw new DomainError('invalid_state', {
    message: say`The grant of ${ctx.actor.agentName} publishes to the sandbox only.`,
    remedy: 'Ask an owner to grant access to live networks, or have a person do it.',
  });
}

/** Connections by id, including disconnected ones. One query; the caller has authorised it. */
export async function connectionsByIds(ctx: Context, ids: readonly string[]): Promise<Map<string, ConnectionView>> {
  if (ids.length === 0) return new Map();
  const connections = await ctx.em.find(Connection, { id: { $in: [...new Set(ids)] } }, { refresh: true });
  return new Map(connections.map((connection) => [connection.id, connection]));
}

/** A workspace's current and former connections on one platform, for publications through them. */
export async function listConnectionsEver(ctx: Context, workspaceId: string, platform: string): Promise<ConnectionView[]> {
  await requireWorkspace(ctx, workspaceId, 'read');
  return ctx.em.find(Connection, { workspaceId, platform });
}

/** The oldest working account, by `workspace/platform`. One query; the caller has authorised it. */
export async function workingConnections(
  ctx: Context,
  places: readonly { workspaceId: string; platform: string }[],
): Promise<Map<string, ConnectionView>> {
  if (places.length === 0) return new Map();
  const where = {
    workspaceId: { $in: [...new Set(places.map(({ workspaceId }) => workspaceId))] },
    platform: { $in: [...new Set(places.map(({ platform }) => platform))] },
  };
  const working = await ctx.em.find(
    Connection,
    { ...where, health: 'healthy', disconnectedAt: null },
    { orderBy: { id: 'desc' }, refresh: true },
  );
  return new Map(working.map((connection) => [`${connection.workspaceId}/${connection.platform}`, connection]));
}

/** The platform of that name; one that is not known is refused with those that are. */
export function findPlatform({ platforms }: Pick<Context, 'platforms'>, id: string): Platform {
  const platform = platforms.get(id);
  if (platform) return platform;
  throw new DomainError('unknown_platform', { message: `There is no platform "${id}"; there are ${[...platforms.keys()].join(', ')}.` });
}

/** A connection's platform with the limits of its server, if any; undefined if the service lacks it. */
export function platformOf(
  platforms: ReadonlyMap<string, Platform>,
  { platform: id, limits }: Pick<Connection, 'platform' | 'limits'>,
): Platform | undefined {
  const platform = platforms.get(id);
  return limits?.length && platform?.withLimits ? platform.withLimits(limits) : platform;
}

/** The side features whose permission was not given at the sign-in; none where the network does not say. */
export function withheldFeatures(
  platforms: ReadonlyMap<string, Platform>,
  { platform, grantedScopes }: Pick<Connection, 'platform' | 'grantedScopes'>,
): SideFeature[] {
  const sideScopes = platforms.get(platform)?.oauth?.sideScopes ?? {};
  return SIDE_FEATURES.filter((feature) => {
    const scope = sideScopes[feature];
    return scope !== undefined && grantedScopes != null && !grantedScopes.includes(scope);
  });
}

/** What does not work for that reason, and the remedy; null if everything does. */
export function withheldMessage(features: readonly SideFeature[]): Sentence | null {
  const [first] = features;
  if (!first) return null;
  if (features.length > 1)
    return say`First comments and figures do not work: their permissions were not given at the sign-in. Connect the account again and allow them.`;
  return first === 'metrics'
    ? say`Figures are not read: their permission was not given at the sign-in. Connect the account again and allow it.`
    : say`First comments do not work: their permission was not given at the sign-in. Connect the account again and allow it.`;
}

/** A connection that was disconnected, and what its network can revoke; null if there is nothing. */
export interface Disconnected {
  connection: Connection;
  held: Sealed | null;
}

/**
 * Deletes a connection's credentials; nothing more is published through it. Idempotent. The access at the network is
 * ended by revokeCredentials(), after the commit.
 */
export async function disconnect(ctx: Context, connectionId: string): Promise<Disconnected> {
  assertTransaction(ctx);
  const found = await ctx.em.findOne(Connection, connectionId);
  if (!found) throw new DomainError('not_found');
  await requireWorkspaceOrArchived(ctx, found.workspaceId, 'manage');
  await requireRecentIfPerson(ctx);
  // As in addConnection(): with a reconnection at the same time, the last one counts, with its own credentials.
  await lockUntilCommit(ctx.em, `connections/${found.workspaceId}`);
  const connection = await ctx.em.findOneOrFail(Connection, connectionId, { refresh: true });
  if (connection.disconnectedAt) return { connection, held: null };
  const held = ctx.platforms.get(connection.platform)?.revoke ? sealedOf(connection) : null;
  connection.disconnectedAt = ctx.clock.now();
  // The row stays, for the history of publications; the secrets do not.
  connection.sealedCredentials = sealCredentials(ctx, connection.id, {});
  await ctx.em.flush();
  await recordAudit(ctx, {
    accountId: connection.accountId,
    action: 'connection.disconnected',
    subjectId: connection.id,
    details: { platform: connection.platform, handle: connection.handle },
  });
  return { connection, held };
}

const sealedOf = ({ id, platform, sealedCredentials, expiresAt = null, health }: Connection): Sealed => ({
  id,
  platform,
  sealedCredentials,
  expiresAt,
  health,
});

/** Short: the account is disconnected already, and a person waits. */
const REVOKE_MS = 5_000;

/** Ends the access at the networks of everything that an account has connected, before its rows are deleted. */
export async function revokeAllOf(services: Services, accountId: string): Promise<void> {
  const connected = await systemContext(services).em.find(Connection, { accountId, disconnectedAt: null });
  const about = new Map(connected.map((connection) => [connection.id, connection]));
  await workThrough(services.log, [...about.keys()], { atOnce: 5, failure: 'credentials could not be revoked' }, async (id) => {
    const connection = about.get(id);
    if (connection) await revokeCredentials(services, sealedOf(connection), connection);
  });
}

/**
 * Asks the network to revoke credentials that are no longer used here; call it after the commit. It may fail: they are
 * deleted here in any case. An account that another workspace has connected keeps its access, which some networks end as
 * a whole.
 */
export async function revokeCredentials(
  services: Services,
  held: Sealed | null,
  { id, platform, externalId }: Pick<Connection, 'id' | 'platform' | 'externalId'>,
): Promise<void> {
  const { revoke } = services.platforms.get(platform) ?? {};
  if (!held || !revoke) return;
  try {
    if (await isConnected(services, platform, externalId)) return;
    await revoke(openCredentials(services, held), AbortSignal.timeout(REVOKE_MS));
  } catch (err) {
    services.log.info({ err, connectionId: id }, 'credentials could not be revoked at the network');
  }
}

/** In any workspace but those of accounts that are being erased. */
async function isConnected({ orm }: Services, platform: string, externalId: string): Promise<boolean> {
  const [row] = await query(
    forkAsOwner(orm),
    tables
      .selectFrom('connections')
      .innerJoin('accounts', 'accounts.id', 'connections.account_id')
      .select('connections.id')
      .where('connections.platform', '=', platform)
      .where('connections.external_id', '=', externalId)
      .where('connections.disconnected_at', 'is', null)
      .where('accounts.erasing_at', 'is', null)
      .limit(1),
  );
  return row !== undefined;
}
