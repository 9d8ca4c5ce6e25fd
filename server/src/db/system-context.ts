import type { Context, Services } from '../context.ts';
import { forkAsOwner } from './row-security/tenant-session.ts';

/** The service's own context: it acts on people's earlier decisions. `requestId` identifies its log lines. */
export function systemContext(services: Services, requestId = 'worker'): Context {
  return { ...services, em: forkAsOwner(services.orm), actor: { kind: 'system' }, requestId };
}
