import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to connections that go out (Linux from 32768, macOS from 49152), and above what programs commonly listen at. */
const [FIRST, END] = [12_000, 32_000];

/**
 * A port for a program that begins in a moment. The one that `listen(0)` names is none: once it is let go of, the next connection that
 * goes out may be given it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
