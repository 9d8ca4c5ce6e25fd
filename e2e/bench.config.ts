import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';
import { findChromium } from './support/chromium.ts';

/** Browser benchmarks: run alone, on an idle machine, with a normal browser. */
export default defineConfig({
  ...tests,
  testDir: 'bench',
  workers: 1,
  use: { ...tests.use, launchOptions: await findChromium() },
  projects: [{ name: 'phone', use: {} }],
});
