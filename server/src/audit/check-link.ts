import type { Sealer } from '../sealing/sealer.ts';
import type { AuditEntry } from './audit-entry.entity.ts';
import type { AuditHead } from './audit-head.entity.ts';
import type { AuditLink } from './audit-link.entity.ts';
import { entryMac, headMac, linkHash } from './chain-macs.ts';

/** As far as a chain was followed. */
export interface Step {
  seq: number;
  hash: string;
}

/** Before the first link. */
export const START: Step = { seq: 0, hash: '' };

/** What is wrong with the link or its entry, in one sentence; null if both match what came before. */
export function findLinkFault(sealer: Sealer, last: Step, link: AuditLink, entry: AuditEntry | undefined): string | null {
  const place = last.seq + 1;
  if (link.seq !== place) return `Link ${place} is missing.`;
  if (link.prevHash !== last.hash || link.hash !== linkHash(sealer, link)) return `Link ${place} was changed or moved.`;
  if (!entry) return `Entry ${link.entryId} was removed.`;
  if (entry.mac !== entryMac(sealer, entry)) return `Entry ${entry.id} was changed, or it was not written by this service.`;
  if (entry.mac !== link.entryMac || (entry.accountId ?? '') !== link.accountId) return `Entry ${entry.id} is not the one that was linked.`;
  return null;
}

/** Whether the chain's recorded end matches its links. An empty chain has no record. */
export function isTrueHead(sealer: Sealer, head: AuditHead | null, last: Step): boolean {
  if (!head) return last.seq === 0;
  return head.seq === last.seq && head.hash === last.hash && head.mac === headMac(sealer, head);
}
