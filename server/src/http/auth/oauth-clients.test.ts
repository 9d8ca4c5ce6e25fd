import * as oauth from 'oauth4webapi';
import { expect, it } from 'vitest';
import { useOauth } from '../../testing/oauth.ts';
import { FOREIGN_CLIENTS, LOOPBACK } from '../../testing/proofs/foreign-clients.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Promise K1 in short: third-party clients against a listening server. */
const stage = useOauth(useTestDatabase());

it.each(Object.entries(FOREIGN_CLIENTS))('%s', (_, getKeys) => getKeys(stage, 4));

it('oauth4webapi discovers the metadata from a refused request', async () => {
  const { status, headers } = await stage.get('/api/v1/me');
  expect(status).toBe(401);
  const [, metadata] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
  expect(metadata).toBe(`${stage.url}/.well-known/oauth-protected-resource`);
  for (const path of ['', '/api/v1', '/api/mcp']) {
    const resource = new URL(stage.url + path);
    const document = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, LOOPBACK));
    expect(document.authorization_servers).toEqual([stage.url]);
  }
});
