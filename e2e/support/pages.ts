import { once } from 'node:events';
import { createServer } from 'node:http';

/** A foreign web site, served on loopback. */
export interface Pages {
  /** `127.0.0.1:PORT`, for the operator's allow list. */
  address: string;
  /** Creates or replaces a page; returns its address. */
  put(path: string, html: string): string;
  /** Creates a PNG; returns its address. */
  putPicture(path: string, bytes: Buffer): string;
  stop(): Promise<void>;
}

export async function startPages(): Promise<Pages> {
  const files = new Map<string, { type: string; body: string | Buffer }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '/');
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/html' }).end(file?.body ?? '<title>Not here</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const known = server.address();
  const address = `127.0.0.1:${typeof known === 'object' ? known?.port : 0}`;
  const put = (path: string, type: string, body: string | Buffer): string => {
    files.set(path, { type, body });
    return `http://${address}${path}`;
  };
  return {
    address,
    put: (path, html) => put(path, 'text/html; charset=utf-8', html),
    putPicture: (path, bytes) => put(path, 'image/png', bytes),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
