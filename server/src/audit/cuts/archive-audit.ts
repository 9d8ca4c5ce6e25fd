import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { AuditEntry } from '../audit-entry.entity.ts';
import type { AuditLink } from '../audit-link.entity.ts';
import { exportedEntry } from '../export-audit.ts';
import { signLines } from '../signed-export.ts';

/** Links that follow each other, with their entries. */
export type Linked = readonly { link: AuditLink; entry: AuditEntry }[];

/**
 * Archives entries before they are dropped, in the format of an account's export: `cs audit verify-export` verifies
 * it. Renamed once it is synced; the same part again replaces it.
 */
export async function archiveAudit({ config, clock, sealer }: Context, folder: string, chain: string, part: Linked): Promise<void> {
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
