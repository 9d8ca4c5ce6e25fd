import type { Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { HttpServer } from './http-server.ts';

/** A probe that waits longer than this tells nothing any more. */
const READY_MS = 1_000;

/** `live`: the process answers. `ready`: it can serve, that is the database answers it. */
export function addHealthRoutes(app: HttpServer, services: Services): void {
  const schema = { hide: true };

  app.get('/health/live', { schema }, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'live' });
  });

  app.get('/health/ready', { schema }, async (_request, reply) => {
    await askDatabase(services);
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

async function askDatabase(services: Services): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new DomainError('database_unavailable', { message: 'The database does not answer in time.' })),
    READY_MS,
  );
  try {
    await Promise.race([services.orm.em.fork().execute('select 1'), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
