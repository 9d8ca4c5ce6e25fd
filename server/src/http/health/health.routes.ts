import type { Services } from '../../context.ts';
import { NOT_LIVE } from '../../db/engine/read-risks.ts';
import { DomainError } from '../../errors.ts';
import { databaseUnavailable } from '../../long-work/concurrency-limit.ts';
import { VERSION } from '../../server-folder.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { requireRoom } from '../engine/storage-room.ts';

/** Probes time out after this. */
const READY_MS = 1_000;

/** Where probes look, and the same under the API. */
const LIVE_PATHS = ['/healthz', '/api/health', '/api/health/live'];
const READY_PATHS = ['/readyz', '/api/health/ready'];

/**
 * `live`: the process responds; restart it if it does not. `ready`: it can serve, that is the database responds,
 * there is room on the disk and it is not shutting down; otherwise send it no requests. `isWorking` reports whether a
 * worker is still doing its rounds. If live updates are not delivered it is ready all the same, and reports that.
 */
export function addHealthRoutes(app: HttpServer, services: Services, isWorking: () => boolean = () => true): void {
  const schema = { hide: true };
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  for (const path of LIVE_PATHS) {
    app.get(path, { schema }, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'live', version: VERSION }),
    );
  }
  for (const path of READY_PATHS) {
    app.get(path, { schema }, async (_request, reply) => {
      if (isStopping) throw notReady('The process is about to end.');
      if (!isWorking()) throw notReady('The worker has not gone its round for a minute.');
      await requireRoom(services);
      await askDatabase(services);
      const { isLive } = services.engine;
      return reply.header('cache-control', 'no-store').send({ status: 'ready', ...(!isLive && { live: false, reason: NOT_LIVE }) });
    });
  }
}

const notReady = (message: string) => new DomainError('service_busy', { message, details: { retry_after_seconds: 5 } });

async function askDatabase(services: Services): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(databaseUnavailable('The database does not answer in time.')), READY_MS);
  try {
    await Promise.race([services.orm.em.fork().execute('select 1'), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
