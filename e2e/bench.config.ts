import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** What is measured in a browser: by itself, on a machine with nothing else to do. */
export default defineConfig({
  ...tests,
  testDir: 'bench',
  workers: 1,
  projects: [{ name: 'phone', use: {} }],
});
