import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';

/** Soon enough for whoever looks at the list of keys, and one statement for any number of requests. */
const WRITE_EVERY_MS = 5_000;

/** While the server listens, and once more when it stops, writes down which keys and sessions its requests used. */
export function writeLastUses(app: HttpServer, services: Services): void {
  const write = () =>
    services.lastUses.write().catch((error: unknown) => services.log.warn({ err: error }, 'last uses are written the next time'));
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(write, WRITE_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await write();
  });
}
