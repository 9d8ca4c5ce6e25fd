import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { AuditHead, AuditLink, AuditRoll } from './audit.entities.ts';
import type { RollHead } from './checkpoint.ts';
import { findBeginning, headMac, isTrueHead, linkHash, ROLLS, recordAudit, rollHash, type Step } from './record-audit.ts';

/**
 * An arbitrary constant, combined with the account's hash: the advisory lock for appending to the account's chain. No
 * request ever waits for it.
 */
const SEAL_LOCK = 4_210_979;

const BATCH = 500;

/**
 * Ids are assigned when an entry is written, so one that becomes visible much later belongs to a very long
 * transaction.
 */
const LATEST_COMMIT_MS = HOUR_MS;

type Sealing = Pick<Services, 'orm' | 'sealer' | 'log' | 'checkpoint'>;

/**
 * Links every committed entry without a link, and returns how many. Visibility counts, not the id: a late
 * commit gets a later position. The regular run looks back an hour before the newest link; `everything` reads
 * the whole log. A chain whose end does not match is not extended: that would hide the truncation.
 */
export async function sealAudit(services: Sealing, options: { everything?: boolean } = {}): Promise<number> {
  const { orm, log, sealer, checkpoint } = services;
  const forgotten = await findForgotten(orm.em.fork(), sealer, await checkpoint.read());
  if (forgotten) {
    log.error({ event: 'audit_tampered' }, `${forgotten} Nothing is sealed. Compare it with a backup, and run "cs audit verify".`);
    return 0;
  }
  const after = options.everything ? '' : await lookBackTo(orm.em.fork());
  let total = 0;
  for (const accountId of await listUnsealed(orm.em.fork(), after)) {
    let sealed: number | null;
    do {
      sealed = await orm.em.fork().transactional((em) => sealBatch(em as EntityManager, sealer, { accountId, after }));
      if (sealed === null) {
        log.error(
          { event: 'audit_tampered', accountId },
          'An audit log was truncated or replaced and is not continued. Run "cs audit verify".',
        );
      }
      total += sealed ?? 0;
    } while (sealed === BATCH);
  }
  await rollHeads(services);
  return total;
}

async function listUnsealed(em: EntityManager, after: string): Promise<string[]> {
  const rows = await query(
    em,
    tables
      .selectFrom('audit_entries as e')
      .distinct()
      .select(sql<string>`coalesce(e.account_id, '')`.as('account_id'))
      .where('e.id', '>', after)
      .where(({ exists, not, selectFrom }) => not(exists(selectFrom('audit_links as l').whereRef('l.entry_id', '=', 'e.id'))))
      .orderBy(sql`1`),
  );
  return rows.map(({ account_id }) => account_id);
}

/** Locks the chain against appends and cuts until the transaction ends. */
export async function lockChain(em: EntityManager, chain: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [SEAL_LOCK, chain]);
}

/** Null if the chain's end does not match its record. */
async function sealBatch(
  em: EntityManager,
  sealer: Sealer,
  { accountId, after }: { accountId: string; after: string },
): Promise<number | null> {
  await lockChain(em, accountId);
  const entries = await query(
    em,
    tables
      .selectFrom('audit_entries as e')
      .select(['e.id', 'e.mac'])
      .where('e.account_id', accountId === '' ? 'is' : '=', accountId === '' ? null : accountId)
      .where('e.id', '>', after)
      .where(({ exists, not, selectFrom }) => not(exists(selectFrom('audit_links as l').whereRef('l.entry_id', '=', 'e.id'))))
      .orderBy('e.id')
      .limit(BATCH),
  );
  if (entries.length === 0) return 0;
  let last = await findVerifiedEnd(em, sealer, accountId);
  if (!last) return null;

  const links: AuditLink[] = [];
  for (const entry of entries) {
    const link: Omit<AuditLink, 'hash'> = { accountId, seq: last.seq + 1, entryId: entry.id, entryMac: entry.mac, prevHash: last.hash };
    last = { seq: link.seq, hash: linkHash(sealer, link) };
    links.push({ ...link, hash: last.hash } as AuditLink);
  }
  await em.insertMany(AuditLink, links);
  await em.upsert(AuditHead, { accountId, ...last, mac: headMac(sealer, { accountId, ...last }) });
  return entries.length;
}

/** The end of the chain, if its last link, the record of its end and the rollup chain agree on it. */
async function findVerifiedEnd(em: EntityManager, sealer: Sealer, accountId: string): Promise<Step | null> {
  const [link] = await em.find(AuditLink, { accountId }, { orderBy: { seq: 'desc' }, limit: 1 });
  const last: Step | null = link ? { seq: link.seq, hash: link.hash } : await findBeginning(em, sealer, accountId);
  if (!last) return null;
  const head = await em.findOne(AuditHead, { accountId });
  if (!isTrueHead(sealer, head, last) || (link && link.hash !== linkHash(sealer, link))) return null;
  const [roll] = await em.find(AuditRoll, { accountId }, { orderBy: { accountSeq: 'desc' }, limit: 1 });
  if (roll && roll.accountSeq > last.seq) return null;
  return last;
}

/** The lowest possible id of an entry one hour before the newest sealed one. */
async function lookBackTo(em: EntityManager): Promise<string> {
  const [row] = await query(
    em,
    tables.selectFrom('audit_links').select(({ fn }) => fn.max('entry_id').as('id')),
  );
  const hex = /^aud_([0-9a-f]{8})-([0-9a-f]{4})-/.exec(row?.id ?? '');
  if (!hex) return '';
  // The first 48 bits of a UUIDv7 are its time in milliseconds.
  const bound = Number.parseInt(`${hex[1]}${hex[2]}`, 16) - LATEST_COMMIT_MS;
  const digits = Math.max(bound, 0).toString(16).padStart(12, '0');
  return `aud_${digits.slice(0, 8)}-${digits.slice(8)}`;
}

