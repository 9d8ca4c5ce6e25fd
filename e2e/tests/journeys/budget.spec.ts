import type { Page } from '@playwright/test';
import { expect, type Site, test } from '../../fixtures.ts';
import { type Agent, letAgentIn, letPostsOut, untilEnded } from '../../support/agent.ts';
import { axeFaults, sideways } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';

const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

test.use({ siteName: 'budget' });

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await letPostsOut(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Thrifty agent');
});

async function setBudget(page: Page, { server }: Site, credits: number): Promise<void> {
  await showIdentity(page, server.url);
  await page.goto('/credits');
  await page.getByLabel('Credits a month').fill(String(credits));
  await page.getByRole('button', { name: 'Save the budget' }).click();
  await expect(page.getByText('The budget is saved.')).toBeVisible();
}

/** Opens the post, reads the text next to the button, and approves it. */
async function approve(page: Page, text: string, status: string, button: string): Promise<string> {
  const { approval, publish_job: job } = await agent.submit(text, ['sandbox']);
  await page.goto(`/approvals/${approval.approval_id}`);
  await expect(page.getByText(status)).toBeVisible();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('region', { name: 'Your decision' })).toHaveAttribute('data-seen');
  await page.getByRole('button', { name: button, exact: true }).click();
  await sendNow(page);
  return job.job_id;
}

for (const [index, [width, viewport]] of Object.entries(WIDTHS).entries()) {
  test.describe(`on a ${width}`, () => {
    test.use({ viewport });

    test('an owner sets a budget: the review desk shows what is left next to the button, posts over the budget wait with a reason, and a larger budget releases them', async ({
      page,
      site,
    }) => {
      // One more than the other width has used.
      const budget = 2 * index + 1;
      await setBudget(page, site, budget);
      const panel = page.getByRole('region', { name: 'Monthly budget of Harbour Café' });
      await expect(panel.getByText(`1 of ${budget} left this month`)).toBeVisible();
      expect(await axeFaults(page, 'everything')).toEqual([]);

      const first = await approve(
        page,
        `The ferry leaves at nine, says the ${width}.`,
        `1 of ${budget} left this month`,
        'Approve and publish',
      );
      await untilEnded(agent, first);
      await page.goto('/credits');
      await expect(panel.getByText(`0 of ${budget} left this month`)).toBeVisible();

      const second = await approve(page, `The ferry leaves at ten, says the ${width}.`, `0 of ${budget} left this month`, 'Approve');
      const waiting = await agent.call('GET', `/v1/publish-jobs/${second}`);
      const { status, code } = waiting.publishing_readiness.gates.find(({ gate }: { gate: string }) => gate === 'credits');
      expect([status, code]).toEqual(['wait', 'monthly_budget_used']);
      await page.goto(`/jobs/${second}`);
      await expect(page.getByText(`0 of ${budget} are left of the workspace's budget for this month`).first()).toBeVisible();
      await page.goto('/');
      await expect(page.getByRole('region', { name: 'Needs you' }).getByText("the workspace's budget for this month")).toBeVisible();
      expect(await sideways(page)).toBeLessThanOrEqual(0);

      // A little more, and it is published automatically.
      await setBudget(page, site, budget + 1);
      await untilEnded(agent, second);
      await page.goto('/credits');
      await expect(panel.getByText(`0 of ${budget + 1} left this month`)).toBeVisible();
    });
  });
}
