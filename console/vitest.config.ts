import { defineConfig } from 'vitest/config';

// Apart from vite.config.ts, which `npm start` builds with where no test package is installed. The files of a worker
// share what is loaded: none of them changes it.
export default defineConfig({
  test: { environment: 'node', include: ['src/**/*.test.{ts,tsx}'], isolate: false, testTimeout: 20_000 },
});
