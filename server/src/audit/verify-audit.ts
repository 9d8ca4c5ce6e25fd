import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { COUNT, tables } from '../db/tables.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { AuditEntry, AuditHead, AuditLink, AuditRoll } from './audit.entities.ts';
import type { RollHead } from './checkpoint.ts';
import { type Beginning, entryMac, findBeginning, findLinkFault, isTrueHead, ROLLS, rollHash, type Step } from './record-audit.ts';
import { findForgotten } from './seal-audit.ts';

export interface AuditReport {
  isConsistent: boolean;
  /** Entries with a link in a chain. */
  sealed: number;
  /** Entries that were written since the last sealing. */
  unsealed: number;
  /** The latest start among the chains; null if nothing was dropped. */
  keptFrom: Date | null;
  firstBad: AuditFault | null;
}

interface VerifyAuditInput {
  /** The account of the chain; null for the service's own chain; absent for all. */
  accountId?: string | null;
  /** Checkpoints that the rollup chain must contain: this machine's, and those that an operator read in the log. */
  remembered?: readonly RollHead[];
}

const BATCH = 1000;

/**
 * Verifies the chains from the first kept link and reports the first fault: an entry that was changed, removed,
 * inserted or moved, or a link or chain end that was. A missing log, or an older copy, is detected by the rollup
 * chain, and that one by its external checkpoint. Read-only.
 */
