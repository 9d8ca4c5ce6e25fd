import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { workThrough } from '../db/database-faults.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { literal, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../languages/stored-message.ts';
import { areSameLimits } from '../platforms/network-rules.ts';
import { type AccountLimit, ConnectError, type Health, type Platform } from '../platforms/platform.ts';
import { Connection } from './connection.entity.ts';
import { freshCredentials } from './renew-credentials.ts';

/** The interval of checks per connection, and the maximum per run of each process. */
const CHECK_EVERY_MS = 6 * HOUR_MS;
/** Of accounts in communities, whose moderators change what they demand. */
const DEMANDS_EVERY_MS = HOUR_MS;
const MOST_AT_ONCE = 10;
const CHECK_MS = 15_000;
/**
 * Several checks before they expire: networks like Instagram renew nothing that has expired, and may be away for a
 * while.
 */
const RENEW_AHEAD_MS = 4 * CHECK_EVERY_MS;
/** How many days before its end an access is announced, each once. The last first: an end that is seen late is announced once. */
const ANNOUNCED_DAYS = [1, 7] as const;

/**
 * Scheduled task: asks platforms whether connections still work, and renews credentials that expire soon, so a
 * revoked one is noticed before a post is due; announces the ends that only a person can put off. Publishes nothing.
 */
export async function checkDueConnections(services: Services): Promise<{ checked: number; revoked: number }> {
  for (const days of ANNOUNCED_DAYS) await inTransaction(systemContext(services), (tx) => announceEnds(tx, days));
  const ids = await claimDue(services);
  let revoked = 0;
  // Serially: there is time, and platforms count calls.
  await workThrough(services.log, ids, { atOnce: 1, failure: 'a connection could not be checked' }, async (id) => {
    if (await checkOne(services, id)) revoked += 1;
  });
  return { checked: ids.length, revoked };
}

/** Records the event of every access that ends within these days, once. An archived workspace publishes nothing, and needs none. */
async function announceEnds(tx: Context, days: number): Promise<void> {
  const now = tx.clock.now();
  const rows = await query(
    tx.em,
    tables
      .updateTable('connections as c')
      .from('workspaces as w')
      .set({ end_announced: days })
      .whereRef('w.id', '=', 'c.workspace_id')
      .where('w.archived_at', 'is', null)
      .where('c.disconnected_at', 'is', null)
      .where('c.health', '<>', literal('revoked'))
      .where('c.ends_at', '>', now)
      .where('c.ends_at', '<=', new Date(now.getTime() + days * DAY_MS))
      .where(({ eb, or }) => or([eb('c.end_announced', 'is', null), eb('c.end_announced', '>', days)]))
      .returning(['c.id', 'c.account_id as accountId', 'c.workspace_id as workspaceId', 'c.platform', 'c.ends_at as endsAt']),
  );
  for (const { id, endsAt, platform, ...of } of rows)
    recordEvent(tx, { type: 'connection.ending', ...of, subjectId: id, data: { platform, ends_at: endsAt?.toISOString() ?? null } });
}

