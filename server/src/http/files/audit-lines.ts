import type { ExportedEntry } from '../../audit/export-audit.ts';
import { csvLine } from './csv-line.ts';

export const AUDIT_FORMATS = ['ndjson', 'csv'] as const;
type AuditFormat = (typeof AUDIT_FORMATS)[number];

const COLUMNS = ['audit_id', 'at', 'actor_kind', 'actor_id', 'action', 'subject_id', 'details', 'seq', 'prev_hash', 'hash', 'mac'];

/** One entry per line in the format's own form; CSV begins with a header. */
export async function* auditLines(batches: AsyncIterable<readonly ExportedEntry[]>, format: AuditFormat): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(COLUMNS);
  for await (const entries of batches) {
    yield entries.map((entry) => (format === 'csv' ? csvLine(cellsOf(entry)) : `${JSON.stringify(entry)}\n`)).join('');
  }
}

function cellsOf({ chain, details, ...entry }: ExportedEntry): string[] {
  const { audit_id, at, actor_kind, actor_id, action, subject_id, mac } = entry;
  const { seq, prev_hash, hash } = chain ?? { seq: '', prev_hash: '', hash: '' };
  return [audit_id, at, actor_kind, actor_id ?? '', action, subject_id, JSON.stringify(details), String(seq), prev_hash, hash, mac];
}
