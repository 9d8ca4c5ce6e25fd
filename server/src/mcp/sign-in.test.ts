import { expect, it } from 'vitest';
import type { Scope } from '../access/actor.ts';
import { approve, seen, useOauth } from '../testing/oauth.ts';
import { Keeper, SIGNING_IN, type ToolResult } from '../testing/servers/mcp-hosts.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const web = useOauth(database);

/** The person's part: signs in, looks at who asks, allows these scopes, and is sent back. */
async function allow(keeper: Keeper, scopes: Scope[]): Promise<URLSearchParams> {
  const asked = keeper.sentTo.at(-1);
  if (!asked) throw new Error('The host opened no sign-in page.');
  const { headers } = await web.get(asked.pathname + asked.search);
  const requestId = new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
  const browser = await web.signedIn();
  const { body } = await approve(web, await seen(web, { requestId }, browser), { scopes }, browser);
  return new URL((body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest.redirectUrl).searchParams;
}

const DRAFT = { source_text: 'The harbour festival opens on Friday.', platforms: ['sandbox'], publish_mode: 'approval_queue' };

it.each(Object.entries(SIGNING_IN))(
  '%s discovers the sign-in, requests minimal scopes, and more when a tool needs them',
  async (_name, of) => {
    const keeper = new Keeper();
    const host = of(web.url, keeper);
    await expect(host.connect()).rejects.toThrow();
    expect(keeper.sentTo).toHaveLength(1);
    expect(Object.fromEntries(keeper.sentTo[0]?.searchParams ?? [])).toMatchObject({
      scope: 'read',
      resource: `${web.url}/api/mcp`,
      code_challenge_method: 'S256',
    });
    await host.finish(await allow(keeper, ['read']));
    await host.connect();
    expect((await host.call('get_me', {})) as ToolResult).toMatchObject({ structuredContent: { scopes: ['read'] } });

    await expect(host.call('create_draft', DRAFT)).rejects.toThrow();
    expect(keeper.sentTo).toHaveLength(2);
    const asked = keeper.sentTo[1]?.searchParams.get('scope')?.split(' ') ?? [];
    expect(asked).toEqual(expect.arrayContaining(['drafts:write', 'jobs:write']));
    await host.finish(await allow(keeper, asked as Scope[]));
    await host.close();
    await host.connect();
    expect((await host.call('create_draft', DRAFT)) as ToolResult).toMatchObject({ structuredContent: { approval: { state: 'pending' } } });
    await host.close();
  },
);
