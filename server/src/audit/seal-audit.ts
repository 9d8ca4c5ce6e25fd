import type { EntityManager } from '@mikro-orm/postgresql';
import type { Services } from '../context.ts';
import type { Sealer } from '../sealer.ts';
import { AuditHead } from './audit-head.entity.ts';
import { AuditLink } from './audit-link.entity.ts';
import { headMac, linkHash } from './chain-macs.ts';

/** Any fixed number: whoever holds this advisory lock may lengthen the chains. No request ever waits for it. */
const SEAL_LOCK = 4_210_978;

const BATCH = 500;

/** An entry's id is made when it is written, so one that becomes visible much later belongs to a very long transaction. */
const LATEST_COMMIT_MS = 3_600_000;

interface Unsealed {
  id: string;
  account_id: string;
  mac: string;
}

/**
 * Links every committed entry that has no link yet, and answers how many. What counts is that an
 * entry is visible, not its id: one that commits late simply gets a later place. Entries are taken
 * in the order of their ids over all accounts, so that the regular run need not look further back
 * than an hour before the newest link; `everything` looks at the whole log.
 */
export async function sealAudit(services: Pick<Services, 'orm' | 'sealer'>, options: { everything?: boolean } = {}): Promise<number> {
  let total = 0;
  let sealed: number;
  do {
    sealed = await services.orm.em.fork().transactional(async (em) => sealBatch(em as EntityManager, services.sealer, options));
    total += sealed;
  } while (sealed === BATCH);
  return total;
}

async function sealBatch(em: EntityManager, sealer: Sealer, options: { everything?: boolean }): Promise<number> {
  await em.execute('select pg_advisory_xact_lock(?)', [SEAL_LOCK]);
  const entries = await em.execute<Unsealed[]>(
    `select e.id, coalesce(e.account_id, '') as account_id, e.mac from audit_entries e
     where e.id > ? and not exists (select from audit_links l where l.entry_id = e.id) order by e.id limit ?`,
    [options.everything ? '' : await lookBackTo(em), BATCH],
  );
  if (entries.length === 0) return 0;

  const accountIds = [...new Set(entries.map((entry) => entry.account_id))];
  const heads = new Map(
    (await em.find(AuditHead, { accountId: accountIds })).map((head) => [head.accountId, { seq: head.seq, hash: head.hash }]),
  );
  const links = entries.map((entry) => {
    const last = heads.get(entry.account_id) ?? { seq: 0, hash: '' };
    const link = { accountId: entry.account_id, seq: last.seq + 1, entryId: entry.id, entryMac: entry.mac, prevHash: last.hash };
    const hash = linkHash(sealer, link);
    heads.set(entry.account_id, { seq: link.seq, hash });
    return { ...link, hash };
  });
  await em.insertMany(AuditLink, links);
  await em.upsertMany(
    AuditHead,
    [...heads].map(([accountId, end]) => ({ accountId, ...end, mac: headMac(sealer, { accountId, ...end }) })),
  );
  return entries.length;
}

/** The id that an entry of an hour before the newest sealed one would have at the least. */
async function lookBackTo(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ id: string | null }[]>('select max(entry_id) as id from audit_links');
  const hex = /^aud_([0-9a-f]{8})-([0-9a-f]{4})-/.exec(row?.id ?? '');
  if (!hex) return '';
  // The first 48 bits of a UUIDv7 are its time in milliseconds.
  const bound = Number.parseInt(`${hex[1]}${hex[2]}`, 16) - LATEST_COMMIT_MS;
  const digits = Math.max(bound, 0).toString(16).padStart(12, '0');
  return `aud_${digits.slice(0, 8)}-${digits.slice(8)}`;
}
