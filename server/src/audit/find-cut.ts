import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sealer } from '../sealing/sealer.ts';
import type { AuditFault, Fault } from './audit-fault.ts';
import { AuditRoll } from './audit-roll.entity.ts';
import { rollHash } from './chain-macs.ts';
import type { RollHead } from './kept-head.ts';
import { findForgotten } from './roll-heads.ts';

const BATCH = 1000;

/** A place that the chain had come to by the chain of chains, and has not any more. */
export async function findCut(em: EntityManager, chain: string): Promise<Fault | null> {
  const [missed] = await em.execute<{ account_seq: number; last: number; is_gone: boolean }[]>(
    `select r.account_seq, l.hash is null as is_gone, (select coalesce(max(seq), 0) from audit_links where account_id = r.account_id) as last
       from audit_rolls r left join audit_links l on l.account_id = r.account_id and l.seq = r.account_seq
      where r.account_id = ? and l.hash is distinct from r.account_hash order by r.account_seq limit 1`,
    [chain],
  );
  if (!missed) return null;
  const { account_seq: place, last, is_gone: isGone } = missed;
  if (!isGone) return { seq: place, entryId: null, message: `Link ${place} is not the one that was there before.` };
  const [end] = await em.execute<{ most: number }[]>('select max(account_seq) as most from audit_rolls where account_id = ?', [chain]);
  return { seq: last + 1, entryId: null, message: `Link ${last + 1} is missing; the chain went on to ${end?.most}.` };
}

/** Whether the chain of chains is whole. */
export async function findRollFault(sealer: Sealer, em: EntityManager): Promise<AuditFault | null> {
  let last: RollHead = { seq: 0, hash: '' };
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

/** Whether the whole log is older than somebody remembers it. */
export async function findForgottenFault(em: EntityManager, head: RollHead): Promise<AuditFault | null> {
  const message = await findForgotten(em, head);
  return message === null ? null : serviceFault(message);
}

const serviceFault = (message: string): AuditFault => ({ accountId: null, seq: null, entryId: null, message });
