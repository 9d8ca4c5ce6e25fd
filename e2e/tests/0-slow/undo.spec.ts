import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, type Answer, letAgentIn, letPostsOut } from '../../support/agent.ts';
import { sendNow, stopLongTimers } from '../../support/send-now.ts';

test.use({ siteName: 'undo' });

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await letPostsOut(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Undo agent');
});

const stateOf = async (draft: Answer | undefined) => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status;
const bar = (page: Page) => page.getByRole('region', { name: 'Your decision' });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

async function submitThree(word: string): Promise<Answer[]> {
  const drafts: Answer[] = [];
  for (const number of ['first', 'second', 'third']) drafts.push(await agent.submit(`${word}, the ${number} of three.`, ['sandbox']));
  return drafts;
}

/** The browser ends the emulated outage of a page that closes, at times before the page knows that it closes. */
async function closeOffline(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await page.close();
}

/** Opens the queue with this search; waits until the first post can be decided on. */
async function openQueue(page: Page, word: string): Promise<void> {
  await page.goto(`/approvals?search=${word}`);
  await expect(page.getByRole('heading', { name: `${word}, the first of three.` })).toBeVisible();
  await expect(bar(page)).toHaveAttribute('data-seen');
}

test('every decision of the last five seconds can be undone, in any order', async ({ page }) => {
  await page.clock.install();
  const drafts = await submitThree('Oysters');
  await openQueue(page, 'Oysters');
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const [index, key] of ['a', 'r', 'a'].entries()) {
    const heading = page.getByRole('heading', { name: new RegExp(['first', 'second', 'third'][index] ?? '') });
    const isSeen = page.locator('[data-seen]').filter({ visible: true });
    // The clock only moves in these steps, so that the machine's speed does not matter.
    const look = async () => {
      await page.clock.runFor(60);
      return (await heading.isVisible()) && (await isSeen.count()) === 1;
    };
    await expect.poll(look).toBe(true);
    await page.keyboard.press(key);
  }
  await expect(page.getByText('3 decided', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('2 decided', { exact: true })).toBeVisible();
  await page.keyboard.press('u');
  await undo(page).click();
  await expect(undo(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /the first of three/ })).toBeVisible();
  await page.clock.runFor(30_000);
  for (const draft of drafts) expect(await stateOf(draft)).toBe('in_review');
});

test('the next post is preloaded during a review, and appears at once', async ({ page }) => {
  const [, second] = await submitThree('Whelks');
  const isRead = page.waitForResponse((response) => response.request().postData()?.includes(`"${second?.approval.approval_id}"`) ?? false);
  await openQueue(page, 'Whelks');
  await isRead;
  // From here on the line is dead.
  await page.route('**/api/graphql', () => {});
  await stopLongTimers(page);
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: /the second of three/ })).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { name: /the first of three/ })).toBeVisible();
});

test('a quick second key press does not decide a post that was not seen', async ({ page }) => {
  await page.clock.install();
  const drafts = await submitThree('Mussels');
  await openQueue(page, 'Mussels');
  // The presses are quick on a slow machine, too.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('a', { delay: 10 });
  await page.keyboard.press('a', { delay: 10 });
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: /the second of three/ })).toBeVisible();
  await expect(page.getByText('Approved “Mussels, the first of three.”', { exact: true })).toBeVisible();
  await sendNow(page);
  await expect.poll(() => stateOf(drafts[0])).toBe('published');
  expect(await stateOf(drafts[1])).toBe('in_review');
  await expect(bar(page)).toHaveAttribute('data-seen');
  await page.keyboard.press('a');
  await expect(page.getByText('Approved “Mussels, the second of three.”', { exact: true })).toBeVisible();
});

