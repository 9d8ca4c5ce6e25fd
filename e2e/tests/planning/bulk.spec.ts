import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, type Answer, letAgentIn, letPostsOut } from '../../support/agent.ts';
import { approve, newPerson, showIdentity, signOut, typePassword } from '../../support/person.ts';
import { stopLongTimers } from '../../support/send-now.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'planning' });

const POSTS = 30;
const MANY = 100;
/** More than the server decides on at once. */
const SEVERAL = 60;
const PAGE = 25;
/** Not in a week whose posts planning.spec.ts moves on the same site: a full day hides them behind “more”. */
const AHEAD = new Date(Date.now() + 45 * 24 * 3_600_000).toISOString();

const submitAll = (agent: Agent, word: string, more: object = {}, count = POSTS): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => agent.submit(`${word}, number ${index + 1}.`, ['sandbox'], more)));

test('all posts of a filter are put on hold and released again, by keyboard and with undo', async ({ page, site }) => {
  await letPostsOut(site);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Bulk agent');
  const drafts = await submitAll(agent, 'Bulk regatta', { scheduled_at: AHEAD });
  await showIdentity(page, site.server.url);
  for (const draft of drafts) await approve(page, site.server.url, draft);
  const held = async () => {
    const jobs = await Promise.all(drafts.map(({ publish_job }) => agent.call('GET', `/v1/publish-jobs/${publish_job.job_id}`)));
    return jobs.filter((job) => JSON.stringify(job).includes('The storm is near')).length;
  };

  await page.goto('/jobs?state=ALL&search=Bulk%20regatta');
  const first = page.getByRole('link', { name: /Bulk regatta/ }).first();
  await expect(first).toBeVisible();
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await expect(page.getByText('25 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all that match' }).click();
  await expect(page.getByText(`${POSTS} selected`)).toBeVisible();
  await page.getByRole('button', { name: `Put on hold (${POSTS})` }).click();
  const dialog = page.getByRole('dialog', { name: `Put ${POSTS} posts on hold?` });
  // Nothing is saved: the reason is kept for another attempt.
  await page.route('**/api/graphql*', (route) =>
    /HoldApproval/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
  );
  await dialog.getByLabel(/^Reason/).fill('The storm is near');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText(`Put on hold: ${POSTS} left out.`)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: `Put on hold (${POSTS})` }).click();
  await expect(dialog.getByLabel(/^Reason/)).toHaveValue('The storm is near');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText(`Put on hold: ${POSTS} done.`)).toBeVisible();
  expect(await held()).toBe(POSTS);
  await expect(first).toContainText('The storm is near');
  await expect(first.getByText('On hold', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Undone for ${POSTS}.`)).toBeVisible();
  expect(await held()).toBe(0);
});

test('of a hundred posts approved and held in bulk, a refused one is named and does not block the others', async ({ page, site }) => {
  test.slow();
  await letPostsOut(site);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Hundred agent');
  const drafts: Answer[] = [];
  for (let made = 0; made < MANY; made += PAGE) {
    drafts.push(...(await submitAll(agent, `Bulk lantern from ${made}`, { scheduled_at: AHEAD }, PAGE)));
  }
  const [taken, stopped] = drafts;
  if (!taken || !stopped) throw new Error('Nothing was submitted.');
  const waits = async ({ draft_id }: Answer) => (await agent.call('GET', `/v1/drafts/${draft_id}`)).status === 'in_review';
  await showIdentity(page, site.server.url);

  await page.goto('/approvals?search=Bulk%20lantern');
  await expect(page).toHaveURL(/approvals\/apr_/);
  for (let count = 1; count <= SEVERAL; count += 1) {
    const before = page.url();
    await page.keyboard.press('x');
    await expect(page.getByText(`${count} selected`)).toBeVisible();
    await page.keyboard.press('j');
    await expect(page).not.toHaveURL(before);
  }
  const desk = page.getByRole('region', { name: 'Several at once' });
  await desk.getByRole('button', { name: 'Approve' }).click();
  const asked = page.getByRole('dialog', { name: `Approve ${SEVERAL} posts` });
  await expect(asked.getByRole('button', { name: `Approve ${SEVERAL} posts` })).toBeVisible();
  await approve(page, site.server.url, taken);
  // Sent by itself, unless it is undone.
  await asked.getByRole('button', { name: `Approve ${SEVERAL} posts` }).click();
  // Each is decided in a transaction of its own, and a busy machine takes seconds for it.
  await expect(asked.getByRole('status')).toHaveText(`${SEVERAL - 1} of ${SEVERAL} approved.`, { timeout: 240_000 });
  await asked.getByRole('button', { name: 'Close' }).last().click();
  for (const draft of drafts) if (await waits(draft)) await approve(page, site.server.url, draft);

  await page.goto('/jobs?state=ALL&search=Bulk%20lantern');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Select all that match' }).click();
  await page.getByRole('button', { name: `Put on hold (${MANY})` }).click();
  const dialog = page.getByRole('dialog', { name: `Put ${MANY} posts on hold?` });
  await dialog.getByLabel(/^Reason/).fill('The wind has turned');
  await agent.call('POST', `/v1/publish-jobs/${stopped.publish_job.job_id}/cancel`, {});
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText(`Put on hold: ${MANY - 1} done.`)).toBeVisible();
  await expect(page.getByText('Put on hold: 1 left out.')).toBeVisible();
  // It is selected again, to be found.
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('selected drafts are archived after a few seconds, unless that is undone', async ({ page, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Bulk writer');
  await submitAll(agent, 'Bulk market', { publish_mode: 'draft_only', approval_required: false });
  await page.clock.install();
  await page.goto('/drafts');
  await page.getByRole('searchbox', { name: 'Search the text' }).fill('Bulk market');
  await page.clock.runFor(1_000);
  const rows = page.getByRole('link', { name: /Bulk market/ });
  await expect(rows).toHaveCount(25);
  const archiveAll = async () => {
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Select all that match' }).click();
    await page.getByRole('button', { name: `Archive (${POSTS})` }).click();
    await expect(page.getByText(`Archive (${POSTS}) in a few seconds.`)).toBeVisible();
  };
  await archiveAll();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.clock.runFor(10_000);
  await expect(rows.filter({ hasText: 'Archived' })).toHaveCount(0);

  await archiveAll();
  await page.clock.runFor(5_000);
  await expect(page.getByText(`Archive: ${POSTS} done.`)).toBeVisible();
  await expect(rows.filter({ hasText: 'Archived' })).toHaveCount(25);
});

/** Decides on two posts by the console, whose time to undo does not end by itself. */
async function approveTwo(page: Page, agent: Agent, words: string): Promise<() => Promise<string[]>> {
  const drafts = await submitAll(agent, words, { scheduled_at: AHEAD }, 2);
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Approvals/ })
    .click();
  for (const number of [1, 2]) await page.getByRole('checkbox', { name: `${words}, number ${number}.` }).check();
  await page.getByLabel('Several at once').getByRole('button', { name: 'Approve' }).click();
  await stopLongTimers(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 2 posts' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('2 approved');
  return async () =>
    (await Promise.all(drafts.map(({ draft_id }) => agent.call('GET', `/v1/drafts/${draft_id}`)))).map(({ status }) => status);
}
/** As where their time to undo is over, on whichever page. */
const endUndo = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('pagehide')));

test('decisions on several posts are sent although another page of the console is opened before they begin', async ({ page, site }) => {
  await letPostsOut(site);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Bulk leaver');
  const states = await approveTwo(page, agent, 'Bulk capstan');
  await page.goBack();
  await endUndo(page);
  await expect(page.getByText('2 of 2 approved.')).toBeVisible();
  expect(await states()).toEqual(['scheduled', 'scheduled']);
});

test('decisions on several posts are sent although the browser leaves the console before they begin', async ({ page, site }) => {
  await letPostsOut(site);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Bulk closer');
  page.on('dialog', (dialog) => dialog.accept());
  const states = await approveTwo(page, agent, 'Bulk bollard');
  await page.goto('about:blank');
  await expect.poll(states).toEqual(['scheduled', 'scheduled']);
});

test('decisions on several posts are not sent once another person has signed in', async ({ browser, page, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Bulk changer');
  const [first, second] = [await newPerson(browser, site, page, {}), await newPerson(browser, site, page, {})];
  const states = await approveTwo(first.page, agent, 'Bulk windlass');
  await first.page.goBack();
  await signOut(first.page);
  await typePassword(first.page, second.email);
  await expect(first.page.getByRole('button', { name: `Signed in as ${second.name}` })).toBeVisible();
  await endUndo(first.page);
  await expect(first.page.getByText('Someone else has signed in on this device, so this was not done')).toBeVisible();
  expect(await states()).toEqual(['in_review', 'in_review']);
  await Promise.all([first.context.close(), second.context.close()]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows of every list are selected by an imprecise tap next to the checkbox', async ({ page, site }) => {
    const agent = await letAgentIn(site.server, site.workspaceId, 'Bulk thumb');
    await letAgentIn(site.server, site.workspaceId, 'Another thumb');
    await submitAll(agent, 'Bulk thumb', { scheduled_at: AHEAD }, 2);
    for (const path of [
      '/drafts?search=Bulk%20thumb',
      '/jobs?state=ALL&search=Bulk%20thumb',
      '/approvals?search=Bulk%20thumb',
      '/agents',
    ]) {
      await page.goto(path);
      const boxes = page.locator('main').getByRole('checkbox', { name: /^Select / });
      await expect(boxes.nth(1)).toBeAttached();
      for (const box of await boxes.all()) {
        const target = box.locator('xpath=ancestor::label');
        await target.scrollIntoViewIfNeeded();
        const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
        expect(Math.min(width, height), `${await box.getAttribute('aria-label')} on ${path}`).toBeGreaterThanOrEqual(44);
        const before = await box.isChecked();
        await target.tap({ position: { x: width - 3, y: 4 } });
        await expect(box).toBeChecked({ checked: !before });
      }
      await takePicture(page, `list-boxes${path.split('?')[0]?.replace('/', '-')}-phone`);
    }

    // What waits for a decision is neither sent nor blocked.
    for (const state of ['', '&state=BLOCKED']) {
      await page.goto(`/jobs?search=Bulk%20thumb${state}`);
      await expect(page.getByText('No post matches.')).toBeVisible();
    }
    await page.goto('/agents');
    const search = page.getByRole('searchbox', { name: 'Search by name' });
    await search.fill('Another th');
    await expect(page.getByRole('heading', { name: 'Bulk thumb' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Another thumb' })).toBeVisible();
    await search.fill('Unheard of');
    await expect(page.getByText('No agent has this name.')).toBeVisible();
    await page.goto('/approvals?search=Bulk%20thumb');
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check();
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await expect(page.getByText('2 selected')).toBeVisible();
  });
});
