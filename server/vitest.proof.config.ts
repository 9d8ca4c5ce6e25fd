import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Proofs measure, so they run one after the other, each file in a process of its own, and for as long as they need. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: ['src/**/*.proof.ts'],
    reporters: ['./bin/proof-reporter.mjs'],
    maxWorkers: 1,
    testTimeout: 4 * 3_600_000,
    hookTimeout: 120_000,
  },
});
