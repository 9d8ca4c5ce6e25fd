import type { Services } from '../../context.ts';
import { every, type Repeated } from '../../every.ts';
import type { HttpServer } from '../engine/http-server.ts';

/** Soon enough for the list of keys, and one statement for any number of requests. */
const WRITE_EVERY_MS = 5_000;

/** Records which keys and sessions were used: regularly while the server listens, and once more when it stops. */
export function writeLastUses(app: HttpServer, services: Services): void {
  const write = () => services.lastUses.write();
  const report = (error: unknown) => services.log.warn({ err: error }, 'last uses are written the next time');
  let writing: Repeated | undefined;
  app.addHook('onListen', async () => {
    writing = every(WRITE_EVERY_MS, write, report);
  });
  app.addHook('onClose', async () => {
    await writing?.stop();
    await write().catch(report);
  });
}
