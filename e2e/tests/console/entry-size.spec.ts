import { expect, test } from '../../fixtures.ts';

const MOST_BYTES = 150 * 1024;

test.use({ storageState: { cookies: [], origins: [] } });

test('what a first visit has sent over the wire is at most 150 KB, and kept for the next one', async ({ page, context }) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const paths = new Map<string, string>();
  const sent: { path: string; bytes: number }[] = [];
  cdp.on('Network.responseReceived', ({ requestId, response }) => paths.set(requestId, new URL(response.url).pathname));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sent.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const bytes = sent.reduce((sum, file) => sum + file.bytes, 0);
  console.info(`First visit: ${sent.length} answers, ${Math.round(bytes / 1024)} KB as the server sent them`);
  expect(sent.filter(({ path }) => path.endsWith('.js')).length).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);

  sent.length = 0;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const again = sent.filter(({ path, bytes: size }) => path.startsWith('/assets/') && size > 0);
  expect(again).toEqual([]);
});
