import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, Services } from '../context.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { AuditCut } from './audit.entities.ts';
import { cutMac, START, type Step } from './audit-chain.ts';

/** The key of the rollup chain among the truncation records; distinct from account ids. */
export const ROLLS = 'rolls';

/** The beginning of a chain. */
export interface Beginning extends Step {
  /** Null if nothing was dropped. */
  keptFrom: Date | null;
}

/** The step before the first kept link; null if the truncation record is invalid. */
export async function findBeginning(em: EntityManager, sealer: Sealer, chain: string): Promise<Beginning | null> {
  const cut = await em.findOne(AuditCut, { accountId: chain }, { refresh: true });
  if (!cut) return { ...START, keptFrom: null };
  return cut.mac === cutMac(sealer, cut) ? { seq: cut.seq, hash: cut.hash, keptFrom: cut.keptFrom } : null;
}

/** When an account's kept log begins, as sealed by the service; null for all of it. */
export async function keptFromOf({ orm, sealer }: Pick<Services, 'orm' | 'sealer'>, accountId: string): Promise<Date | null> {
  return (await findBeginning(forkAsOwner(orm), sealer, accountId))?.keptFrom ?? null;
}

/** Records the end of the dropped part, in the transaction that drops it. */
export async function keepCut({ em, sealer }: Context, cut: Omit<AuditCut, 'mac'>): Promise<void> {
  await em.upsert(AuditCut, { ...cut, mac: cutMac(sealer, cut) });
}
