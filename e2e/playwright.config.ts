import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

// Awaited here and not in a globalSetup: the config is loaded before any worker starts, so the
// workers only find the browser that was unpacked.
const chromium = await findChromium();
/**
 * Pages live for a second or two here, so optimised code never pays off: without it the browser needs up to an eighth
 * less CPU.
 */
const launchOptions = { ...chromium, args: [...chromium.args, '--js-flags=--no-opt --no-maglev'] };

export default defineConfig({
  // In alphabetical order of folders: `0-slow`, with the long ones, must be the first, so that no worker ends with
  // one. One project for all, since each would have its own workers and browsers.
  testDir: 'tests',
  globalSetup: './support/first-run.ts',
  globalTeardown: './support/print-secret-figures.ts',
  outputDir: '../test-results/e2e',
  // One more than the cores that a small machine has: five seconds to undo, and much else, is waited for.
  workers: 3,
  fullyParallel: false,
  // Three browsers, three services and three databases may share two cores with the server's tests: slow is not
  // wrong.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time is a fault of the product or of the test.
  retries: 0,
  use: {
    browserName: 'chromium',
    // A label that is gone shows after a minute, not at the end of the test's time.
    actionTimeout: 60_000,
    launchOptions,
    screenshot: 'only-on-failure',
    // Tests of it allow it: it would only keep files for pages that never come again.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    viewport: { width: 1280, height: 800 },
  },
});
