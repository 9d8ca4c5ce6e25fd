import { expect, it } from 'vitest';

// An instance of its own: other tests of the process may have started to load.
const own = './load-ahead.ts?own';
const { loadAhead, loadedAhead, startLoading }: typeof import('./load-ahead.ts') = await import(own);

it('waits for what is loaded ahead, also for what is declared meanwhile, and not where nothing was started', async () => {
  const first = Promise.withResolvers<string>();
  loadAhead(() => first.promise);
  await loadedAhead();

  void startLoading();
  const later = Promise.withResolvers<string>();
  const load = loadAhead(() => later.promise);
  let isLoaded = false;
  const loaded = loadedAhead().then(() => {
    isLoaded = true;
  });
  first.resolve('first');
  await first.promise;
  expect(isLoaded).toBe(false);
  later.reject(new Error('cannot be read'));
  await loaded;
  await expect(load()).rejects.toThrow('cannot be read');
});
