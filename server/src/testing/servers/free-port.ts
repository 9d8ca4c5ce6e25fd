import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of common systems (Linux from 32768, macOS from 49152), and above common server ports. */
const [FIRST, END] = [12_000, 32_000];

/**
 * A free port for a program that starts in a moment. Not that of `listen(0)`: once it is released, the next outgoing
 * connection may get it.
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
