import { expect, test } from '../../fixtures.ts';
import { letAgentIn } from '../../support/agent.ts';
import { chooseNetwork, customise } from '../../support/choose-network.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'planning' });

test('a person edits a draft with live counting, in two tabs at once, compares and restores', async ({ page, context, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Drafter');
  const draft = await agent.submit('Our winter market opens on Sunday with forty stalls along the quay.', ['sandbox', 'bluesky']);
  const before = await agent.call('GET', `/v1/drafts/${draft.draft_id}`);

  await page.goto('/drafts');
  await page.getByRole('searchbox', { name: 'Search the text' }).fill('wint mark');
  await page.getByRole('link', { name: /Our winter market/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const other = await context.newPage();
  await other.goto(`/drafts/${draft.draft_id}`);
  await other.getByRole('button', { name: 'Edit' }).click();

  await customise(page, 'Bluesky');
  await page.getByLabel('Text', { exact: true }).fill('á'.repeat(301));
  await expect(page.getByText('301 / 300')).toBeVisible();
  await takePicture(page, 'draft-editor-desktop', { fullPage: true });
  await page.getByLabel('Text', { exact: true }).fill('Forty stalls, one quay: the winter market opens on Sunday.');
  await expect(page.getByText('58 / 300')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved as a new version.')).toBeVisible();
  const saved = await agent.call('GET', `/v1/drafts/${draft.draft_id}`);
  expect(saved.status).toBe('in_review');
  expect(saved.content_hash).not.toBe(before.content_hash);

  await customise(other, 'Bluesky');
  await other.getByLabel('Text', { exact: true }).fill('The winter market is cancelled.');
  await expect(other.getByText(/Version \d+ was saved/)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await takePicture(other, 'draft-newer-desktop', { fullPage: true });
  await other.getByRole('button', { name: 'Use theirs' }).click();
  await other.getByRole('tab', { name: 'Bluesky' }).click();
  await expect(other.getByLabel('Text', { exact: true })).toHaveValue(/Forty stalls, one quay/);
  await other.close();

  const revisions = page.getByRole('region', { name: 'Versions' });
  await revisions.getByRole('button', { name: 'Compare with the current version' }).click();
  await expect(revisions.locator('ins').first()).toBeVisible();
  await takePicture(page, 'draft-desktop', { fullPage: true });
  await revisions.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Version 1 is the latest again.')).toBeVisible();
  await expect(revisions.getByText('Version 3, current')).toBeVisible();
  // Identical to the first submission.
  expect((await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).content_hash).toBe(before.content_hash);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Edit' }).click();
  await takePicture(page, 'draft-editor-phone', { fullPage: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('the draft lists deviations from the request until it is changed again', async ({ page }) => {
  const notice = page.getByText('The post is published with the address only.');
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The winter market has a page of its own.');
  await page.getByRole('textbox', { name: 'Link (optional)' }).fill('https://unknown.invalid/market');
  await chooseNetwork(page, 'Bluesky');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Good to know')).toBeVisible();
  await expect(notice).toBeVisible();
  await takePicture(page, 'draft-notice-desktop', { fullPage: true });

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Link' }).fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved as a new version.')).toBeVisible();
  await expect(notice).toHaveCount(0);
});
