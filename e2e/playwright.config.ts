import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

// Awaited here and not in a globalSetup: the config is loaded before any worker starts, so the
// workers only find the browser that was unpacked.
const chromium = await findChromium();
/**
 * A page lives for a second or two here, so what the browser compiles to be fast is thrown away before it pays: without it the browser takes
 * up to an eighth less of the processor.
 */
const launchOptions = { ...chromium, args: [...chromium.args, '--js-flags=--no-opt --no-maglev'] };

export default defineConfig({
  // In the order of their names: `begun-first` holds the long ones, so that no worker is left with one at the end. One project for all,
  // since each would have workers, and so browsers, of its own.
  testDir: 'tests',
  globalSetup: './support/first-run.ts',
  globalTeardown: './support/print-secret-figures.ts',
  outputDir: '../test-results/e2e',
  // One more than the cores that a small machine has: five seconds to undo, and much else, is waited for.
  workers: 3,
  fullyParallel: false,
  // Three browsers, three services and three databases may share two cores, with the server's tests; what is slow then is not wrong.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time is a fault of the product or of the test.
  retries: 0,
  use: {
    browserName: 'chromium',
    launchOptions,
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    viewport: { width: 1280, height: 800 },
  },
});
