import type { EntityManager } from '@mikro-orm/postgresql';

import { AuditEntry } from './audit-entry.entity.ts';
import { type AuditFilter, auditCondition } from './audit-filter.ts';
import { AuditLink } from './audit-link.entity.ts';

/** An entry in an export: with its place in the chain, null while it has none. */
export interface ExportedEntry {
  audit_id: string;
  at: string;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  subject_id: string;
  details: Record<string, unknown>;
  mac: string;
  chain: { seq: number; prev_hash: string; hash: string } | null;
}

const BATCH = 100;

/**
 * Streams an account's log, oldest first: only one batch is ever in memory, with backpressure for slow readers.
 * `fork` creates an entity manager for each batch. The caller has authorised it.
 */
export async function* exportAudit(fork: () => EntityManager, accountId: string, filter: AuditFilter): AsyncGenerator<ExportedEntry[]> {
  let last = '';
  let entries: AuditEntry[];
  do {
    const em = fork();
    entries = await em.find(
      AuditEntry,
      { $and: [auditCondition(accountId, filter), { id: { $gt: last } }] },
      { orderBy: { id: 'asc' }, limit: BATCH },
    );
    const links = await em.find(AuditLink, { entryId: { $in: entries.map(({ id }) => id) } });
    const byEntry = new Map(links.map((link) => [link.entryId, link]));
    if (entries.length > 0) yield entries.map((entry) => exportedEntry(entry, byEntry.get(entry.id)));
    last = entries.at(-1)?.id ?? '';
  } while (entries.length === BATCH);
}

export function exportedEntry(entry: AuditEntry, link: AuditLink | undefined): ExportedEntry {
  return {
    audit_id: entry.id,
    at: entry.createdAt.toISOString(),
    actor_kind: entry.actorKind,
    actor_id: entry.actorId ?? null,
    action: entry.action,
    subject_id: entry.subjectId,
    details: entry.details,
    mac: entry.mac,
    chain: link ? { seq: link.seq, prev_hash: link.prevHash, hash: link.hash } : null,
  };
}
