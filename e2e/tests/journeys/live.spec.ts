import { expect, test } from '../../fixtures.ts';
import { letAgentIn } from '../../support/agent.ts';
import { newPerson } from '../../support/person.ts';

test.use({ siteName: 'desk' });

test('what is submitted and decided elsewhere shows without a reload, and the page says that it is live', async ({
  page,
  site,
  browser,
  contextOptions,
}) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Live agent');
  const other = await newPerson(browser, site, page, contextOptions);
  await page.goto('/approvals');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  const draft = await agent.submit('The swings on the quay are back, and the ice cream van with them.', ['sandbox']);
  const row = page.getByRole('link', { name: /The swings on the quay/ });
  // Far below the time between two polls: only the stream can be that quick.
  await expect(row).toBeVisible({ timeout: 3_000 });

  await other.page.goto(draft.approval_url);
  await other.page.getByRole('button', { name: 'Reject' }).click();
  await other.page.getByRole('button', { name: 'Send now' }).click();
  await expect(row).toHaveCount(0, { timeout: 3_000 });
  await other.context.close();
});
