import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface HangingProxy {
  /** The database's address, through here. */
  url: string;
  /** Holds everything back in both directions, without closing connections: like a frozen machine. */
  hang(): void;
  /** Forwards new connections; earlier ones stay silent, as if their host had vanished and another had its address. */
  replaceHost(): void;
  /** Forwards what was held back, and everything after it. */
  goOn(): void;
  /** The total number of connections. */
  connections(): number;
  close(): Promise<void>;
}

/** A proxy between the service and its database that can be made to hang. */
export async function startHangingProxy(databaseUrl: string): Promise<HangingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isHanging = false;
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(from);
      if (isHanging) from.pause();
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isHanging) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    url: url.href,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    replaceHost() {
      isHanging = false;
    },
    goOn() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