export async function verifyAudit(ctx: Context, input: VerifyAuditInput = {}): Promise<AuditReport> {
  // One snapshot, so links added meanwhile do not look like faults.
  return ctx.em.fork().transactional(
    async (transaction) => {
      const em = transaction as EntityManager;
      const chains = input.accountId === undefined ? await listChains(em) : [input.accountId ?? ''];
      const report: AuditReport = { isConsistent: true, sealed: 0, unsealed: 0, keptFrom: null, firstBad: null };
      for (const chain of chains) {
        const { sealed, unsealed, keptFrom, fault } = await verifyChain(ctx, em, chain);
        report.sealed += sealed;
        report.unsealed += unsealed;
        if (keptFrom && keptFrom > (report.keptFrom ?? 0)) report.keptFrom = keptFrom;
        report.firstBad ??= fault;
      }
      if (input.accountId === undefined) report.firstBad ??= await findRollFault(ctx.sealer, em);
      for (const head of input.remembered ?? []) report.firstBad ??= await findForgottenFault(ctx.sealer, em, head);
      return { ...report, isConsistent: report.firstBad === null };
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

/** The service's own chain first, then the accounts' in the order of their ids. */
async function listChains(em: EntityManager): Promise<string[]> {
  const rows = await query(
    em,
    tables
      .selectFrom('audit_entries')
      .select(sql<string>`coalesce(account_id, '')`.as('id'))
      .union(tables.selectFrom('audit_links').select('account_id as id'))
      .union(tables.selectFrom('audit_heads').select('account_id as id'))
      .union(tables.selectFrom('audit_rolls').select('account_id as id'))
      .orderBy('id'),
  );
  return rows.map(({ id }) => id);
}

interface ChainReport {
  sealed: number;
  unsealed: number;
  keptFrom: Date | null;
  fault: AuditFault | null;
}

async function verifyChain(ctx: Context, em: EntityManager, chain: string): Promise<ChainReport> {
  const [counts] = await query(
    em,
    tables.selectNoFrom(({ selectFrom }) => [
      selectFrom('audit_links').select(COUNT).where('account_id', '=', chain).$asScalar().$notNull().as('sealed'),
      selectFrom('audit_entries as e')
        .select(COUNT)
        .where(sql`coalesce(e.account_id, '')`, '=', chain)
        .where(({ exists, not, selectFrom: links }) => not(exists(links('audit_links as l').whereRef('l.entry_id', '=', 'e.id'))))
        .$asScalar()
        .$notNull()
        .as('unsealed'),
    ]),
  );
  const beginning = await findBeginning(em, ctx.sealer, chain);
  const found = beginning ? await findFault(ctx, em, chain, beginning) : { seq: null, entryId: null, message: CUT_CHANGED };
  return {
    sealed: counts?.sealed ?? 0,
    unsealed: counts?.unsealed ?? 0,
    keptFrom: beginning?.keptFrom ?? null,
    fault: found && { accountId: chain || null, ...found },
  };
}

const findFault = async (ctx: Context, em: EntityManager, chain: string, beginning: Beginning): Promise<Fault | null> =>
  (await findSealedFault(ctx, em, chain, beginning)) ?? (await findCut(em, chain, beginning)) ?? (await findUnsealedFault(ctx, em, chain));

async function findSealedFault(ctx: Context, em: EntityManager, chain: string, beginning: Beginning): Promise<Fault | null> {
  let last: Step = beginning;
  for (;;) {
    const links: AuditLink[] = await em.find(
      AuditLink,
      { accountId: chain, seq: { $gt: last.seq } },
      { orderBy: { seq: 'asc' }, limit: BATCH },
    );
    const entries = await em.find(AuditEntry, { id: links.map(({ entryId }) => entryId) });
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    for (const link of links) {
      const message = findLinkFault(ctx.sealer, last, link, byId.get(link.entryId));
      if (message) return { seq: last.seq + 1, entryId: link.seq === last.seq + 1 ? link.entryId : null, message };
      last = link;
    }
    em.clear();
    if (links.length < BATCH) break;
  }
  const head = await em.findOne(AuditHead, { accountId: chain });
  if (isTrueHead(ctx.sealer, head, last)) return null;
  // The end of the chain is recorded separately from its links: an end beyond the last link means that links
  // are missing.
  const isCut = head !== null && head.seq > last.seq;
  return {
    seq: isCut ? last.seq + 1 : last.seq,
    entryId: null,
    message: isCut
      ? `Link ${last.seq + 1} is missing; the chain went on to ${head.seq}.`
      : 'The record of where the chain ends was changed.',
  };
}

/** A fault among unlinked entries: one that the service did not write has no valid MAC. */
async function findUnsealedFault(ctx: Context, em: EntityManager, chain: string): Promise<Fault | null> {
  let after = '';
  for (;;) {
    const rows = await query(
      em,
      tables
        .selectFrom('audit_entries as e')
        .select('e.id')
        .where(sql`coalesce(e.account_id, '')`, '=', chain)
        .where('e.id', '>', after)
        .where(({ exists, not, selectFrom }) => not(exists(selectFrom('audit_links as l').whereRef('l.entry_id', '=', 'e.id'))))
        .orderBy('e.id')
        .limit(BATCH),
    );
    const entries = await em.find(AuditEntry, { id: rows.map(({ id }) => id) }, { orderBy: { id: 'asc' } });
    const bad = entries.find((entry) => entryMac(ctx.sealer, entry) !== entry.mac);
    if (bad) return { seq: null, entryId: bad.id, message: `Entry ${bad.id} was changed, or it was not written by this service.` };
    em.clear();
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return null;
  }
}

/** The first fault of a chain. */
export interface AuditFault {
  /** Null in the chain of the whole service. */
  accountId: string | null;
  /** The position in the chain; null for an entry without a link. */
  seq: number | null;
  /** Its entry; null if only the link is missing its entry. */
  entryId: string | null;
  /** One sentence. */
  message: string;
}

/** A fault within a given chain. */
type Fault = Omit<AuditFault, 'accountId'>;

const CUT_CHANGED = 'The record of what was dropped of the log was changed.';

/**
 * A position recorded by the rollup chain that the chain no longer has. Before its start only the last
 * position is known.
 */
async function findCut(em: EntityManager, chain: string, beginning: Step): Promise<Fault | null> {
  const [missed] = await em.execute<{ account_seq: number; last: number; is_gone: boolean }[]>(
    `select r.account_seq, l.hash is null as is_gone, (select coalesce(max(seq), ?) from audit_links where account_id = r.account_id) as last
       from audit_rolls r left join audit_links l on l.account_id = r.account_id and l.seq = r.account_seq
      where r.account_id = ? and r.account_seq >= ?
        and case when r.account_seq = ? then ? else l.hash end is distinct from r.account_hash order by r.account_seq limit 1`,
    [beginning.seq, chain, beginning.seq, beginning.seq, beginning.hash],
  );
  if (!missed) return null;
  const { account_seq: place, last, is_gone: isGone } = missed;
  if (!isGone) return { seq: place, entryId: null, message: `Link ${place} is not the one that was there before.` };
  const [end] = await query(
    em,
    tables
      .selectFrom('audit_rolls')
      .select(({ fn }) => fn.max('account_seq').as('most'))
      .where('account_id', '=', chain),
  );
  return { seq: last + 1, entryId: null, message: `Link ${last + 1} is missing; the chain went on to ${end?.most}.` };
}

/** The first fault of the rollup chain; null if it is intact. */
async function findRollFault(sealer: Sealer, em: EntityManager): Promise<AuditFault | null> {
  const beginning = await findBeginning(em, sealer, ROLLS);
  if (!beginning) return serviceFault(CUT_CHANGED);
  let last: RollHead = beginning;
  for (;;) {
    const rolls: AuditRoll[] = await em.find(AuditRoll, { seq: { $gt: last.seq } }, { orderBy: { seq: 'asc' }, limit: BATCH });
    for (const roll of rolls) {
      const fits = roll.seq === last.seq + 1 && roll.prevHash === last.hash && roll.hash === rollHash(sealer, roll);
      if (!fits) return serviceFault(`Place ${last.seq + 1} of the record of all logs was changed or removed.`);
      last = roll;
    }
    em.clear();
    if (rolls.length < BATCH) return null;
  }
}

/** A fault if the whole log is older than the external checkpoint. */
async function findForgottenFault(sealer: Sealer, em: EntityManager, head: RollHead): Promise<AuditFault | null> {
  const message = await findForgotten(em, sealer, head);
  return message === null ? null : serviceFault(message);
}

const serviceFault = (message: string): AuditFault => ({ accountId: null, seq: null, entryId: null, message });
