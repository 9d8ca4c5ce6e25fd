import type { Context, Services } from '../context.ts';
import { forkAsOwner } from '../db/walls/tenant-session.ts';

/** The worker's own context: it acts on what people decided before. */
export function systemContext(services: Services): Context {
  return { ...services, em: forkAsOwner(services.orm), actor: { kind: 'system' }, requestId: 'worker' };
}
