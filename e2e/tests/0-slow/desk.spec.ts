import type { Request, Route } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, type Answer, letAgentIn, letPostsOut } from '../../support/agent.ts';
import { sideways } from '../../support/look.ts';
import { newPerson, type Person, showIdentity } from '../../support/person.ts';
import { sendNow, stopLongTimers } from '../../support/send-now.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'desk' });

/** A red square of 16 by 16. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mM44GBAEmIY1TCqYfhqAAAuXjAQHamgWgAAAABJRU5ErkJggg==';
/** Far below the time between two polls: only the stream can be that quick, on a busy machine too. */
const LIVE_MS = 12_000;
let agent: Agent;
let other: Person;

test.beforeAll(async ({ site, browser }) => {
  await letPostsOut(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Newsroom');
  const owner = await browser.newContext({ baseURL: site.server.url, storageState: site.storageState });
  other = await newPerson(browser, site, await owner.newPage(), {});
  await owner.close();
});
test.afterAll(() => other.context.close());

function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const stateOf = async (draft: { draft_id: string }) => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status;

test('submissions and decisions elsewhere appear without a reload, and the page says that it is live', async ({ page }) => {
  await page.goto('/approvals');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const draft = await agent.submit('The swings on the quay are back, and the ice cream van with them.', ['sandbox']);
  const row = page.getByRole('link', { name: /The swings on the quay/ });
  await expect(row).toBeVisible({ timeout: LIVE_MS });

  await other.page.goto(draft.approval_url);
  await other.page.getByRole('button', { name: 'Reject' }).click();
  await sendNow(other.page);
  await expect(row).toHaveCount(0, { timeout: LIVE_MS });
});

test('a change during the first request, before the stream is open, appears at once', async ({ page }) => {
  const [stream, read] = [createGate(), createGate()];
  let isFirst = true;
  await page.route('**/api/graphql', async (route) => {
    const request = route.request();
    if (request.headers().accept === 'text/event-stream') await stream.opened;
    if (!isFirst || !request.postData()?.includes('query Approvals(')) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    await agent.submit('The lighthouse opens its doors on Sunday.', ['sandbox']);
    stream.open();
    await read.opened;
    return route.fulfill({ response });
  });
  const live = page.getByText('Live', { exact: true });
  await page.goto('/approvals?search=lighthouse');
  await expect(live).toBeVisible();
  read.open();
  await expect(page.getByRole('link', { name: /The lighthouse opens/ })).toBeVisible({ timeout: LIVE_MS });
});

test('without a stream the page says so and polls; back online, or awake again, it is live at once', async ({ page, context }) => {
  await page.clock.install();
  const streams: Request[] = [];
  const isStream = (request: Request) => request.headers().accept === 'text/event-stream';
  page.on('request', (request) => isStream(request) && streams.push(request));
  // A proxy that knows no streams.
  const refuse = (route: Route) => (isStream(route.request()) ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.fallback());
  await page.route('**/api/graphql', refuse);
  await page.goto('/approvals?search=Whale');
  await expect(page.getByText('Not live', { exact: true })).toBeVisible();
  const draft = await agent.submit('Whale watching starts at seven, from the north pier.', ['sandbox']);
  await expect(page.getByRole('link', { name: /Whale watching/ })).toBeVisible();

  await page.unroute('**/api/graphql', refuse);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Not live', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  // The laptop sleeps for an hour during a decision: it must not be sent afterwards.
  await page.getByRole('link', { name: /Whale watching/ }).click();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  const before = streams.length;
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText('The page was asleep when the decision should have been sent')).toBeVisible();
  await expect.poll(() => streams.length).toBeGreaterThan(before);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect(await stateOf(draft)).toBe('in_review');
});

