import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { anyOf, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { firstIdAt } from '../new-id.ts';
import { AuditEntry, AuditLink, AuditRoll } from './audit.entities.ts';
import { exportedEntry, signLines } from './export-audit.ts';
import { type Beginning, findBeginning, findLinkFault, keepCut, ROLLS, recordAudit, rollHash, type Step } from './record-audit.ts';
import { lockChain, lockRolls, readLastRoll } from './seal-audit.ts';

/** Verified together, and deleted with one commit. */
const BATCH = 500;

interface CutOptions {
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
    ctx.log.error(
      { event: 'audit_tampered', accountId: chain },
      'An audit log is not purged because it was tampered with. Run "cs audit verify".',
    );
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

/** Links that follow each other, with their entries. */
type Linked = readonly { link: AuditLink; entry: AuditEntry }[];

/**
 * Archives entries before they are dropped, in the format of an account's export: `cs audit verify-export` verifies
 * it. Renamed once it is synced; the same part again replaces it.
 */
async function archiveAudit({ config, clock, sealer }: Context, folder: string, chain: string, part: Linked): Promise<void> {
  const [first] = part;
  if (!first) return;
  const place = join(folder, chain || 'service');
  await mkdir(place, { recursive: true, mode: 0o700 });
  const path = join(place, `${String(first.link.seq).padStart(10, '0')}.ndjson`);
  const about = {
    service: config.publicUrl,
    account_id: chain,
    filter: { seq: `${first.link.seq}-${part.at(-1)?.link.seq}` },
    exported_at: clock.now().toISOString(),
  };
  const file = await open(`${path}.${process.pid}`, 'w', 0o600);
  try {
    for await (const text of signLines(linesOf(part), sealer.signer, about)) await file.write(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.${process.pid}`, path);
}

async function* linesOf(part: Linked): AsyncGenerator<string> {
  for (const { link, entry } of part) yield `${JSON.stringify(exportedEntry(entry, link))}\n`;
}

const ROLL_BATCH = 500;

/**
 * Drops rollups that refer only to dropped links, up to the first that does not. The last one is kept, as it
 * is the external checkpoint.
 */
async function cutRolls(ctx: Context, keptFrom: Date): Promise<number> {
  let total = 0;
  let dropped: number;
  do {
    dropped = await cutRollBatch(ctx, keptFrom);
    total += dropped;
  } while (dropped === ROLL_BATCH);
  return total;
}

async function cutRollBatch(ctx: Context, keptFrom: Date): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await lockRolls(tx.em);
    const beginning = await findBeginning(tx.em, tx.sealer, ROLLS);
    const end = await readLastRoll(tx.em);
    if (!beginning || !end) return 0;
    const rolls = await tx.em.find(
      AuditRoll,
      { seq: { $gt: beginning.seq, $lt: end.seq } },
      { orderBy: { seq: 'asc' }, limit: ROLL_BATCH },
    );
    const places = await placesOf(tx, [...new Set(rolls.map(({ accountId }) => accountId))]);
    let last = { seq: beginning.seq, hash: beginning.hash };
    for (const roll of rolls) {
      if (roll.accountSeq > (places.get(roll.accountId) ?? 0)) break;
      const fits = roll.seq === last.seq + 1 && roll.prevHash === last.hash && roll.hash === rollHash(tx.sealer, roll);
      // A fault is kept, to be reported.
      if (!fits) return 0;
      last = { seq: roll.seq, hash: roll.hash };
    }
    if (last.seq === beginning.seq) return 0;
    await keepCut(tx, { accountId: ROLLS, ...last, keptFrom });
    await query(tx.em, tables.deleteFrom('audit_rolls').where('seq', '>', beginning.seq).where('seq', '<=', last.seq));
    return last.seq - beginning.seq;
  });
}

/** The position up to which each chain was dropped. */
async function placesOf({ em }: Context, chains: string[]): Promise<Map<string, number>> {
  const rows = await query(em, tables.selectFrom('audit_cuts').select(['account_id', 'seq']).where('account_id', '=', anyOf(chains)));
  return new Map(rows.map(({ account_id: chain, seq }) => [chain, seq]));
}
