import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { FIGURES_FILE } from './print-secret-figures.ts';
import { keepFigures, watchForSecrets } from './secret-watch.ts';

/** Every spec begins here: it fails at its end when a browser of it, or a server's log, has held a secret. */
export const test = base.extend<{ secretWatch: undefined }>({
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