test('a decision can be undone by its key on every screen, and is sent after five seconds from any page', async ({ page }) => {
  await page.clock.install();
  const draft = await agent.submit('The tide table of December is out.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await page.getByRole('link', { name: 'Sandbox feed' }).click();
  await expect(page.getByText('Approved “The tide table of December is out.”', { exact: true })).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Approved “The tide table')).toHaveCount(0);
  await page.clock.runFor(10_000);
  expect(await stateOf(draft)).toBe('in_review');

  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await page.getByRole('link', { name: 'Sandbox feed' }).click();
  await page.clock.runFor(5_000);
  await expect.poll(() => stateOf(draft)).toBe('published');
});

test('a person edits the text and signs the result in one step, and exactly that is published', async ({ page }) => {
  const draft = await agent.submit('Soup of the day: leak and potato, from noon on.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Text for sandbox').fill('Soup of the day: leek and potato, from noon on. 6 €.');
  const approve = page.getByRole('button', { name: 'Approve the edited post' });
  await expect(page.getByLabel('How it will look').getByText('leek and potato, from noon on. 6 €.')).toBeVisible();
  await takePicture(page, 'approvals-edit');
  await approve.click();
  await sendNow(page);
  await expect.poll(() => stateOf(draft)).toBe('published');
  await page.goto('/sandbox');
  await expect(page.getByText('Soup of the day: leek and potato, from noon on. 6 €.')).toBeVisible();
  await expect(page.getByText('leak and potato')).toHaveCount(0);
});

test('the second of two simultaneous decisions is refused with an explanation', async ({ page }) => {
  const title =
    'The lifeboat is open to visitors on Sunday from two to five, and whoever wants to may sit at its wheel and sound the horn once.';
  const draft = await agent.submit(title, ['sandbox']);
  const theirs = await other.context.newPage();
  await theirs.clock.install();
  for (const person of [page, theirs]) {
    await person.goto(draft.approval_url);
    await expect(person.getByRole('button', { name: 'Reject' })).toBeEnabled();
  }
  await theirs.getByRole('button', { name: 'Request changes' }).click();
  await theirs.getByLabel('What should change?').fill('Which pier?');
  // Their five seconds pass when this test says so: after the first decision has arrived.
  await theirs.clock.pauseAt(Date.now() + 60_000);
  await theirs.getByRole('button', { name: 'Request changes' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await sendNow(page);
  await expect.poll(() => stateOf(draft)).toBe('rejected');
  await theirs.clock.runFor(5_000);
  // However long the title is, the failure comes first, and is not truncated.
  const refusal = theirs.getByText('Changes not requested');
  await expect(refusal).toBeInViewport({ ratio: 1 });
  expect(await refusal.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await theirs.close();
  expect(await stateOf(draft)).toBe('rejected');
});

test('several posts are approved at once, except one that changed in the meantime', async ({ page }) => {
  const drafts: Answer[] = [];
  for (const day of ['Monday', 'Tuesday', 'Wednesday'])
    drafts.push(await agent.submit(`Regatta news for ${day}: all boats start at ten.`, ['sandbox']));
  await page.goto('/approvals?search=Regatta');
  for (const day of ['Monday', 'Tuesday', 'Wednesday']) await page.getByRole('checkbox', { name: new RegExp(day) }).check();
  await page.getByRole('button', { name: 'Filter' }).click();
  await takePicture(page, 'approvals-filter');
  await page.keyboard.press('Escape');
  await page.getByLabel('Several at once').getByRole('button', { name: 'Approve' }).click();
  // The confirmation is for the displayed content: later changes are not included.
  const [, changed] = drafts;
  const { revision } = await agent.call('GET', `/v1/drafts/${changed.draft_id}`);
  const answer = await fetch(new URL(`/api/v1/drafts/${changed.draft_id}`, page.url()), {
    method: 'PATCH',
    headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'if-match': `"${revision}"` },
    body: JSON.stringify({ source_text: 'Regatta news for Tuesday: the start is put off to eleven.' }),
  });
  expect(answer.status).toBe(200);
  const dialog = page.getByRole('dialog');
  await stopLongTimers(page);
  await dialog.getByRole('button', { name: 'Approve 3 posts' }).click();
  await expect(dialog.getByRole('status')).toHaveText('3 approved');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  expect(await Promise.all(drafts.map(stateOf))).toEqual(['in_review', 'in_review', 'in_review']);
  await dialog.getByRole('button', { name: 'Approve 3 posts' }).click();
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog.getByText('2 of 3 approved.')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Tuesday' })).toContainText('changed');
  await takePicture(page, 'approvals-bulk');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => Promise.all(drafts.map(stateOf))).toEqual(['published', 'in_review', 'published']);
});

test('requested changes are shown as a comparison with the decided version', async ({ page }) => {
  const draft = await agent.submit('The ferry runs every ten minutes from Monday.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByLabel('What should change?').fill('Every twenty, not ten.');
  await page.getByRole('button', { name: 'Request changes' }).click();
  await sendNow(page);
  await expect.poll(() => stateOf(draft)).toBe('changes_requested');
  const { revision } = await agent.call('GET', `/v1/drafts/${draft.draft_id}`);
  const answer = await fetch(new URL(`/api/v1/drafts/${draft.draft_id}`, page.url()), {
    method: 'PATCH',
    headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'if-match': `"${revision}"` },
    body: JSON.stringify({ source_text: 'The ferry runs every twenty minutes from Monday.' }),
  });
  const again = await answer.json();
  await page.goto(again.approval_url);
  const changes = page.getByRole('group').filter({ hasText: 'Changes since' });
  await expect(changes.getByText('Every twenty, not ten.')).toBeVisible();
  await expect(changes.locator('del')).toHaveText('ten');
  await expect(changes.locator('ins')).toHaveText('twenty');
  await takePicture(page, 'approvals-again');
});

test('a blocking finding is overridden with a reason, by keyboard, and the post is approved, published and recorded', async ({
  page,
  site,
}) => {
  await showIdentity(page, site.server.url);
  const draft = await agent.submit('The plan of the new pier is at http://10.0.0.1/plan for all of us.', ['sandbox']);
  await page.goto(draft.approval_url);
  const findings = page.getByRole('region', { name: 'Warnings' });
  await expect(findings.getByText('Stops the post.')).toBeVisible();
  await expect(page.getByText('Not published yet: a check stops it.')).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByLabel('Reason for publishing anyway')).toBeFocused();
  await page.keyboard.type('Only reachable in the harbour office, and that is who it is for.');
  await takePicture(page, 'approvals-lift');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(findings.getByText('Allowed by Ada Harbour')).toBeVisible();
  await expect(findings.getByText('Only reachable in the harbour office')).toBeVisible();
  // Back at the shortcuts: the decision is still open.
  expect(await stateOf(draft)).toBe('in_review');
  await expect(page.getByRole('region', { name: 'Your decision' })).toHaveAttribute('data-seen');
  await page.keyboard.press('a');
  await sendNow(page);
  await expect.poll(() => stateOf(draft)).toBe('published');
  await page.goto('/sandbox');
  await expect(page.getByText('The plan of the new pier')).toBeVisible();

  await page.goto(draft.approval_url);
  await findings.getByRole('link', { name: 'In the audit log' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Safety warning allowed' });
  await expect(entry).toHaveCount(1);
  await entry.getByText('Details').click();
  await expect(entry.getByText('Only reachable in the harbour office')).toBeVisible();
});

test('pictures are shown as they will be published, each with its description', async ({ page, site }) => {
  const upload = async (altText: string): Promise<string> => {
    const answer = await fetch(`${site.server.url}/api/v1/media?alt_text=${encodeURIComponent(altText)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'image/png' },
      body: Buffer.from(PICTURE, 'base64'),
    });
    return (await answer.json()).media_id;
  };
  const draft = await agent.call('POST', '/v1/drafts', {
    workspace_id: site.workspaceId,
    source_text: 'Two pictures of the quay at dawn.',
    platforms: ['sandbox'],
    media_ids: [await upload('Boats at the quay, the sun behind them'), await upload('')],
    approval_required: true,
    publish_mode: 'approval_queue',
  });
  await page.goto(draft.approval_url);
  const picture = page.getByRole('img', { name: 'Boats at the quay, the sun behind them' });
  await expect(picture).toBeVisible();
  // Its space is reserved before it is loaded.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByText('No description (alt text)')).toBeVisible();
});

test('an approval shows the requesting agent, its permissions and their usage, with a link', async ({ page }) => {
  const draft = await agent.submit('The harbour office is closed on Monday.', ['sandbox']);
  await page.goto(draft.approval_url);
  const asked = page.getByRole('group', { name: 'The agent’s access' });
  await asked.getByText('The agent’s access').click();
  // One, if this is the agent's first.
  await expect(asked).toContainText(/\d+ posts? today, no limit/);
  await asked.getByText('May write and submit; can never approve').click();
  await expect(asked.getByText('Write the text for each network')).toBeVisible();
  await asked.getByRole('link', { name: 'Newsroom' }).click();
  await expect(page.locator(`[id="${agent.grantId}"]`)).toBeInViewport();
});

test('an impossible policy is reported in the settings, and on posts that can never be approved', async ({ page, site }) => {
  await showIdentity(page, site.server.url);
  await page.goto('/settings/policies');
  await page.getByLabel('People who must approve').fill('5');
  await expect(page.getByText('It would take 5 people, and only 2 may decide. Invite 3 more people first')).toBeVisible();
  await takePicture(page, 'policy-too-few');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
  const draft = await agent.submit('Five people have to approve this one.', ['sandbox']);
  await page.goto(draft.approval_url);
  await expect(page.getByText('This can never be approved with the current policy')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite 3 people to approve' })).toBeVisible();
  await page.goto('/settings/policies');
  await page.getByLabel('People who must approve').fill('1');
  await expect(page.getByText('Nothing could be approved here')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
});

test('the whole queue is processed with the keyboard alone', async ({ page }) => {
  const drafts: Answer[] = [];
  for (const word of ['first', 'second', 'third'])
    drafts.push(await agent.submit(`Keyboard news, the ${word} of three: the pier is open.`, ['sandbox']));
  await page.goto('/approvals?search=Keyboard');
  await expect(page.getByRole('heading', { name: /the first of three/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: /the second of three/ })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Edit, then approve');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const bar = page.getByRole('region', { name: 'Your decision' });
  await expect(page.getByRole('heading', { name: /the first of three/ })).toBeVisible();
  await expect(bar).toHaveAttribute('data-seen');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: /the second of three/ })).toBeVisible();
  await expect(bar).toHaveAttribute('data-seen');
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: /the third of three/ })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.type('Which pier?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByLabel('Text for sandbox')).toBeFocused();
  await expect.poll(() => stateOf(drafts[0])).toBe('published');
  await expect.poll(() => stateOf(drafts[1])).toBe('rejected');
});

test('the row of the open post stays in view while stepping through a long queue', async ({ page }) => {
  const numbers = Array.from({ length: 24 }, (_, index) => index + 1);
  await Promise.all(numbers.map((number) => agent.submit(`Tram news, number ${number}: the line runs to the harbour.`, ['sandbox'])));
  await page.goto('/approvals?search=Tram');
  const list = page.getByRole('region', { name: 'Approvals', exact: true });
  const open = list.locator('[aria-current]');
  await expect(open).toBeInViewport({ ratio: 1 });
  const [first = ''] = await open.allInnerTexts();
  for (const _ of numbers) await page.keyboard.press('j');
  await expect(open).not.toHaveText(first);
  await expect(open).toBeInViewport({ ratio: 1 });
});

test('on a phone the list opens the post, the decision buttons are within reach, and nothing scrolls sideways', async ({ page }) => {
  // Longer than Bluesky permits, so that the two networks get different texts.
  const stalls =
    '- The fish stall has new owners, and oysters until ten.\n- The bakery brings warm bread.\n- Dogs are welcome all evening.';
  const entry = 'Entry is two euros at the quay, and children under twelve come in for nothing. https://market.example.org/times #Lisbon';
  const text = `The night market is back on Friday, with music until eleven at night, and a boat home at half past.\n\n${stalls}\n\n${entry}`;
  const draft = await agent.submit(text, ['sandbox', 'bluesky']);
  // Longer than one post of Bluesky: the card shows a thread.
  await page.goto(draft.approval_url);
  await expect(
    page
      .getByRole('article', { name: /^Bluesky/ })
      .getByText('1/2')
      .first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  const isSideways = async () => (await sideways(page)) > 0;
  await page.goto('/approvals?search=market');
  await expect(page.getByRole('link', { name: /The night market/ })).toBeVisible();
  expect(await isSideways()).toBe(false);
  await takePicture(page, 'approvals-phone-list');
  await page.getByRole('link', { name: /The night market/ }).click();
  const reject = page.getByRole('button', { name: 'Reject' });
  await expect(reject).toBeInViewport();
  expect(await isSideways()).toBe(false);
  await takePicture(page, 'approvals-phone-detail');
  // With a swipe, or by the name of the network.
  const second = page.getByRole('article', { name: /^Bluesky/ });
  await expect(second).not.toBeInViewport({ ratio: 0.5 });
  await page.getByRole('navigation', { name: '2 previews' }).getByRole('button', { name: 'Bluesky' }).click();
  await expect(second).toBeInViewport({ ratio: 0.5 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'approvals-phone-dark');
  await reject.click();
  await sendNow(page);
  await expect.poll(() => stateOf(draft)).toBe('rejected');
});
