import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLine {
  port: number;
  /** Drops everything in both directions, including data in transit, without closing connections. */
  cut(): void;
  /** Forwards later data again. */
  mend(): void;
  close(): Promise<void>;
}

/**
 * Forwards to a port of this machine with a latency of `delayMs`. When a process dies, data in transit is lost, as in
 * a power failure.
 */
export async function startSlowLine(targetPort: number, delayMs: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const carry = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (chunk) => {
      setTimeout(() => !isCut && to.writable && to.write(chunk), delayMs);
    });
    // Errors are followed by the end, which is handled.
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    carry(client, upstream);
    carry(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
