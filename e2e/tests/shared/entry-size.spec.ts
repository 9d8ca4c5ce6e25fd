import type { Cookie } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn } from '../../support/agent.ts';

const MOST_BYTES = 150 * 1024;

test('a returning visitor of a post requests all files of its screen with the first ones', async ({ page, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'First files');
  await agent.submit('The pier closes in November.', ['sandbox']);
  await page.goto('/approvals?search=November');
  await expect(page.getByRole('heading', { name: 'The pier closes in November.' })).toBeVisible();
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\/assets\/.*\.(js|css)$/.test(name))
      .map(({ name, startTime, responseEnd }) => ({ name: new URL(name).pathname, startTime, responseEnd })),
  );
  const first = scripts.find(({ name }) => /\/first-.*\.js$/.test(name));
  expect(scripts.map(({ name }) => name)).toContainEqual(expect.stringMatching(/approvals-route-.*\.js$/));
  expect(scripts.filter(({ startTime }) => startTime > (first?.responseEnd ?? 0))).toEqual([]);
});

test('a returning visitor’s post is requested together with the viewer', async ({ page, context, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Ahead');
  const { approval_url } = await agent.submit('The pier opens on Friday.', ['sandbox']);
  const postAsked = page.waitForRequest((request) => request.postData()?.includes('query Approval(') ?? false);
  await page.route('**/api/graphql', async (route) => {
    // Delays the viewer until the post was requested.
    if (route.request().postData()?.includes('query Viewer')) await postAsked;
    await route.continue();
  });
  await page.goto(new URL(approval_url).pathname);
  await expect(page.getByText('The pier opens on Friday.').first()).toBeVisible();

  // The server sees a cookie without checking it: an ended session leads to the sign-in, and back from there.
  const session = (await context.cookies()).find(({ name }) => name === 'countersign');
  await context.addCookies([{ ...session, value: 'ended' } as Cookie]);
  await page.goto(new URL(approval_url).pathname);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe(new URL(approval_url).pathname);
});

test.describe('without a session', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('a first visit transfers at most 150 KB, cached for the next one', async ({ page, context }) => {
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
    // Browsers differ in which icons they fetch, and when.
    const bytes = sent.filter(({ path }) => !/icon|manifest/.test(path)).reduce((sum, file) => sum + file.bytes, 0);
    console.info(`First visit: ${sent.length} answers, ${Math.round(bytes / 1024)} KB as the server sent them`);
    expect(sent.filter(({ path }) => path.endsWith('.js')).length).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);

    sent.length = 0;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const again = sent.filter(({ path, bytes: size }) => path.startsWith('/assets/') && size > 0);
    expect(again).toEqual([]);
  });
});
