import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Growing data that may be dropped by age. */
export const KEPT_KINDS = ['audit', 'notices', 'model-calls'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** How long growing data are kept. */
export interface RetentionConfig {
  /** Whole months; absent kinds are kept forever. */
  months: Partial<Record<KeptKind, number>>;
  /** Folder to which audit entries are written before they are purged; null: they are not archived. */
  auditArchive: string | null;
}

/** Below it, data in daily use would be missing: sign-ins of the last 30 days, a month's cost. */
const FEWEST = 3;

/** `audit=24,notices=6`; throws an error that names the invalid setting. */
export function readRetention({ KEEP_MONTHS: setting, AUDIT_ARCHIVE: archive }: Record<string, string | undefined>): RetentionConfig {
  const months: RetentionConfig['months'] = {};
  for (const part of (setting ?? '').split(',').map((entry) => entry.trim())) {
    if (part === '') continue;
    const [, name = '', figure = ''] = /^([a-z-]+) *= *([1-9]\d{0,3})$/.exec(part) ?? [];
    const kind = KEPT_KINDS.find((known) => known === name);
    if (!kind || Number(figure) < FEWEST) {
      throw new Error(
        `KEEP_MONTHS must be whole months, at least ${FEWEST}, such as "audit=24", for ${KEPT_KINDS.join(', ')}; not "${part}".`,
      );
    }
    months[kind] = Number(figure);
  }
  return { months, auditArchive: archive ? writableFolder(resolve(archive)) : null };
}

/** Checked at startup: a purge is months away, and by then the mistake would cost entries or disk. */
function writableFolder(path: string): string {
  try {
    accessSync(path, constants.W_OK);
    if (statSync(path).isDirectory()) return path;
  } catch {
    // Reported below, whatever the reason.
  }
  throw new Error(`AUDIT_ARCHIVE must be a folder that this user can write to, not "${path}". Create it, or correct the setting.`);
}
