import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, letAgentIn, letPostsOut } from '../../support/agent.ts';
import { sendNow } from '../../support/send-now.ts';

test.use({ siteName: 'offline', serviceWorkers: 'allow' });

/** The goal. React, the router and the library's core alone are 119 (decision 436). */
const COLD_BYTES = 200 * 1_024;
/** Requested some seconds after the shell; a busy machine may not be able to decide before that. */
const LATER = /^\/assets\/(open-changes|kept-desk|offline-files)-/;
/** Without the page itself, 3 KB, which the service worker fetches. */
const AGAIN_BYTES = 8 * 1_024;

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await letPostsOut(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Offline agent');
});

const stateOf = async (draft: { draft_id: string }) => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status;
const bar = (page: Page) => page.getByRole('region', { name: 'Your decision' });

/** Names of everything that the browser keeps for this origin. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const files = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    );
    return files.flat();
  });

/** Waits until the page would open without a connection. */
async function isKept(page: Page): Promise<void> {
  await expect.poll(() => keptFiles(page)).toEqual(expect.arrayContaining(['/', '/kept-desk', '/color-scheme.js']));
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/**
 * What the server sent, compressed and with its headers, since it was last taken. Without the icon of the tab, which the
 * pinned browser, having no tabs, does not fetch.
 */
async function countBytes(cdp: CDPSession): Promise<{ take(): { bytes: number; largest: string[] } }> {
  await cdp.send('Network.enable');
  const paths = new Map<string, string>();
  const answers: { path: string; bytes: number }[] = [];
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? '';
    if (path !== '/favicon.svg' && !LATER.test(path)) answers.push({ path, bytes: encodedDataLength });
  });
  return {
    take: () => {
      const taken = answers.splice(0);
      const largest = taken.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8);
      return {
        bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0),
        largest: largest.map(({ path, bytes }) => `${path} ${(bytes / 1_024).toFixed(1)}`),
      };
    },
  };
}

test('the review page is small on the first visit, and nearly empty on the second', async ({ page, context, site }) => {
  await agent.submit('The tram runs again, the first of two.', ['sandbox']);
  const cdp = await context.newCDPSession(page);
  const sent = await countBytes(cdp);
  const open = async (): Promise<number> => {
    await page.goto('/approvals?search=tram');
    await expect(bar(page)).toHaveAttribute('data-seen');
    const { bytes, largest } = sent.take();
    console.info(`${(bytes / 1_024).toFixed(1)} KB until a decision is possible: ${largest.join(', ')}`);
    return bytes;
  };
  expect(site.server.url).toMatch(/^http:\/\/(localhost|127\.0\.0\.1)/);
  expect(await open()).toBeLessThanOrEqual(COLD_BYTES);
  await isKept(page);
  sent.take();
  expect(await open()).toBeLessThanOrEqual(AGAIN_BYTES);
});

test('the review page opens offline with cached posts, and decisions there are sent later', async ({ page, context }) => {
  const first = await agent.submit('The ferry sails at nine, the first of two.', ['sandbox']);
  const second = await agent.submit('The ferry sails at ten, the second of two.', ['sandbox']);
  await page.goto('/approvals?search=ferry');
  await expect(page.getByRole('heading', { name: /first of two/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: /second of two/ })).toBeVisible();
  await isKept(page);
  await page.goto('/approvals?search=ferry');
  await expect(page.getByRole('heading', { name: /first of two/ })).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: /first of two/ })).toBeVisible();
  await expect(page.getByText(/No connection to the server\. You see what was loaded on/)).toBeVisible();
  await expect(bar(page)).toHaveAttribute('data-seen');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: /second of two/ })).toBeVisible();
  await expect(bar(page)).toHaveAttribute('data-seen');
  await page.keyboard.press('r');
  await sendNow(page);
  await expect(page.getByText('No connection. It is sent as soon as you are online again.')).toBeVisible();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['in_review', 'in_review']);

  await context.setOffline(false);
  await expect.poll(() => stateOf(first)).toBe('published');
  await expect.poll(() => stateOf(second)).toBe('rejected');
  await expect(page.getByText('No connection to the server.')).toHaveCount(0);
});

test('nothing remains in the browser after signing out, and no API response is cached', async ({ page, context }) => {
  const draft = await agent.submit('The lighthouse keeper retires.', ['sandbox']);
  await page.goto(draft.approval_url);
  await isKept(page);
  expect((await keptFiles(page)).filter((path) => path.startsWith('/api/'))).toEqual([]);
  // A session that ended elsewhere takes the kept data along.
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => keptFiles(page)).not.toContain('/kept-desk');
  await context.addCookies(cookies);

  await page.goto('/approvals');
  await expect.poll(() => keptFiles(page)).toContain('/kept-desk');
  await page.evaluate(() => {
    localStorage.setItem('countersign-single-keys', 'off');
    localStorage.setItem('countersign-unsaved another-person draft 1 in tab 1', JSON.stringify({ keptAt: new Date() }));
    localStorage.setItem('countersign-left-decisions', JSON.stringify([{ pageId: '1', personId: 'another-person' }]));
  });
  const signOut = async () => {
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  // Without an answer one is still signed in, and nothing is lost.
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await signOut();
  await expect(page.getByText('The server did not answer.').first()).toBeVisible();
  expect(await keptFiles(page)).toContain('/kept-desk');
  await page.unroute('**/api/auth/sign-out');

  await signOut();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await keptFiles(page)).not.toContain('/kept-desk');
  // What others have in this browser, and its own choices, stay.
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(kept).filter((key) => key.startsWith('countersign-unsaved'))).toEqual([
    'countersign-unsaved another-person draft 1 in tab 1',
  ]);
  expect(kept).toMatchObject({
    'countersign-single-keys': 'off',
    'countersign-left-decisions': JSON.stringify([{ pageId: '1', personId: 'another-person' }]),
  });
});
