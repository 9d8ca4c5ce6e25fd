import type { Services } from '../context.ts';
import { sealAudit } from './seal-audit.ts';

const TELL_EVERY_MS = 86_400_000;

/**
 * The worker's chore: seals what is new, and once a day writes into the operator's log where the whole
 * audit log has come to. With that line `cs audit verify --head` finds an older copy even where this
 * machine's own memory was put back with it.
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
