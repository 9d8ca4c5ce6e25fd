import { begin, type Cookie, copyFirstRun, type FirstRun, OPERATOR } from './support/first-run.ts';
import type { Post } from './support/mail.ts';
import type { Model } from './support/model.ts';
import { type RunningServer, startServer, temporaryFolder } from './support/server.ts';
import { emailOf, sessionIn } from './support/signed-in.ts';
import type { FakeStripe } from './support/stripe.ts';
import { test as base } from './support/watched-test.ts';

export { expect } from '@playwright/test';

export { OPERATOR };

export interface Site extends FirstRun {
  server: RunningServer;
  /** Of the signed-in operator. */
  storageState: { cookies: Cookie[]; origins: [] };
}

/**
 * `site`: a server with a finished set-up, and the operator signed in on `page`. A file that needs an unshared one
 * names its own by `test.use({ siteName: '…' })`. Files that share one are in one folder and run one after the other,
 * since a worker has one site at a time. The worker, its browser and its command line are kept between sites:
 * starting them takes longer than a site.
 */
export const test = base.extend<{ site: Site; siteName: string; siteEnv: Record<string, string> }, Kept>({
  siteName: ['shared', { option: true }],
  // That server's settings in addition to the common ones.
  siteEnv: [{}, { option: true }],
  openSite: [
    async ({ browserName: _any }, use) => {
      const one = oneAtATime();
      await use(one.open);
      await one.close();
    },
    { scope: 'worker' },
  ],
  post: [keep(async () => (await import('./support/mail.ts')).startPost()), { scope: 'worker' }],
  model: [keep(async () => (await import('./support/model.ts')).startModel()), { scope: 'worker' }],
  stripe: [keep(async () => (await import('./support/stripe.ts')).startStripe()), { scope: 'worker' }],
  site: [async ({ openSite, siteName, siteEnv }, use) => use(await openSite(siteName, siteEnv)), { timeout: 300_000 }],
  storageState: async ({ site }, use) => use(site.storageState),
  // A recent sign-in renews the session's token: the following tests use the operator's new one.
  context: async ({ context, storageState, baseURL }, use) => {
    await use(context);
    if (typeof storageState !== 'object' || !storageState.cookies.length || !baseURL) return;
    const cookies = await context.cookies().catch(() => []);
    const token = sessionIn(cookies);
    if (token === undefined || token === sessionIn(storageState.cookies)) return;
    if ((await emailOf(context.request, baseURL).catch(() => null)) === OPERATOR.email) storageState.cookies = cookies;
  },
  baseURL: async ({ site }, use) => use(site.server.url),
});

/** For tests without a site, or with one that they start: `test.use(WITHOUT_SITE)`. */
export const WITHOUT_SITE = {
  storageState: async ({ browserName: _any }: { browserName: unknown }, use: (none: undefined) => Promise<void>) => use(undefined),
  baseURL: async ({ browserName: _any }: { browserName: unknown }, use: (none: undefined) => Promise<void>) => use(undefined),
};

/**
 * What a worker starts on first use. Defined here, since a file with worker fixtures of its own gets its own worker,
 * with another browser: three seconds of CPU time.
 */
interface Kept {
  openSite: OpenSite;
  /** A mail server that sites send by. */
  post: Post;
  /** A language model's server. */
  model: Model;
  /** Where sites are paid. */
  stripe: FakeStripe;
}

function keep<T extends { close(): Promise<unknown> }>(start: () => Promise<T>) {
  return async ({ browserName: _any }: { browserName: unknown }, use: (started: T) => Promise<void>): Promise<void> => {
    const started = await start();
    await use(started);
    await started.close();
  };
}

type OpenSite = (name: string, env: Record<string, string>) => Promise<Site>;

/** The last site; another name, or other settings, end it. */
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
  const copied = await copyFirstRun(folder.path);
  const server = await startServer({ dataDir: folder.path, env });
  const close = async (): Promise<void> => {
    await server.stop();
    await folder.remove();
  };
  try {
    const { made, cookies } = await begin(server, copied);
    return { site: { server, ...made, storageState: { cookies, origins: [] } }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