/** Marks them as checked first, so concurrent processes take others. */
async function claimDue({ orm, clock, platforms }: Services): Promise<string[]> {
  const now = clock.now();
  const demanding = [...platforms.values()].flatMap(({ id, hasDemands }) => (hasDemands ? [id] : [])).concat('');
  const rows = await query(
    orm.em.fork(),
    tables
      .updateTable('connections')
      .set({ checked_at: now })
      .where('id', 'in', ({ fn, selectFrom, val }) =>
        selectFrom('connections')
          .select('id')
          .where('disconnected_at', 'is', null)
          .where('health', '<>', literal('revoked'))
          .where(({ eb, or, and }) => {
            const checkedAt = fn.coalesce('checked_at', 'created_at');
            const isOlder = (ms: number) => eb(checkedAt, '<', val(new Date(now.getTime() - ms)));
            return or([isOlder(CHECK_EVERY_MS), and([isOlder(DEMANDS_EVERY_MS), eb('platform', 'in', demanding)])]);
          })
          .orderBy('checked_at', (order) => order.asc().nullsFirst())
          .limit(MOST_AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id'),
  );
  return rows.map(({ id }) => id);
}

/** Whether it turned out to be revoked. */
async function checkOne(services: Services, id: string): Promise<boolean> {
  const read = () => services.orm.em.fork().findOneOrFail(Connection, id);
  const found = await read();
  const platform = services.platforms.get(found.platform);
  if (!platform) return false;
  if (platform.refresh) await renewAhead(services, platform, found);
  // With the credentials that are checked, which may be new.
  const connection = await read();
  const health = await ask(services, id, async (signal) => platform.check(await freshCredentials(services, id, signal), signal));
  if (health.kind === 'healthy' && health.limits) await keepLimits(services, connection, health.limits);
  if (health.kind !== 'revoked') return false;
  const marked = await inTransaction(systemContext(services), (tx) => markBroken(tx, connection, 'revoked', fromStoredMessage(health)));
  return marked === 'news';
}

/**
 * A failed renewal says nothing about the account, as long as its credentials are valid. One that the network refuses
 * is not repeated before they expire: unless the person signs in again, the access ends then.
 */
async function renewAhead(services: Services, { label, renewsAheadDays }: Platform, connection: Connection): Promise<void> {
  const { id, sealedCredentials, expiresAt, endsAt } = connection;
  if (expiresAt && endsAt && endsAt <= expiresAt) return;
  const aheadMs = renewsAheadDays ? renewsAheadDays * DAY_MS : RENEW_AHEAD_MS;
  try {
    await freshCredentials(services, id, AbortSignal.timeout(CHECK_MS), { aheadMs });
  } catch (err) {
    services.log.info({ err, connectionId: id }, 'credentials could not be renewed before their expiry');
    if (!(err instanceof ConnectError) || !expiresAt || expiresAt <= services.clock.now()) return;
    const reason = asHealth(say`${label} refused to renew the access: ${err.words}`);
    const same = { id, sealedCredentials, health: 'healthy', disconnectedAt: null } as const;
    await services.orm.em.fork().nativeUpdate(Connection, same, { endsAt: expiresAt, endAnnounced: null, ...reason });
  }
}

/** Only where the figures differ: the day of the first reading stays with them. */
async function keepLimits({ orm }: Services, { id, limits }: Connection, serverLimits: AccountLimit[]): Promise<void> {
  if (limits && areSameLimits(limits, serverLimits)) return;
  await orm.em.fork().nativeUpdate(Connection, { id, disconnectedAt: null }, { limits: serverLimits });
}

async function ask(services: Services, connectionId: string, check: (signal: AbortSignal) => Promise<Health>): Promise<Health> {
  try {
    return await check(AbortSignal.timeout(CHECK_MS));
  } catch (error) {
    if (error instanceof ConnectError) return { kind: 'revoked', ...toStoredMessage(error.words) };
    services.log.warn({ err: error, connectionId }, 'a connection could not be checked');
    return { kind: 'unclear', message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Records that a connection does not work until a person connects it again. `outdated`: that happened, or its credentials
 * were renewed, since they were read, so nothing is recorded; without credentials they were not read. `known`: it was
 * recorded before.
 */
export async function markBroken(
  tx: Context,
  { id, sealedCredentials }: { id: string; sealedCredentials?: string | undefined },
  health: 'failing' | 'revoked',
  words: LocalizedMessage,
  details: Record<string, unknown> = {},
): Promise<'news' | 'known' | 'outdated'> {
  const connection = await tx.em.findOne(
    Connection,
    { id, ...(sealedCredentials && { sealedCredentials }), disconnectedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!connection) return 'outdated';
  if (connection.health === health) return 'known';
  Object.assign(connection, { health, ...asHealth(words) });
  recordDegradedEvent(tx, connection);
  await tx.em.flush();
  await recordAudit(tx, { accountId: connection.accountId, action: 'connection.failed', subjectId: id, details: { health, ...details } });
  return 'news';
}

/** Records the event that an account no longer works. */
function recordDegradedEvent(ctx: Context, { id, accountId, workspaceId, platform, health }: Connection): void {
  recordEvent(ctx, { type: 'connection.degraded', accountId, workspaceId, subjectId: id, data: { platform, state: health } });
}

/** The row's columns for what is wrong with a connection. */
export function asHealth(words: LocalizedMessage): Pick<Connection, 'healthMessage' | 'healthSentence'> {
  const { message, sentence } = toStoredMessage(words);
  return { healthMessage: message, healthSentence: sentence };
}
