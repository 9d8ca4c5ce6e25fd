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
 * needs one that no other file has changed names its own by `test.use({ siteName: '…' })`. The worker, its
 * browser and its command line go on from site to site: to start them takes longer than a site does.
 */
export const test = base.extend<{ site: Site; siteName: string; siteEnv: Record<string, string> }, { openSite: OpenSite }>({
  siteName: ['shared', { option: true }],
  // Settings of that server beside those that every one has.
  siteEnv: [{}, { option: true }],
  openSite: [
    async ({ browserName: _any }, use) => {
      const one = oneAtATime();
      await use(one.open);
      await one.close();
    },
    { scope: 'worker' },
  ],
  site: [async ({ openSite, siteName, siteEnv }, use) => use(await openSite(siteName, siteEnv)), { timeout: 180_000 }],
  storageState: async ({ site }, use) => use(site.storageState),
  baseURL: async ({ site }, use) => use(site.server.url),
});

type OpenSite = (name: string, env: Record<string, string>) => Promise<Site>;

/** The site that was asked for last; another name, or other settings, end it. */
function oneAtATime(): { open: OpenSite; close(): Promise<void> } {
  let opened: { wanted: string; site: Site; close(): Promise<void> } | undefined;
  const close = async (): Promise<void> => {
    const last = opened;
    opened = undefined;
    await last?.close();
  };
  return {
    async open(name, env) {
      const wanted = JSON.stringify([name, env]);
      if (opened?.wanted === wanted) return opened.site;
      await close();
      opened = { wanted, ...(await startSite(env)) };
      return opened.site;
    },
    close,
  };
}

async function startSite(env: Record<string, string>): Promise<{ site: Site; close(): Promise<void> }> {
  const folder = await temporaryFolder();
  await copyFirstStart(folder.path);
  const server = await startServer({ dataDir: folder.path, env });
  const close = async (): Promise<void> => {
    await server.stop();
    await folder.remove();
  };
  try {
    return { site: await setUp(server), close };
  } catch (error) {
    await close();
    throw error;
  }
}

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
