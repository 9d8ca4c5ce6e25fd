import { setTimeout as pause } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { createOrm } from './orm.ts';
import type { Standby } from './reading/standby.ts';
import { forkAsOwner, forkFor } from './row-security/tenant-session.ts';
import { SERVICE_LIMITS } from './time-limits.ts';

export interface StandbyOptions {
  url: string;
  /** The primary. */
  orm: MikroORM;
  log: Logger;
}

/** A standby nearby is a few milliseconds behind; reading from the primary hardly takes longer than this. */
const MOST_BEHIND_MS = 50;
const LOOK_EVERY_MS = 5;
/** A healthy standby has reported its position within this time. */
const ANSWERS_WITHIN_MS = 1_000;
/**
 * A standby that is further behind, or does not respond, is skipped for a while instead of being tried by
 * every request.
 */
const CATCHES_UP_MS = 1_000;
const REST_MS = 10_000;
/** Only lists are read there. */
const CONNECTIONS = 10;

export function openStandby({ url, orm, log }: StandbyOptions): Standby {
  const standby = createOrm({ url, poolSize: CONNECTIONS, applicationName: 'countersign reading', limits: SERVICE_LIMITS });
  let restsUntil = 0;

  async function has(position: string): Promise<boolean> {
    const [row] = await forkAsOwner(standby).execute<{ is_standby: boolean; is_there: boolean }[]>(
      'select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() >= ?::pg_lsn as is_there',
      [position],
    );
    // A promoted one may have diverged from the primary since.
    if (!row?.is_standby) throw new Error('DATABASE_READ_URL leads to no standby.');
    return row.is_there;
  }

  async function hasSoon(position: string): Promise<boolean> {
    const deadline = Date.now() + MOST_BEHIND_MS;
    while (!(await has(position))) {
      if (Date.now() > deadline) {
        restsUntil = Date.now() + CATCHES_UP_MS;
        return false;
      }
      await pause(LOOK_EVERY_MS);
    }
    return true;
  }

  function turnFrom(error: unknown): void {
    restsUntil = Date.now() + REST_MS;
    log.warn({ err: error }, `The standby cannot be used: lists are read from the primary for ${REST_MS / 1_000} seconds.`);
  }

  return {
    async forksFor(actor) {
      if (Date.now() < restsUntil) return null;
      try {
        const [row] = await forkAsOwner(orm).execute<{ position: string }[]>('select pg_current_wal_flush_lsn()::text as position');
        return row && (await inTime(hasSoon(row.position))) ? () => forkFor(standby, actor) : null;
      } catch (error) {
        turnFrom(error);
        return null;
      }
    },
    turnFrom,
    close: () => standby.close(),
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(ANSWERS_WITHIN_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error(`The standby has not answered within ${ANSWERS_WITHIN_MS} ms.`);
  });
  // The loser of the race has no one left to handle its rejection.
  answer.catch(() => {});
  late.catch(() => {});
  return Promise.race([answer, late]).finally(() => over.abort());
}
