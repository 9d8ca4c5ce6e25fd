import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { COUNT, tables } from '../db/tables.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import type { AuditFault, Fault } from './audit-fault.ts';
import { AuditHead } from './audit-head.entity.ts';
import { AuditLink } from './audit-link.entity.ts';
import { entryMac } from './chain-macs.ts';
import { findLinkFault, isTrueHead, type Step } from './check-link.ts';
import { type Beginning, findBeginning } from './cuts/beginnings.ts';
import { CUT_CHANGED, findCut, findForgottenFault, findRollFault } from './find-cut.ts';
import type { RollHead } from './kept-head.ts';

export interface AuditReport {
  isConsistent: boolean;
  /** Entries with a link in a chain. */
  sealed: number;
  /** Entries that were written since the last sealing. */
  unsealed: number;
  /** The latest beginning among the chains; null if nothing was dropped. */
  keptFrom: Date | null;
  firstBad: AuditFault | null;
}

export interface VerifyAuditInput {
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

/** The service's own first, then the accounts' in the order of their ids. */
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
  // The end of the chain is recorded apart from its links: an end beyond the last link means that links are missing.
  const isCut = head !== null && head.seq > last.seq;
  return {
    seq: isCut ? last.seq + 1 : last.seq,
    entryId: null,
    message: isCut
      ? `Link ${last.seq + 1} is missing; the chain went on to ${head.seq}.`
      : 'The record of where the chain ends was changed.',
  };
}

/** Entries that wait for their link; one that the service did not write has no MAC that fits. */
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
