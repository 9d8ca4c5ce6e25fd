import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { serverOutputs } from './known-secrets.ts';
import { FIGURES_FILE } from './print-secret-figures.ts';
import { keepFigures, watchForSecrets } from './secret-watch.ts';

/** How much of each server's log is kept with a failed test, in characters. */
const LOG_TAIL = 20_000;

/** The base of every spec: fails at its end if a browser or a server's log contained a secret. */
export const test = base.extend<{ secretWatch: undefined; serverLogs: undefined }>({
  // A request that a test delays may still be held when the test ends, which is no fault of it. It reaches no server.
  context: async ({ context }, use) => {
    await use(context);
    await context.setOffline(true);
    await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
  },
  page: async ({ page }, use) => {
    // Without a listener before the press, a busy browser opens a file dialog of its own, which a test never sees.
    page.on('filechooser', () => undefined);
    await use(page);
  },
  serverLogs: [
    async ({ browserName: _any }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const warnings = serverOutputs().flatMap((output) => output.split('\n').filter((line) => /"level":[456]0/.test(line)));
      if (warnings.length === 0) return;
      await testInfo.attach('server-warnings.log', { body: warnings.join('\n').slice(-LOG_TAIL), contentType: 'text/plain' });
    },
    { auto: true },
  ],
  secretWatch: [
    async ({ browser }, use, { project }) => {
      const watch = watchForSecrets(browser);
      await use(undefined);
      const { hits, figures } = await watch.end();
      await keepFigures(join(project.outputDir, FIGURES_FILE), figures);
      expect(hits, 'secrets in a user interface').toEqual([]);
    },
    { auto: true },
  ],
});
