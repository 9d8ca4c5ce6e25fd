import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, letAgentIn, letPostsOut, untilEnded } from '../../support/agent.ts';
import { axeFaults, sideways } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli, secretFile } from '../../support/server.ts';

test.use({ siteName: 'surcharge' });

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await letPostsOut(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Frugal agent');
});

test('an operator adds credits to a workspace that is found by name, and to none by itself', async ({ page, site }) => {
  const file = await secretFile(site.server.dataDir, 'far.pw', 'another long enough password');
  const owner = ['--owner-email', 'far@example.org', '--owner-password-file', file];
  await cli(site.server.dataDir, 'account', 'create', '--name', 'Far Lighthouse', ...owner, '--approve');
  await showIdentity(page, site.server.url);
  await page.goto('/operator');
  const credits = page.getByRole('region', { name: 'Add credits' });
  const workspace = credits.getByRole('combobox', { name: 'Workspace' });
  await expect(workspace).toHaveValue('');
  await workspace.fill('light');
  await page.getByRole('option', { name: 'Far Lighthouse' }).click();
  await credits.getByRole('button', { name: 'Add credits' }).click();
  await expect(page.getByText('Added. The ledger has the entry.')).toBeVisible();
  await expect(workspace).toHaveValue('Far Lighthouse');
});

async function setSurcharge(page: Page, credits: number): Promise<void> {
  await page.goto('/operator');
  const panel = page.getByRole('region', { name: 'Surcharges' }).first();
  await panel.getByLabel('Surcharge for Sandbox, in credits').fill(String(credits));
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies to posts submitted from now on.')).toBeVisible();
}

test('an operator sets a surcharge: agent and approver see it beforehand, and credits are reduced by it', async ({ page, site }) => {
  await showIdentity(page, site.server.url);
  await page.goto('/operator');
  await expect(page.getByText(/US\$0\.20 a post with a link \(as of 23 Nov 2026/)).toBeVisible();
  await setSurcharge(page, 2);
  expect(await axeFaults(page, 'everything')).toEqual([]);

  const { approval, publish_job: job, draft_id: draftId } = await agent.submit('The ferry leaves at nine.', ['sandbox']);
  const precheck = { workspace_id: site.workspaceId, draft_id: draftId };
  const { credits: before } = await agent.call('POST', '/v1/usage/precheck', precheck);
  expect(before.posts).toEqual([expect.objectContaining({ platform: 'sandbox', credits: 3, surcharge: 2, network_charge: null })]);
  // A later surcharge applies to later submissions.
  await setSurcharge(page, 7);

  await page.goto(`/approvals/${approval.approval_id}`);
  const decision = page.getByRole('region', { name: 'Your decision' });
  await expect(decision.getByText('Uses 3 credits, including a surcharge of 2 for Sandbox.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(await axeFaults(page, 'everything')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(decision).toHaveAttribute('data-seen');
  await page.getByRole('button', { name: 'Approve and publish (3 credits)', exact: true }).click();
  await sendNow(page);
  await untilEnded(agent, job.job_id);

  const { balances } = await agent.call('GET', '/v1/usage');
  const sumOf = (list: { unit: string; available: number }[]): number =>
    list.reduce((sum, { unit, available }) => sum + (unit === 'publication' ? available : 0), 0);
  expect(sumOf(balances)).toBe(sumOf(before.available) - 3);
  await page.goto('/credits');
  await expect(page.getByRole('row', { name: /Sandbox 8$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /· Sandbox.*−3/ }).first()).toBeVisible();
  expect(await axeFaults(page, 'everything')).toEqual([]);
});

test('a link has its own surcharge if the network charges for it, shown at review and updated for edited text', async ({ page, site }) => {
  await showIdentity(page, site.server.url);
  await page.goto('/operator');
  const panel = page.getByRole('region', { name: 'Surcharges' }).first();
  await expect(panel.getByLabel(/^Surcharge for posts with a link/)).toHaveCount(1);
  await panel.getByLabel('Surcharge for X, in credits').fill('2');
  await panel.getByLabel('Surcharge for posts with a link on X, in credits; empty: the same').fill('20');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies to posts submitted from now on.')).toBeVisible();
  expect(await axeFaults(page, 'everything')).toEqual([]);
  await page.goto('/credits');
  await expect(page.getByRole('row', { name: /X 3 · 21 with a link/ })).toBeVisible();

  const { approval } = await agent.submit('The ferry has a page: https://example.org/ferry', ['x']);
  await page.goto(`/approvals/${approval.approval_id}`);
  const decision = page.getByRole('region', { name: 'Your decision' });
  await expect(decision.getByText('Uses 21 credits, including a surcharge of 20 for X.')).toBeVisible();
  await expect(decision.getByRole('button', { name: 'Approve (21 credits)' })).toBeVisible();
  await decision.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Text for x').fill('The ferry has a page.');
  await expect(decision.getByText('Uses 3 credits, including a surcharge of 2 for X.')).toBeVisible();
  await expect(decision.getByRole('button', { name: 'Approve the edited post (3 credits)' })).toBeVisible();
});
