import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { firstIdAt } from '../../new-id.ts';
import { AuditEntry } from '../audit-entry.entity.ts';
import { AuditLink } from '../audit-link.entity.ts';
import { findLinkFault, type Step } from '../check-link.ts';
import { recordAudit } from '../record-audit.ts';
import { lockChain } from '../seal-audit.ts';
import { archiveAudit, type Linked } from './archive-audit.ts';
import { type Beginning, findBeginning, keepCut } from './beginnings.ts';
import { cutRolls } from './cut-rolls.ts';

/** Verified together, and deleted with one commit. */
const BATCH = 500;

export interface CutOptions {
  /** The beginning of the kept part. */
  keptFrom: Date;
  /** The approximate maximum number of entries. */
  most: number;
  /** The archive folder; null for none. */
  archive: string | null;
}

/**
 * Drops the oldest part of every chain and returns the number of entries dropped. Each part is dropped and its end
 * sealed and stored in one transaction: a killed run has dropped whole parts or nothing, and concurrent runs drop no
 * part twice. Every link is verified first; a chain with a fault is kept, as it could not be investigated afterwards.
 */
export async function cutAudit(ctx: Context, { keptFrom, most, archive }: CutOptions): Promise<number> {
  const own = systemContext(ctx, ctx.requestId);
  const before = firstIdAt('aud', keptFrom);
  let total = 0;
  for (const chain of await listOld(own, before)) {
    for (;;) {
      if (total >= most) return total;
      const dropped = await cutBatch(own, { chain, before, keptFrom, archive });
      total += dropped;
      if (dropped < BATCH) break;
    }
  }
  await cutRolls(own, keptFrom);
  return total;
}

/** The chains whose first link is old enough. */
async function listOld({ em }: Context, before: string): Promise<string[]> {
  const rows = await query(
    em,
    tables
      .selectFrom('audit_heads as h')
      .leftJoin('audit_cuts as c', 'c.account_id', 'h.account_id')
      .innerJoin('audit_links as l', (join) =>
        join.onRef('l.account_id', '=', 'h.account_id').on(sql<boolean>`l.seq = coalesce(c.seq, 0) + 1`),
      )
      .select('h.account_id as chain')
      .where('l.entry_id', '<', before)
      .orderBy('h.account_id'),
  );
  return rows.map(({ chain }) => chain);
}

interface Cutting extends Pick<CutOptions, 'keptFrom' | 'archive'> {
  chain: string;
  /** The first id that is kept. */
  before: string;
}

async function cutBatch(ctx: Context, cutting: Cutting): Promise<number> {
  const { chain, archive } = cutting;
  const beginning = await findBeginning(ctx.em.fork(), ctx.sealer, chain);
  const part = beginning && (await readPart(ctx, cutting, beginning));
  if (!beginning || !part) {
    ctx.log.error({ event: 'audit_tampered', accountId: chain }, 'Nothing of an audit log is dropped, as it is not as it was written.');
    return 0;
  }
  if (part.length === 0) return 0;
  if (archive !== null) await archiveAudit(ctx, archive, chain, part);
  return inTransaction(ctx, (tx) => drop(tx, cutting, beginning, part));
}

/** The links after the beginning that are old enough; null if any of them is invalid. */
async function readPart({ em: owner, sealer }: Context, { chain, before }: Cutting, beginning: Step): Promise<Linked | null> {
  const em = owner.fork();
  const links: AuditLink[] = await em.find(
    AuditLink,
    { accountId: chain, seq: { $gt: beginning.seq } },
    { orderBy: { seq: 'asc' }, limit: BATCH },
  );
  const entries = await em.find(AuditEntry, { id: links.map(({ entryId }) => entryId) });
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const part: Linked[number][] = [];
  let last = beginning;
  for (const link of links) {
    if (link.entryId >= before) break;
    const entry = byId.get(link.entryId);
    if (!entry || findLinkFault(sealer, last, link, entry)) return null;
    part.push({ link, entry });
    last = link;
  }
  return part;
}

async function drop(
  tx: Context,
  { chain, keptFrom }: Cutting,
  { seq: from, keptFrom: keptBefore }: Beginning,
  part: Linked,
): Promise<number> {
  await lockChain(tx.em, chain);
  const now = await findBeginning(tx.em, tx.sealer, chain);
  const last = part.at(-1)?.link;
  // Another process has dropped it meanwhile.
  if (now?.seq !== from || !last) return 0;
  await keepCut(tx, { accountId: chain, seq: last.seq, hash: last.hash, keptFrom });
  // Recorded once per date, in the affected chain, where the account can read it.
  if (keptBefore?.getTime() !== keptFrom.getTime()) await recordCut(tx, chain, keptFrom, from + 1);
  await query(tx.em, tables.deleteFrom('audit_entries').where('id', '=', anyOf(part.map(({ entry }) => entry.id))));
  await query(tx.em, tables.deleteFrom('audit_links').where('account_id', '=', chain).where('seq', '>', from).where('seq', '<=', last.seq));
  return part.length;
}

const recordCut = (tx: Context, chain: string, keptFrom: Date, firstSeq: number) =>
  recordAudit(tx, {
    accountId: chain || null,
    action: 'audit.cut',
    subjectId: chain || 'audit',
    details: { keptFrom: keptFrom.toISOString(), firstSeq },
  });
