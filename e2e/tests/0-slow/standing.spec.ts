import type { Page } from '@playwright/test';
import { expect, type Site, test } from '../../fixtures.ts';
import { type Agent, type Answer, letAgentIn, letPostsOut, untilEnded } from '../../support/agent.ts';
import { axeFaults, sideways } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';
import { cli, underAnotherLook } from '../../support/server.ts';

test.use({ siteName: 'standing' });

/** The service has checked for proposals within this time, even on a busy machine. */
const PROPOSED_MS = 100_000;

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await letPostsOut(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Choir agent');
});

const remind = (day: string, seats: number): Promise<Answer> =>
  agent.submit(`Reminder: the choir sings on ${day} at 19:30. There are ${seats} seats left.`, ['sandbox'], { wording: 'exact' });

async function untilProposed(page: Page, { server, workspaceId }: Site): Promise<void> {
  const query = 'query ($id: ID!) { workspace(id: $id) { standingApprovals { state } } }';
  const proposed = async () => {
    const answer = await page.request.post('/api/graphql', {
      headers: { origin: server.url },
      data: { query, variables: { id: workspaceId } },
    });
    return (await answer.json()).data.workspace.standingApprovals;
  };
  await expect.poll(proposed, { timeout: PROPOSED_MS }).toHaveLength(1);
}

/** At both widths: the bell leads to the switch, in view, and the notice is cleared once it is fixed. */
async function resumeFromTheBell(page: Page): Promise<void> {
  const stopped = page.getByRole('link', { name: /^Publishing was stopped for every customer/ });
  const publishing = page.getByRole('region', { name: 'Publishing' });
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    if (viewport.width < 800) await page.getByRole('button', { name: /^More/ }).click();
    const bell = page.getByRole('link', { name: /^News/ });
    await bell.click();
    await expect(stopped.first()).toContainText('Reason: A network is being looked into.', { timeout: PROPOSED_MS });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await stopped.first().click();
    await expect(page).toHaveURL(/\/operator#publishing$/);
    await expect(publishing.getByRole('button', { name: 'Resume publishing' })).toBeInViewport();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  }
  await showIdentity(page, new URL(page.url()).origin);
  await publishing.getByRole('button', { name: 'Resume publishing' }).click();
  await expect(publishing.getByText('Running')).toBeVisible();
}

test('a person signs a standing approval for reminders; matching posts are published, others wait for them, until they revoke it', async ({
  page,
  site,
}) => {
  test.setTimeout(2 * PROPOSED_MS + 60_000);
  const decide = 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { state } }';
  for (const [index, day] of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].entries()) {
    const { approval, content_hash: contentHash } = await remind(day, 10 + index);
    const input = { approvalId: approval.approval_id, contentHash, decision: 'APPROVED' };
    const answer = await page.request.post('/api/graphql', {
      headers: { origin: site.server.url },
      data: { query: decide, variables: { input } },
    });
    expect(await answer.json()).toMatchObject({ data: { decideApproval: { state: 'APPROVED' } } });
  }

  // Both run once a minute: the operator is alerted that the service was stopped at the command line.
  await cli(site.server.dataDir, 'service', 'stop', '--reason', 'A network is being looked into.');
  const panel = page.getByRole('region', { name: 'Standing approvals' });
  await underAnotherLook(site.server.dataDir, async () => {
    await untilProposed(page, site);
    await resumeFromTheBell(page);
  });
  const suggestion = page.getByRole('link', { name: /have such posts published automatically/ });
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Needs you' }).getByText('could be published automatically')).toBeVisible();
    await page.goto('/news');
    await expect(suggestion).toBeVisible();
  }).toPass({ timeout: PROPOSED_MS, intervals: [5_000] });
  // The notice leads to the approvals page, with the proposal and its replay open.
  await suggestion.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('5 of 5 posts would have been published without your review.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Maximum posts a day' }).fill('1');
  await expect(dialog.getByText('1 of 5 posts would have been published without your review.')).toBeVisible();
  await expect(dialog.getByText('too many on that day').first()).toBeVisible();
  expect(await axeFaults(page, 'everything')).toEqual([]);
  // Signing needs a recent sign-in, and a proposal may take a while.
  await showIdentity(page, site.server.url);
  await dialog.getByRole('button', { name: 'Sign it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('5 of 5 posts like this were approved unchanged')).toBeHidden();
  await page.goto('/agents');
  await expect(panel.getByText('signed by Ada Harbour')).toBeVisible();

  const { publish_job: job } = await remind('Sunday', 12);
  await untilEnded(agent, job.job_id);
  await page.goto(`/jobs/${job.job_id}`);
  await expect(page.getByText('by standing approval of Ada Harbour, until').first()).toBeVisible();

  const other = await agent.submit('Reminder: bring a friend, it is free!', ['sandbox'], { wording: 'exact' });
  await page.goto(`/approvals/${other.approval.approval_id}`);
  await expect(page.getByText('Not by the standing approval of Ada Harbour:')).toBeVisible();

  await page.goto('/agents');
  await panel.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(panel.getByText('Ended (1)')).toBeVisible();
  expect((await remind('Saturday', 13)).approval.state).toBe('pending');
});
