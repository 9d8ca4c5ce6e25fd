import { expect, test } from '../../fixtures.ts';
import { type Agent, letAgentIn } from '../../support/agent.ts';
import { leavesTheWindow, sideways } from '../../support/look.ts';
import { approve, showIdentity, typePassword } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli, secretFile } from '../../support/server.ts';

test.use({ siteName: 'faults' });

const PASSWORD = 'a long enough password';
let agent: Agent;
test.beforeAll(async ({ site }) => {
  const folder = site.server.dataDir;
  const credentials = await secretFile(folder, 'sandbox.json', '{}');
  await cli(folder, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
  agent = await letAgentIn(site.server, site.workspaceId, 'Fault agent');
});

test('networks with equal text share a card, and missing accounts are left out in one step', async ({ page }) => {
  const draft = await agent.submit('The swimming pier has a new ladder.', ['sandbox', 'mastodon', 'linkedin', 'bluesky']);
  await page.goto(draft.approval_url);
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('button', { name: /LinkedIn|Mastodon|Bluesky|Sandbox/ })).toHaveCount(4);
  await card.getByRole('button', { name: 'LinkedIn' }).click();
  await expect(card.getByRole('button', { name: 'LinkedIn' })).toHaveAttribute('aria-pressed', 'true');
  const lookHere = page.getByRole('region', { name: 'Needs attention' });
  await expect(lookHere.getByText('Mastodon, LinkedIn and Bluesky have no account.')).toBeVisible();
  // Held targets cost no credits.
  await expect(page.getByText(/Costs 1 credit · 30 left/)).toBeVisible();
  await lookHere.getByRole('button', { name: 'Leave out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeVisible();
  await expect(page.getByRole('article', { name: /^Sandbox: / })).toHaveCount(1);
  await expect(lookHere).toHaveCount(0);
});

test('the overview says that nothing went wrong until a post is blocked or credits are insufficient', async ({ page, site }) => {
  const needs = page.getByRole('region', { name: 'Needs you' });
  await page.goto('/');
  await expect(needs.getByText('Nothing went wrong, and nothing is blocked.')).toBeVisible();

  const draft = await agent.submit('The ferry to the island runs again.', ['bluesky']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await sendNow(page);
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status).not.toBe('in_review');
  await page.goto('/');
  await expect(needs.getByText('1 approved post is blocked')).toBeVisible();
  await expect(needs.getByText(/Nothing went wrong/)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Status' })).toContainText('1 needed for planned posts');

  await cli(
    site.server.dataDir,
    ...['credits', 'correct', '--account', site.accountId, '--bucket', 'allowance', '--take', '30', '--reason', 'For this test.'],
  );
  await page.reload();
  await expect(needs.getByText('No credits are left')).toBeVisible();
  // Waiting approvals are listed next to it.
  await expect(needs.getByText(/^Approved posts need 1[,.]/)).toBeVisible();
  await needs.getByRole('link', { name: 'Get credits' }).click();
  await expect(page).toHaveURL(/credits/);
});

test('the calendar fits a phone, whatever the titles', async ({ page }) => {
  const at = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const title = `A title without an end: ${'harbourfestival'.repeat(4)} and ${'boats '.repeat(20)}`;
  await agent.submit(title, ['sandbox'], { scheduled_at: at });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/calendar');
  await expect(page.getByRole('button', { name: /A title without an end/ })).toBeVisible();
  expect(await sideways(page)).toBe(0);
});

test('a post for any number of networks fits a phone, even in a language with long words', async ({ page }) => {
  const networks = ['sandbox', 'telegram', 'mastodon', 'linkedin', 'facebook', 'discord', 'wordpress'];
  const many = await agent.submit('Long names: six networks say the same words, the seventh has a headline besides.', networks);
  await page.addInitScript(() => localStorage.setItem('countersign-language', 'de'));
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of [many.approval_url, `/jobs/${many.publish_job.job_id}`]) {
    await page.goto(address);
    await expect(page.getByRole('button', { name: /Discord/ }).first()).toBeVisible();
    expect(await leavesTheWindow(page), address).toEqual([]);
  }
});

test('a toast never covers the title of the post under review', async ({ page }) => {
  const first = await agent.submit('Toast one of two.', ['sandbox']);
  await agent.submit('Toast two of two, with a title that reaches over the whole of the page and somewhat beyond it.', ['sandbox']);
  await page.goto(`/approvals/${first.approval.approval_id}?search=Toast`);
  await page.getByRole('button', { name: 'Reject' }).click();
  const heading = page.getByRole('heading', { name: /Toast two of two/ });
  await expect(heading).toBeVisible();
  await sendNow(page);
  const toast = page.getByText('Rejected: “Toast one of two.”', { exact: false }).last();
  await expect(toast).toBeVisible();
  const [title, over] = [await heading.boundingBox(), await toast.boundingBox()];
  expect(over?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
});

test('an unknown address shows "page not found" within the console, with a link to the overview', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the audit log names posts by their titles', async ({ page }) => {
  await agent.submit('A title for the log.', ['sandbox']);
  await page.goto('/audit');
  await expect(page.getByRole('link', { name: 'A title for the log.' }).first()).toBeVisible();
});

test('the audit log is filtered by a day once it is typed completely', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  await page.goto('/audit');
  const from = page.getByLabel('From', { exact: true });
  await from.click();
  await from.pressSequentially('11052026');
  await expect(from).toHaveValue('2026-11-05');
  await expect.poll(() => asked.some((body) => body.includes('2026-11-0'))).toBe(true);
  expect(asked.filter((body) => /"0\d{3}-1/.test(body))).toEqual([]);
});

test('an invalid set-up link is reported before the form is filled in', async ({ page, context }) => {
  await context.clearCookies();
  await page.goto('/setup#token=used-long-ago');
  await expect(page.getByText('This set-up link is no longer valid')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveCount(0);
});

test('customers see no fake servers or environment variables on the connections page', async ({ page, context, site }) => {
  const folder = site.server.dataDir;
  const file = await secretFile(folder, 'owner.pw', PASSWORD);
  const owner = ['--owner-email', 'olu@example.org', '--owner-password-file', file];
  await cli(folder, 'account', 'create', '--name', 'Pier Café', ...owner, '--approve');
  await context.clearCookies();
  await page.goto('/sign-in');
  await typePassword(page, 'olu@example.org');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto('/connections');
  await expect(page.getByText('Your operator must set these up first')).toBeVisible();
  for (const name of ['X', 'Instagram', 'LinkedIn(?! page)', 'LinkedIn page', 'Mastodon', 'Bluesky']) {
    await page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click();
    await expect(page.locator('main')).not.toContainText(/fake server|real server|[A-Z]{2,}_[A-Z]{2,}/);
  }
});

test('connecting an account first shows its effects, and keeps approvals unless chosen otherwise', async ({ page, site }) => {
  await approve(
    page,
    site.server.url,
    await agent.submit('Two networks, approved before the second had an account.', ['sandbox', 'nostr']),
  );
  await agent.submit('Two networks, and nobody has decided yet.', ['sandbox', 'nostr']);
  await page.goto('/connections');
  await page.getByRole('button', { name: /^Nostr/ }).click();
  await expect(page.getByText('One post that waits for approval goes there: it is shown again with the new account.')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'One post was approved without this account' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Keep what was approved' })).toBeChecked();
});

test('a filter that applies is shown, and what is not found is said', async ({ page }) => {
  await page.goto('/connections?search=nowhere');
  await expect(page.getByRole('searchbox', { name: 'Search by account' })).toHaveValue('nowhere');
  await page.goto('/jobs?view=wall&search=nowhere');
  await expect(page.getByText('No post matches.')).toBeVisible();
});

test('agents are selected by key, as all rows are', async ({ page, site }) => {
  await letAgentIn(site.server, site.workspaceId, 'Newest agent');
  await page.goto('/agents');
  const row = page.getByRole('button', { name: 'Newest agent' });
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: /Newest agent/ })).toBeChecked();
});

test('the calendar leads to the approved posts without a time that it does not show', async ({ page, site }) => {
  for (let count = 1; count <= 26; count += 1) {
    await approve(page, site.server.url, await agent.submit(`The ferry stops, part ${count}.`, ['nostr']));
  }
  await page.goto('/calendar');
  await page.getByRole('region', { name: 'Approved, without a time' }).getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/drafts\?state=APPROVED$/);
});

test('a number of people that stages have hidden does not keep the rules from being saved', async ({ page, site }) => {
  await showIdentity(page, site.server.url);
  await page.goto('/settings/policies');
  const people = page.getByRole('textbox', { name: 'People who must approve' });
  await people.fill('');
  await page.getByRole('button', { name: 'Add a stage' }).click();
  await expect(people).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
});
