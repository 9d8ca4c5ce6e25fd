import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { AuditHead, AuditRoll } from './audit.entities.ts';
import type { RollHead } from './checkpoint.ts';
import { findBeginning, headMac, ROLLS, rollHash } from './record-audit.ts';

/** An arbitrary constant: the advisory lock for appending to the rollup chain. No request ever waits for it. */
const ROLL_LOCK = 4_210_978;

/** Adds the ends of all changed chains to the rollup chain, and stores its end outside the database. */
export async function rollHeads({ orm, sealer, checkpoint }: Pick<Services, 'orm' | 'sealer' | 'checkpoint'>): Promise<RollHead | null> {
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
    // A forged head is left out: including it would make it valid; verification reports it.
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
    ? `The whole log is not the one that this machine remembers: place ${remembered.seq} of its record is another.`
    : `The whole log is older than this machine remembers: its record had come to place ${remembered.seq}.`;
}
