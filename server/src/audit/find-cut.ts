import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { AuditFault, Fault } from './audit-fault.ts';
import { AuditRoll } from './audit-roll.entity.ts';
import { rollHash } from './chain-macs.ts';
import type { Step } from './check-link.ts';
import { findBeginning, ROLLS } from './cuts/beginnings.ts';
import type { RollHead } from './kept-head.ts';
import { findForgotten } from './roll-heads.ts';

const BATCH = 1000;

export const CUT_CHANGED = 'The record of what was dropped of the log was changed.';

/**
 * A place recorded by the rollup chain that the chain no longer has. Before its beginning only the last place is
 * known.
 */
export async function findCut(em: EntityManager, chain: string, beginning: Step): Promise<Fault | null> {
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

/** Whether the chain of chains is whole. */
export async function findRollFault(sealer: Sealer, em: EntityManager): Promise<AuditFault | null> {
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
export async function findForgottenFault(sealer: Sealer, em: EntityManager, head: RollHead): Promise<AuditFault | null> {
  const message = await findForgotten(em, sealer, head);
  return message === null ? null : serviceFault(message);
}

const serviceFault = (message: string): AuditFault => ({ accountId: null, seq: null, entryId: null, message });
