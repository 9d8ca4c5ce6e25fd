import { defineConfig } from 'vitest/config';
import { messages } from './src/build/messages.plugin.ts';

// Apart from vite.config.ts, which `npm start` builds with where no test package is installed. The files of a worker
// share what is loaded: none of them changes it.
export default defineConfig({
  plugins: [messages()],
  test: { environment: 'node', include: ['src/**/*.test.{ts,tsx}'], isolate: false, testTimeout: 20_000 },
});
