import { defineConfig } from 'vitest/config';

export default defineConfig({
  // type-graphql loads graphql as CommonJS; without this the tests would get a second copy as ESM.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
});
