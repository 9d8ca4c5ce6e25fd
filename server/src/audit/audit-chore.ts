import type { Services } from '../context.ts';
import { sealAudit } from './seal-audit.ts';

const TELL_EVERY_MS = 86_400_000;

/**
 * Scheduled task: seals new entries, and once a day writes the audit log's checkpoint into the operator's log. With
 * that line `cs audit verify --head` detects an older copy even if this machine's own checkpoint was restored with
 * it.
 */
export function createAuditChore(): (services: Services) => Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  return async (services) => {
    await sealAudit(services);
    const now = services.clock.now().getTime();
    if (now - toldAt < TELL_EVERY_MS) return;
    const head = await services.keptHead.read();
    if (!head) return;
    services.log.info({ event: 'audit_head', head: `${head.seq}:${head.hash}` }, 'The audit log has come to this place.');
    toldAt = now;
  };
}
