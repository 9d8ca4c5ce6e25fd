import { setTimeout as wait } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { endAlert, openAlert, REPORTED } from '../access/notices.ts';
import { HOUR_MS } from '../clock.ts';
import { clientSettings, OAUTH_CLIENT_PLATFORMS } from '../config/oauth-clients-config.ts';
import type { Services } from '../context.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { withRetries } from '../db/retry-transaction.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { systemContext } from '../db/system-context.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { gatesMayHaveOpened } from '../events/gates-may-have-opened.ts';
import { type LocalizedMessage, namesOf, say } from '../languages/sentence.ts';
import { ConnectError, type Credentials, type Platform, type Renewed } from '../platforms/platform.ts';
import { Connection } from './connection.entity.ts';

/** Credentials are bound to their row and column: moved elsewhere they do not open. */
export function credentialsPlace(connectionId: string): string {
  return `connections/${connectionId}/credentials`;
}

export function sealCredentials({ sealer }: Pick<Services, 'sealer'>, connectionId: string, credentials: Credentials): string {
  return sealer.seal(JSON.stringify(credentials), credentialsPlace(connectionId));
}

const UNREADABLE = say`The stored credentials cannot be opened: they were changed, or sealed with another master key.`;

/** Thrown if stored credentials are useless, whatever the platform would say. */
export class UnreadableCredentialsError extends Error {}

/** The plain credentials, for the moment of a call to the platform. Throws when they were tampered with. */
export function openCredentials(
  { sealer }: Pick<Services, 'sealer'>,
  connection: Pick<Connection, 'id' | 'sealedCredentials'>,
): Credentials {
  try {
    return JSON.parse(sealer.open(connection.sealedCredentials, credentialsPlace(connection.id))) as Credentials;
  } catch {
    throw new UnreadableCredentialsError(String(UNREADABLE));
  }
}

/** Renewed this long before they expire, so none expire while sending. */
const MARGIN_MS = 5 * 60_000;
/** The time limit of the call that renews. */
const RENEW_MS = 15_000;
/** The lease of a renewal, longer than the call and the retries that store its result; after it another process may renew. */
const LEASE_MS = 90_000;
/** How long others wait for it. */
const WAIT_MS = 30_000;
const LOOK_AGAIN_MS = 100;

const ANOTHER_IS_DONE_SECONDS = 5;

/** A connection's credentials as stored. */
export type Sealed = Pick<Connection, 'id' | 'platform' | 'sealedCredentials' | 'expiresAt' | 'health'>;
export type ReadSealed = (connectionId: string) => Promise<Sealed | null>;

const SEALED = prepared(({ connections }: Places<{ connections: BoundValue }>) =>
  tables
    .selectFrom('connections')
    .select(['id', 'platform', 'sealed_credentials as sealedCredentials', 'expires_at as expiresAt', 'health'])
    .where('id', '=', anyOf(connections)),
);

