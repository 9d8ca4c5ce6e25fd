import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { learnSecret } from './known-secrets.ts';

const CLIENT_SECRET = 'e2e-mastodon-client-secret';
const ACCESS_TOKEN = 'e2e-mastodon-access-token';

export interface RemoteMastodon {
  url: string;
  /** The person's decision on the server's own page. */
  answer: 'yes' | 'no';
  /** The accounts that it knows, for its search. */
  accounts: { acct: string; display_name: string; avatar_static: string | null }[];
  /** The statuses that were posted, as they were sent. */
  statuses: { status: string }[];
  stop(): Promise<void>;
}

/**
 * The part of a Mastodon server that signs people and apps in, reports limits, searches accounts and takes statuses
 * (docs.joinmastodon.org: methods/apps, methods/oauth, methods/instance, methods/search, methods/statuses).
 */
export async function startMastodon(): Promise<RemoteMastodon> {
  learnSecret({ name: 'client secret of a platform', value: CLIENT_SECRET });
  learnSecret({ name: 'access token of a platform', value: ACCESS_TOKEN });
  const server = createServer((request, response) => {
    void respond(remote, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const remote: RemoteMastodon = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: 'yes',
    accounts: [],
    statuses: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return remote;
}

async function respond(remote: RemoteMastodon, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const sent = await text(request);
  const json = (body: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (pathname === '/api/v1/apps') return void json({ client_id: 'e2e', client_secret: CLIENT_SECRET });
  if (pathname === '/oauth/token') return void json({ access_token: ACCESS_TOKEN, token_type: 'Bearer' });
  if (pathname === '/api/v1/accounts/verify_credentials') return void json({ id: '7', username: 'harbour', acct: 'harbour' });
  if (pathname === '/api/v2/instance') return void json({ configuration: { statuses: { max_characters: 5_000 } } });
  if (pathname === '/api/v2/search') {
    const query = searchParams.get('q') ?? '';
    return void json({ accounts: remote.accounts.filter((each) => `${each.acct} ${each.display_name}`.toLowerCase().includes(query)) });
  }
  if (pathname === '/api/v1/statuses' && request.method === 'POST') {
    const id = String(remote.statuses.push(JSON.parse(sent)));
    return void json({ id, url: `${remote.url}/@harbour/${id}` });
  }
  if (pathname !== '/oauth/authorize') return void response.writeHead(404).end();
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  if (remote.answer === 'yes') back.searchParams.set('code', '4711');
  else back.searchParams.set('error', 'access_denied');
  response.writeHead(302, { location: back.href }).end();
}
