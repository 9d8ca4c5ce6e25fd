import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface RefusingDatabase {
  url: string;
  /** Connections that are open now. */
  open(): number;
  /** Queries that were refused. */
  refused(): number;
  close(): Promise<void>;
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const READY = message('Z', Buffer.from('I'));
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), READY]);

/**
 * A server that accepts every connection and responds to every query as a standby does to LISTEN: a primary is
 * required (25006).
 */
export async function startRefusingDatabase(): Promise<RefusingDatabase> {
  const sockets = new Set<Socket>();
  let refused = 0;
  const refusal = message('E', Buffer.from('SERROR\0VERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0'));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => {
      socket.write(WELCOME);
      socket.on('data', (chunk) => {
        if (chunk[0] !== 'Q'.charCodeAt(0)) return;
        refused += 1;
        socket.write(Buffer.concat([refusal, READY]));
      });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `postgresql://any@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/any`,
    open: () => sockets.size,
    refused: () => refused,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
