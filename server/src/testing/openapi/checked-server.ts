import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import type { Services } from '../../context.ts';
import type { OfferedOperation } from '../../http/engine/add-operation.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { undocumented } from './expect-documented.ts';
import { type Ground, givenGround } from './random-ground.ts';
import { untilDone } from './send-until-done.ts';
import { withRealIds } from './with-real-ids.ts';

/** After this many requests most objects are archived, cancelled or removed. */
const FRESH_AFTER = 200;
/** The key in the examples, replaced by a real one. */
export const SHOWN_KEY = 'the-key-of-the-examples';

export interface CheckedServer {
  url: string;
  /** The number of responses by status. */
  statuses: Map<number, number>;
  /** The operations that were called. */
  asked: Set<string>;
  /** Undocumented responses, each with its request. */
  faults: string[];
  close(): Promise<void>;
}

/**
 * A proxy in front of the service for programs that know only the examples: it replaces their ids and their key by
 * real ones, creates these again when needed, and checks each response against the description.
 */
export async function startCheckedServer(app: HttpServer, services: Services): Promise<CheckedServer> {
  const seen = { statuses: new Map<number, number>(), asked: new Set<string>(), faults: [] as string[] };
  const send = untilDone(app, () => undefined);
  let ground: Promise<Ground> | null = null;
  let sent = 0;
  const answer = async (request: IncomingMessage) => {
    if (!ground || sent++ % FRESH_AFTER === 0) ground = givenGround(services, send);
    const { known, agent } = await ground;
    const real = await requestOf(request, (text) => withRealIds(text, known).replaceAll(`Bearer ${SHOWN_KEY}`, agent.authorization));
    const response = await send(real);
    const offered = operationFor(app, real);
    if (offered) {
      seen.asked.add(offered.operation.id);
      seen.statuses.set(response.statusCode, (seen.statuses.get(response.statusCode) ?? 0) + 1);
      const fault = undocumented(offered, response);
      if (fault) seen.faults.push(`${real.method} ${real.url} ${String(real.payload).slice(0, 300)}: ${fault}`);
    }
    return response;
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ statusCode, headers: { connection: _connection, 'transfer-encoding': _encoding, ...headers }, rawPayload }) =>
        response.writeHead(statusCode, headers).end(rawPayload),
      (error: unknown) => {
        seen.faults.push(String(error));
        response.destroy();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...seen,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function requestOf(request: IncomingMessage, toReal: (text: string) => string) {
  const { host: _host, connection: _connection, 'content-length': _length, 'transfer-encoding': _encoding, ...sent } = request.headers;
  const body = await buffer(request);
  const headers = JSON.parse(toReal(JSON.stringify(sent))) as Record<string, string>;
  const isText = /json/.test(String(sent['content-type']));
  return {
    method: request.method as NonNullable<Extract<InjectOptions['method'], string>>,
    url: toReal(request.url ?? '/'),
    headers,
    ...(body.length === 0 ? {} : { payload: isText ? toReal(body.toString('utf8')) : body }),
  };
}

/** Null if the path belongs to no operation. */
function operationFor(app: HttpServer, { method, url }: { method: string; url: string }): OfferedOperation | null {
  const parts = new URL(url, 'http://localhost').pathname.split('/');
  const found = [...app.operations.values()].find(({ route }) => {
    const [verb, path = ''] = route.split(' ');
    const names = path.split('/');
    return (
      verb === method &&
      names.length === parts.length &&
      names.every((name, at) => (name.startsWith('{') ? parts[at] !== '' : name === parts[at]))
    );
  });
  return found ?? null;
}
