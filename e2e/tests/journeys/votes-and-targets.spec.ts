import { expect, test } from '../../fixtures.ts';
import { type Agent, letAgentIn } from '../../support/agent.ts';
import { newPerson } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli, secretFile } from '../../support/server.ts';

// A site of its own: the overview shows the first few of all that waits.
test.use({ siteName: 'votes' });

let agent: Agent;
test.beforeAll(async ({ site }) => {
  const folder = site.server.dataDir;
  const credentials = await secretFile(folder, `votes-${Date.now()}.json`, '{}');
  await cli(folder, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
  agent = await letAgentIn(site.server, site.workspaceId, 'Votes agent');
});

const statusOf = async (draft: { draft_id: string }): Promise<string> => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status;

test('a decision is withdrawn before publishing: the post is pending again, and both are recorded', async ({ page }) => {
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const draft = await agent.submit('The regatta starts at ten.', ['sandbox'], { scheduled_at: inTwoDays });
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: /^Approve/ }).click();
  await sendNow(page);
  await expect.poll(() => statusOf(draft)).toBe('scheduled');

  await page.goto(draft.approval_url);
  const decision = page.getByRole('region', { name: 'Your decision' });
  await expect(decision.getByText('You have decided on this already.')).toBeVisible();
  await decision.getByRole('button', { name: 'Withdraw my decision' }).click();
  await expect(page.getByText('Your decision on “The regatta starts at ten.” is withdrawn.')).toBeVisible();
  await expect(decision.getByRole('button', { name: /^Approve/ })).toBeEnabled();
  expect(await statusOf(draft)).toBe('in_review');

  await page.goto('/audit');
  const log = page.getByRole('listitem');
  await expect(log.filter({ hasText: /took .*back|taken back|withdr/i }).first()).toBeVisible();

  // It can be decided again, differently.
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Reject' }).click();
  await sendNow(page);
  await expect.poll(() => statusOf(draft)).toBe('rejected');
});

test('only the network without an account is held: the others are published, and the reason is shown', async ({ page }) => {
  const draft = await agent.submit('The ice rink is open until nine tonight.', ['sandbox', 'telegram']);
  await page.goto(draft.approval_url);
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(
    'Telegram has no account. The other posts are published without waiting.',
  );
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);

  await page.goto(`/jobs/${draft.publish_job.job_id}`);
  const rowOf = (network: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: network })
      .filter({ hasText: /Published|Held/ })
      .first();
  await expect(rowOf('Sandbox')).toContainText('Published');
  await expect(rowOf('Telegram')).toContainText('Held');
  await expect(rowOf('Telegram')).toContainText('no account');
  await page.goto('/sandbox');
  await expect(page.getByText('The ice rink is open until nine tonight.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('held back');
});

test('a member who need not decide has no badge, and the overview lists posts as waiting for others', async ({ page, site, browser }) => {
  await agent.submit('The museum is free on Sunday.', ['sandbox']);
  const editor = await newPerson(browser, site, page, {}, true, 'EDITOR');
  await editor.page.goto('/');
  const own = editor.page;
  await expect(own.getByRole('list', { name: 'Status' })).toContainText('0wait for you');
  await expect(own.getByRole('region', { name: 'Waiting for others' })).toContainText('The museum is free on Sunday.');
  await expect(own.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0);
  await expect(own.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('The museum is free on Sunday.');
  await expect(page.getByRole('link', { name: /^Approvals \d+ waiting/ })).toBeVisible();
  await editor.context.close();
});
