import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

// Awaited here and not in a globalSetup: the config is loaded before any worker starts, so the
// workers only find the browser that was unpacked.
const launchOptions = await findChromium();

/** Begun first, so that no worker is left with a long one, or one that waits for a minute, at the end; each has a site of its own. */
const LONG = [
  'console/pages',
  'journeys/desk',
  'journeys/standing',
  'journeys/signed-standing',
  'journeys/undo',
  'running/start-and-stop',
].map((name) => `**/${name}.spec.ts`);
const DESKTOP = { viewport: { width: 1280, height: 800 } };

export default defineConfig({
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
  use: { browserName: 'chromium', launchOptions, screenshot: 'only-on-failure', locale: 'en-GB', timezoneId: 'Europe/Lisbon' },
  projects: [
    { name: 'long', use: DESKTOP, testMatch: LONG },
    { name: 'chromium', use: DESKTOP, testIgnore: LONG },
  ],
});
