import type { Page } from '@playwright/test';
import { expect, type Site, test } from '../../fixtures.ts';
import { type Agent, letAgentIn } from '../../support/agent.ts';
import { newPerson, showIdentity } from '../../support/person.ts';
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

  // It can be decided again, and that decision withdrawn from its row.
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: /^Approve/ }).click();
  await sendNow(page);
  await expect.poll(() => statusOf(draft)).toBe('scheduled');
  await page.goto('/approvals?state=APPROVED');
  await page.getByRole('button', { name: 'Withdraw my decision on “The regatta starts at ten.”' }).click();
  await expect.poll(() => statusOf(draft)).toBe('in_review');
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Reject' }).click();
  await sendNow(page);
  await expect.poll(() => statusOf(draft)).toBe('rejected');
});

test('only the network without an account is blocked: the others are published, and the reason is shown', async ({ page }) => {
  const draft = await agent.submit('The ice rink is open until nine tonight.', ['sandbox', 'telegram']);
  await page.goto(draft.approval_url);
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(
    'Telegram has no account. The other posts are published without waiting.',
  );
  await expect(page.getByRole('region', { name: 'Your decision' })).toContainText('Not published yet: Telegram.');
  await page.getByRole('button', { name: 'Approve and publish 1 of 2' }).click();
  await sendNow(page);

  await page.goto(`/jobs/${draft.publish_job.job_id}`);
  const rowOf = (network: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: network })
      .filter({ hasText: /Published|Blocked/ })
      .first();
  await expect(rowOf('Sandbox')).toContainText('Published');
  await expect(rowOf('Telegram')).toContainText('Blocked');
  await expect(rowOf('Telegram')).toContainText('no account');
  await page.goto('/sandbox');
  await expect(page.getByText('The ice rink is open until nine tonight.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('blocked');
  // Nothing waits, and the desk says what is blocked.
  await page.goto('/approvals');
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible();
  const held = page.getByRole('region', { name: 'Approvals' });
  await expect(held).toContainText('1 approved post is blocked');
  await expect(held).toContainText('The service has not been launched');
  await expect(held.getByRole('link', { name: 'See what is missing' })).toHaveAttribute('href', '/jobs?state=BLOCKED');
});

test('where the second of two networks cannot be left out, the first is, and the page goes on from there', async ({ page }) => {
  const draft = await agent.submit('The lighthouse opens its doors on Sunday.', ['sandbox', 'telegram', 'threads']);
  await page.goto(draft.approval_url);
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const leaveOut = async (): Promise<void> => {
    await attention.getByRole('button', { name: 'Leave out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave out' }).click();
  };
  let asked = 0;
  await page.route('**/api/graphql*', (route) => {
    if (/LeaveOut/.test(route.request().postData() ?? '')) asked += 1;
    return asked === 2 ? route.abort() : route.continue();
  });
  await leaveOut();
  await expect(page.getByText('Left out: Telegram.')).toBeVisible();
  await expect(page.getByText(/^Not left out: Threads\. /)).toBeVisible();
  await page.unrouteAll();
  await expect(attention).toContainText('Threads has no account.');
  await leaveOut();
  await expect(page.getByText('Left out: Threads.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and publish', exact: true })).toBeVisible();
});

/** Changes the policy of the site's workspace. */
async function changePolicy(page: Page, { server, workspaceId }: Site, policy: object): Promise<void> {
  await showIdentity(page, server.url);
  const ask = async (query: string, variables: object) =>
    (await page.request.post('/api/graphql', { headers: { origin: server.url }, data: { query, variables } })).json();
  const { data } = await ask('query ($id: ID!) { workspace(id: $id) { settingsRevision } }', { id: workspaceId });
  const input = { workspaceId, revision: data.workspace.settingsRevision, ...policy };
  const mutation = 'mutation ($input: ChangeApprovalPolicyInput!) { changeApprovalPolicy(input: $input) { settingsRevision } }';
  expect((await ask(mutation, { input })).errors).toBeUndefined();
}

test('members who need not decide have no badge, and the overview lists posts as waiting for others', async ({ page, site, browser }) => {
  // A stage of the owners alone: an approver is not asked.
  const stage = { name: 'Owners', who: 'OWNERS', required: 1, userIds: [], platforms: [], agentIds: [] };
  await changePolicy(page, site, { stages: [stage] });
  await agent.submit('The museum is free on Sunday.', ['sandbox']);
  for (const role of ['EDITOR', 'VIEWER', 'APPROVER']) {
    const { page: own, context } = await newPerson(browser, site, page, {}, true, role);
    await own.goto('/');
    await expect(own.getByRole('list', { name: 'Status' })).toContainText('0wait for you');
    await expect(own.getByRole('region', { name: 'Waiting for others' })).toContainText('The museum is free on Sunday.');
    await expect(own.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0);
    await expect(own.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible();
    await context.close();
  }

  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('The museum is free on Sunday.');
  await expect(page.getByRole('link', { name: /^Approvals \d+ waiting/ })).toBeVisible();
  await changePolicy(page, site, { stages: [] });
});

test('where an edit cannot be approved with it, the desk says why Edit is off', async ({ page, site }) => {
  await changePolicy(page, site, { refusesSelfApproval: true });
  const draft = await agent.submit('The museum has a new roof.', ['sandbox']);
  await page.goto(draft.approval_url);
  const decision = page.getByRole('region', { name: 'Your decision' });
  await expect(decision.getByRole('button', { name: /^Approve/ })).toBeEnabled();
  await expect(decision.getByRole('button', { name: 'Edit' })).toBeDisabled();
  await expect(decision).toContainText(
    'Editing is unavailable: With this edit it would contain your text; another person must decide on it.',
  );
  await changePolicy(page, site, { refusesSelfApproval: false });
});
