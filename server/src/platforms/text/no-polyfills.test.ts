import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

it('twitter-text loads no polyfill, which would slow every pattern of the process down for good', () => {
  const own = createRequire(import.meta.url);
  const polyfill = createRequire(own.resolve('twitter-text')).resolve('core-js/modules/es6.regexp.replace');
  expect(polyfill).toMatch(/no-polyfills[\\/]nothing\.cjs$/);
});