const TELL_EVERY_MS = DAY_MS;

/**
 * Scheduled task: seals new entries, and once a day writes the audit log's checkpoint into the operator's log. With
 * that line `cs audit verify --head` detects an older copy even if this machine's own checkpoint was restored with
 * it. The first run of a process, and one after a failure, then read the whole log, too: an unfinished run may have left
 * older entries of some chains. If that fails, as of a log too long for one statement, the next runs seal what is new, and
 * it is tried again after an hour.
 */
export function createAuditJob(): (services: Services) => Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let isComplete = false;
  let wholeDueAt = Number.NEGATIVE_INFINITY;
  return async (services) => {
    const now = services.clock.now().getTime();
    const wasComplete = isComplete;
    isComplete = false;
    await sealAudit(services);
    isComplete = wasComplete;
    if (!isComplete && now >= wholeDueAt) {
      wholeDueAt = now + HOUR_MS;
      await sealAudit(services, { everything: true });
      isComplete = true;
      wholeDueAt = now;
    }
    if (now - reportedAt < TELL_EVERY_MS) return;
    const head = await services.checkpoint.read();
    if (!head) return;
    services.log.info({ event: 'audit_head', head: `${head.seq}:${head.hash}` }, 'Head of the audit log.');
    reportedAt = now;
  };
}

/**
 * Accepts an older copy of the log that the operator has restored: updates this machine's checkpoint and records that
 * in the log. Until then nothing is sealed, since rolling the log back must not go unnoticed.
 */
export async function adoptAudit(ctx: Context): Promise<{ from: RollHead | null; to: RollHead | null }> {
  const from = await ctx.checkpoint.read();
  const to = await readLastRoll(ctx.orm.em.fork());
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { accountId: null, action: 'audit.adopted', subjectId: 'audit', details: { from, to } }),
  );
  await ctx.checkpoint.write(to ?? null);
  await sealAudit(ctx, { everything: true });
  return { from, to };
}

/** An arbitrary constant: the advisory lock for appending to the rollup chain. No request ever waits for it. */
const ROLL_LOCK = 4_210_978;

/** Adds the ends of all changed chains to the rollup chain, and stores its end outside the database. */
async function rollHeads({ orm, sealer, checkpoint }: Pick<Services, 'orm' | 'sealer' | 'checkpoint'>): Promise<RollHead | null> {
  const last = await orm.em.fork().transactional((em) => roll(em as EntityManager, sealer));
  if (last) await checkpoint.write({ seq: last.seq, hash: last.hash });
  return last;
}

async function roll(em: EntityManager, sealer: Sealer): Promise<RollHead | null> {
  await lockRolls(em);
  const grown = await query(
    em,
    tables
      .selectFrom('audit_heads as h')
      .select('h.account_id')
      .where(({ eb, fn, selectFrom, val }) =>
        eb(
          'h.seq',
          '>',
          fn.coalesce(
            selectFrom('audit_rolls as r')
              .select((of) => of.fn.max('r.account_seq').as('seq'))
              .whereRef('r.account_id', '=', 'h.account_id'),
            selectFrom('audit_cuts as c').select('c.seq').whereRef('c.account_id', '=', 'h.account_id'),
            val(0),
          ),
        ),
      )
      .orderBy('h.account_id'),
  );
  let last = await readLastRoll(em);
  const heads = await em.find(AuditHead, { accountId: grown.map(({ account_id }) => account_id) }, { orderBy: { accountId: 'asc' } });
  const rows = heads
    // A forged head is skipped: including it would make it valid; verification reports it.
    .filter((head) => head.mac === headMac(sealer, head))
    .map(({ accountId, seq: accountSeq, hash: accountHash }) => {
      const row = { seq: (last?.seq ?? 0) + 1, accountId, accountSeq, accountHash, prevHash: last?.hash ?? '' };
      last = { seq: row.seq, hash: rollHash(sealer, row) };
      return { ...row, hash: last.hash };
    });
  if (rows.length > 0) await em.insertMany(AuditRoll, rows);
  return last;
}

/** Locks the rollup chain against appends and cuts until the transaction ends. */
export async function lockRolls(em: EntityManager): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?)', [ROLL_LOCK]);
}

/** The end of the rollup chain in the database. */
export async function readLastRoll(em: EntityManager): Promise<RollHead | null> {
  const [row] = await em.find(AuditRoll, {}, { orderBy: { seq: 'desc' }, limit: 1 });
  return row ? { seq: row.seq, hash: row.hash } : null;
}

/** Why a checkpoint does not match the rollup chain, in one sentence; null if it does. */
export async function findForgotten(em: EntityManager, sealer: Sealer, remembered: RollHead | null): Promise<string | null> {
  if (!remembered) return null;
  const row = await em.findOne(AuditRoll, { seq: remembered.seq });
  if (row?.hash === remembered.hash) return null;
  // Dropped rollups cannot be compared; the truncation record shows that they existed.
  const beginning = row ? null : await findBeginning(em, sealer, ROLLS);
  if (beginning && remembered.seq < beginning.seq) return null;
  if (beginning?.seq === remembered.seq && beginning.hash === remembered.hash) return null;
  return row
    ? `The audit log differs from this machine’s checkpoint at position ${remembered.seq}.`
    : `The audit log ends before this machine’s checkpoint, position ${remembered.seq}: entries are missing.`;
}