/** By connection id; before every call, and so without the detours of the unit of work. */
export async function readSealed({ orm }: Services, connectionIds: readonly string[]): Promise<Map<string, Sealed>> {
  const rows = await query(forkAsOwner(orm), SEALED({ connections: idsOf(connectionIds) }));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Credentials cannot be renewed now, but perhaps later; without a known time, at growing intervals. */
export class RefreshPendingError extends Error {
  readonly retryAfterSeconds: number | null;

  /** `message` is its English. */
  readonly words: LocalizedMessage;

  constructor(words: LocalizedMessage, retryAfterSeconds: number | null = null) {
    super(String(words));
    this.words = words;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The network refuses the service itself: the account is fine, and its members cannot fix it. Operators have been
 * alerted.
 */
export class ServiceRefusedError extends RefreshPendingError {}

interface FreshOptions {
  read?: ReadSealed | undefined;
  /** Renews credentials that expire within this time. */
  aheadMs?: number;
}

/**
 * A connection's credentials, renewed if they expire soon: by one process only, since many refresh tokens work once;
 * others wait for it. No transaction is open during the call. Throws ConnectError if the platform refuses the
 * account, ServiceRefusedError if it refuses the service.
 */
export async function freshCredentials(
  services: Services,
  connectionId: string,
  signal: AbortSignal,
  { read = async (id) => (await readSealed(services, [id])).get(id) ?? null, aheadMs = MARGIN_MS }: FreshOptions = {},
): Promise<Credentials> {
  const until = Date.now() + WAIT_MS;
  let hasRenewed = false;
  for (;;) {
    const connection = await read(connectionId);
    if (!connection) throw new Error(`There is no connection ${connectionId}.`);
    const refresh = services.platforms.get(connection.platform)?.refresh ?? null;
    if (!refresh || hasRenewed || !endsWithin(services, connection, aheadMs)) return openCredentials(services, connection);
    const lease = await takeRefreshLease(services, connection.id, aheadMs);
    if (lease !== null) {
      await renew(services, connectionId, lease, refresh);
      // Even if these expire soon: new credentials are not renewed at once.
      hasRenewed = true;
    } else if (signal.aborted || Date.now() > until) {
      throw new RefreshPendingError(say`Another process is renewing the credentials.`, ANOTHER_IS_DONE_SECONDS);
    } else await wait(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
}

/** Whether the next call renews a connection's credentials first. */
export async function areDue(services: Services, connectionId: string): Promise<boolean> {
  const connection = (await readSealed(services, [connectionId])).get(connectionId);
  return (
    connection !== undefined && services.platforms.get(connection.platform)?.refresh != null && endsWithin(services, connection, MARGIN_MS)
  );
}

/**
 * The credentials are read under the lease: those from before it may be used up already. A call that has begun is not given up,
 * and its result is stored with retries: the network may have issued a new refresh token, and ended the old one.
 */
async function renew(services: Services, id: string, lease: number, refresh: NonNullable<Platform['refresh']>): Promise<void> {
  const owned = (await readSealed(services, [id])).get(id);
  if (!owned) throw new Error(`There is no connection ${id}.`);
  try {
    const credentials = openCredentials(services, owned);
    const renewed = await refresh(credentials, AbortSignal.timeout(RENEW_MS));
    await withRetries(services, () => keepRenewed(services, owned, renewed));
    await noteServiceTaken(services, owned.platform, 'renewing');
  } catch (error) {
    await releaseLease(services, id, lease);
    if ((await noteServiceRefused(services, owned.platform, 'renewing', error)) && error instanceof ConnectError) {
      const label = services.platforms.get(owned.platform)?.label ?? owned.platform;
      throw new ServiceRefusedError(say`${label} rejects this service for all accounts. ${error.words}`);
    }
    // A refusal of the account is final. Other failures are retried by the next caller.
    if (error instanceof ConnectError || error instanceof UnreadableCredentialsError) throw error;
    throw new RefreshPendingError(error instanceof Error ? error.message : String(error));
  }
}

function endsWithin({ clock }: Services, { expiresAt }: Sealed, aheadMs: number): boolean {
  return expiresAt != null && expiresAt.getTime() - clock.now().getTime() < aheadMs;
}

/** One conditional update: of any number of processes, one gets the lease. */
async function takeRefreshLease({ orm, clock }: Services, id: string, aheadMs: number): Promise<number | null> {
  const now = clock.now();
  const [row] = await query(
    forkAsOwner(orm),
    tables
      .updateTable('connections')
      .set(({ ref }) => ({
        refresh_lease: sql<number>`${ref('refresh_lease')} + 1`,
        refresh_leased_until: new Date(now.getTime() + LEASE_MS),
      }))
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('refresh_leased_until', 'is', null), eb('refresh_leased_until', '<', now)]))
      .where('expires_at', '<', new Date(now.getTime() + aheadMs))
      .returning('refresh_lease'),
  );
  return row?.refresh_lease ?? null;
}

/** Networks that give the time until the end name it a little differently at each renewal. */
const SAME_END_MS = HOUR_MS;

/**
 * Only in place of the credentials that were renewed: a reconnection's are newer. The lease may have passed to another
 * process meanwhile, which then has only what is used up: a refusal recorded since they were read was of the old credentials.
 * One from before remains, with its reason: new credentials do not prove that the network takes them.
 */
async function keepRenewed(services: Services, old: Sealed, { credentials, ...renewed }: Renewed): Promise<void> {
  await inTransaction(systemContext(services), async (tx) => {
    const connection = await tx.em.findOne(
      Connection,
      { id: old.id, sealedCredentials: old.sealedCredentials, disconnectedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!connection) return;
    const { health, expiresAt, endsAt = null } = connection;
    connection.sealedCredentials = sealCredentials(services, connection.id, credentials);
    connection.expiresAt = renewed.expiresAt ? new Date(renewed.expiresAt) : null;
    connection.refreshLeasedUntil = null;
    // An end with the old credentials was that of a refused renewal.
    const keptEnd = endsAt?.getTime() === expiresAt?.getTime() ? null : endsAt;
    connection.endsAt = renewed.endsAt ? new Date(renewed.endsAt) : keptEnd;
    const isSameEnd = endsAt && connection.endsAt && Math.abs(connection.endsAt.getTime() - endsAt.getTime()) < SAME_END_MS;
    if (!isSameEnd) connection.endAnnounced = null;
    if (old.health === 'healthy') Object.assign(connection, { health: 'healthy', healthMessage: null, healthSentence: null });
    await tx.em.flush();
    if (connection.health !== health) await gatesMayHaveOpened(tx, connection.accountId);
  });
}

async function releaseLease(services: Services, id: string, lease: number): Promise<void> {
  await forkAsOwner(services.orm).nativeUpdate(Connection, { id, refreshLease: lease }, { refreshLeasedUntil: null });
}

type Asked = 'connecting' | 'renewing';

/** A renewal that works without the registration proves nothing about it, and has its own alert. */
function idOf({ platforms }: Services, platform: string, asked: Asked): string {
  const isOfItsOwn = asked === 'renewing' && !platforms.get(platform)?.renewsByClient;
  return `${REPORTED}${platform}${isOfItsOwn ? '/renewing' : ''}`;
}

/**
 * Alerts operators if a network refuses the service itself, so no account can connect there. Ignores other errors.
 * Returns whether it was that, so no account is blamed.
 */
export async function noteServiceRefused(services: Services, platform: string, asked: Asked, error: unknown): Promise<boolean> {
  const registered = OAUTH_CLIENT_PLATFORMS.find((id) => id === platform);
  if (!registered || !(error instanceof ConnectError && error.isServiceRefused)) return false;
  // A missing registration is found by a check, and has its own alert.
  if (services.platforms.get(platform)?.oauth?.missing != null) return true;
  const label = services.platforms.get(platform)?.label ?? platform;
  const settings = namesOf(clientSettings(registered));
  const message = say`${label} rejects this service, so no account can be connected there. ${error.message} Check ${settings}, and restart.`;
  await openAlert(
    forkAsOwner(services.orm),
    { id: idOf(services, platform, asked), kind: 'network_refused', message },
    services.clock.now(),
  );
  return true;
}

/** Clears the alert once the network accepts the service; connecting proves renewal too. */
export async function noteServiceTaken(services: Services, platform: string, asked: Asked): Promise<void> {
  const shown: Asked[] = asked === 'connecting' ? ['connecting', 'renewing'] : ['renewing'];
  const ids = new Set(shown.map((each) => idOf(services, platform, each)));
  for (const id of ids) await endAlert(forkAsOwner(services.orm), id, services.clock.now());
}
