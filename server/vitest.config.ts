import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './bin/scratch.mjs';

keepScratchInMemory();

/**
 * These have a process of their own. One replaces modules, which the other files of its process would get too; one counts patterns
 * at the prototype of RegExp, after which V8 keeps every pattern of that process on its slow path; and two do nothing but compute,
 * which takes several times as long in a heap that holds what all the others have loaded.
 */
const ALONE = [
  'src/testing/matrix/first-wall-off.test.ts',
  'src/captions/extractive/extractive-work.test.ts',
  'src/captions/extractive/extractive-properties.test.ts',
  'src/captions/corpus/corpus.test.ts',
];

export default defineConfig({
  // type-graphql loads graphql as CommonJS; without this the tests would get a second copy as ESM.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // One more than the cores that a small machine has: some wait for a killed process or a database that hangs.
    maxWorkers: 3,
    projects: [
      // Loading the service takes longer than most files' tests, so the files of a worker share what is loaded.
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.ts'], exclude: ALONE, isolate: false, globalSetup: [] },
      },
      { extends: true, test: { name: 'alone', include: ALONE, globalSetup: [] } },
    ],
  },
});
