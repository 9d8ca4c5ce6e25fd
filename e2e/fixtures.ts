import { copyFirstStart } from './support/first-start.ts';
import { learnSecret } from './support/known-secrets.ts';
import { type RunningServer, startServer, temporaryFolder } from './support/server.ts';
import { test as base } from './support/watched-test.ts';

export { expect } from '@playwright/test';

/** The person of the first run: operator, and owner of the first account. */
export const OPERATOR = { name: 'Ada Harbour', email: 'ada@example.org', password: 'a long enough password', workspace: 'Harbour Café' };

learnSecret({ name: 'password of a person', value: OPERATOR.password });

export interface Site {
  server: RunningServer;
  accountId: string;
  workspaceId: string;
  /** Cookies of the signed-in operator, in Playwright's own form. */
  storageState: {
    cookies: {
      name: string;
      value: string;
      domain: string;
      path: string;
      expires: number;
      httpOnly: boolean;
      secure: boolean;
      sameSite: 'Lax';
    }[];
    origins: [];
  };
}

/**
 * `site`: a server of the worker's own, set up and with the operator signed in on `page`. A file that
 * needs one that no other file has changed names its own by `test.use({ siteName: '…' })`.
 */
export const test = base.extend<object, { site: Site; siteName: string; siteEnv: Record<string, string> }>({
  siteName: ['shared', { option: true, scope: 'worker' }],
  // Settings of that server beside those that every one has.
  siteEnv: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ siteName: _siteName, siteEnv }, use) => {
      const folder = await temporaryFolder();
      await copyFirstStart(folder.path);
      const server = await startServer({ dataDir: folder.path, env: siteEnv });
      try {
        await use(await setUp(server));
      } finally {
        await server.stop();
        await folder.remove();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  storageState: async ({ site }, use) => use(site.storageState),
  baseURL: async ({ site }, use) => use(site.server.url),
});

async function setUp(server: RunningServer): Promise<Site> {
  const token = new URL(server.setupLink()).hash.replace('#token=', '');
  const { workspace, ...person } = OPERATOR;
  const answer = await fetch(`${server.url}/api/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token, ...person, workspace_name: workspace }),
  });
  const made = await answer.json();
  if (answer.status !== 201) throw new Error(`The set-up was refused: ${JSON.stringify(made)}`);
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    return {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: /;\s*secure/i.test(line),
      sameSite: 'Lax' as const,
    };
  });
  return { server, accountId: made.account_id, workspaceId: made.workspace_id, storageState: { cookies, origins: [] } };
}