for (const width of [320, 390]) {
  test(`on a phone of ${width} pixels the undo button is visible, even with a long title, and covers nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 });
    const title = `Harbour fair ${width} on Saturday: boats, music, fresh fish!`;
    expect(title.length).toBeGreaterThanOrEqual(53);
    const draft = await agent.submit(title, ['sandbox']);
    await agent.submit(`Harbour fair ${width}, another day of it.`, ['sandbox']);
    await page.goto(`/approvals/${draft.approval.approval_id}?search=${width}`);
    // The list is there, so that the next one is known.
    await expect(page.getByText('1 of 2')).toBeAttached();
    await expect(bar(page)).toHaveAttribute('data-seen');
    await stopLongTimers(page);
    await bar(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('heading', { name: 'another day' })).toBeVisible();
    await expect(undo(page)).toBeInViewport({ ratio: 1 });
    const box = await undo(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    // Toasts do not cover it.
    const said = await page.locator('[class*="_toasts_"]').boundingBox();
    expect(said?.y).toBeLessThanOrEqual((await page.locator('[data-place="bar"]').boundingBox())?.y ?? Number.NaN);
    // On other pages it is above the navigation bar.
    await page.goBack();
    await expect(undo(page)).toBeInViewport({ ratio: 1 });
    await undo(page).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    expect(await stateOf(draft)).toBe('in_review');
  });
}

test('leaving the page sends its pending decisions', async ({ page }) => {
  const draft = await agent.submit('The pier café has new chairs.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(undo(page)).toBeVisible();
  await page.reload();
  await expect.poll(() => stateOf(draft)).toBe('published');
  await expect(page.getByText('Not approved')).toHaveCount(0);
});

test('a decision on a page that was closed offline is sent once by the next page', async ({ page, context }) => {
  const draft = await agent.submit('The pier café has a new cook.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByLabel('What should change?').fill('Who is it?');
  await context.setOffline(true);
  await page.keyboard.press('Control+Enter');
  await expect(undo(page)).toBeVisible();
  await closeOffline(page);
  await context.setOffline(false);
  expect(await stateOf(draft)).toBe('in_review');

  const next = await context.newPage();
  await next.goto('/');
  await expect.poll(() => stateOf(draft)).toBe('changes_requested');
  await expect(next.getByText('Changes not requested')).toHaveCount(0);
  await expect.poll(() => next.evaluate(() => localStorage.getItem('countersign-left-decisions'))).toBeNull();
});

test('a decision that the next page sent before it was killed is checked, and not sent again', async ({ page, context }) => {
  const draft = await agent.submit('The pier café has a new piano.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByLabel('What should change?').fill('Who plays it?');
  await context.setOffline(true);
  await page.keyboard.press('Control+Enter');
  await expect(undo(page)).toBeVisible();
  await closeOffline(page);
  await context.setOffline(false);

  let sent = 0;
  await context.route('**/api/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation DecideApproval(')) return route.fallback();
    sent += 1;
    // The server gets the first one, and the page no response.
    if (sent === 1) await route.fetch();
    else await route.fallback();
  });
  const killed = await context.newPage();
  await killed.goto('/');
  await expect.poll(() => stateOf(draft)).toBe('changes_requested');
  const crash = killed.waitForEvent('crash');
  await killed.goto('chrome://crash').catch(() => undefined);
  await crash;
  await killed.close();

  const next = await context.newPage();
  await next.goto('/');
  await expect.poll(() => next.evaluate(() => localStorage.getItem('countersign-left-decisions'))).toBeNull();
  await expect(next.getByText('Changes not requested')).toHaveCount(0);
  expect(sent).toBe(1);
});

test('an offline decision is marked as such, and sent once when the connection is back', async ({ page, context }) => {
  const draft = await agent.submit('The pier café opens a terrace.', ['sandbox']);
  await page.goto(draft.approval_url);
  await expect(bar(page)).toHaveAttribute('data-seen');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  await expect(page.getByText('No connection. It is sent as soon as you are online again.')).toBeVisible();
  await expect(undo(page)).toBeVisible();
  expect(await stateOf(draft)).toBe('in_review');
  await context.setOffline(false);
  await expect.poll(() => stateOf(draft)).toBe('published');
  await expect(page.getByText('No connection.')).toHaveCount(0);
  await expect(page.getByText('Not approved')).toHaveCount(0);
});

test('Tab or Enter in the change request field never approves', async ({ page }) => {
  const draft = await agent.submit('The swimming bath opens on Sunday.', ['sandbox']);
  await page.goto(draft.approval_url);
  await expect(bar(page)).toHaveAttribute('data-seen');
  await page.keyboard.press('c');
  await page.keyboard.type('Which bath?');
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Request changes' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('What should change?')).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByLabel('What should change?')).toHaveValue('Which bath?');
  await page.keyboard.press('Control+Enter');
  await sendNow(page);
  await expect.poll(() => stateOf(draft)).toBe('changes_requested');
});

test('the button states what will happen', async ({ page }) => {
  const soon = new Date(Date.now() + 20 * 24 * 3_600_000);
  const planned = await agent.submit('The regatta is in three weeks.', ['sandbox'], { scheduled_at: soon.toISOString() });
  await page.goto(planned.approval_url);
  await expect(bar(page).getByRole('button', { name: /^Approve for \d+ \w+, \d+:\d\d/ })).toBeVisible();
  const blocked = await agent.submit('The regatta has a film.', ['bluesky']);
  await page.goto(blocked.approval_url);
  await expect(bar(page).getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await expect(bar(page).getByText(/Not published yet: .*Bluesky has no working account/)).toBeVisible();
});
