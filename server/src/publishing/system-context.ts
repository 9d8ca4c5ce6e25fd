import type { Context, Services } from '../context.ts';

/** The worker's own context: it acts on what people decided before. */
export function systemContext(services: Services): Context {
  return { ...services, em: services.orm.em.fork(), actor: { kind: 'system' }, requestId: 'worker' };
}
