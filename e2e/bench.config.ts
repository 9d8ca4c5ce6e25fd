import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';
import { findChromium } from './support/chromium.ts';

/** What is measured in a browser: by itself, on a machine with nothing else to do, and by the browser as people have it. */
export default defineConfig({
  ...tests,
  testDir: 'bench',
  workers: 1,
  use: { ...tests.use, launchOptions: await findChromium() },
  projects: [{ name: 'phone', use: {} }],
});
