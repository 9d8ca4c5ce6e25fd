import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn, letPostsOut } from '../../support/agent.ts';
import { sideways } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'edit', siteEnv: async ({ post }, use) => use(post.env) });

/** The row of a list with this title, where it is marked as an edit. */
const markedRow = (page: Page, row: 'a' | 'li', title: string) =>
  page
    .locator(row)
    .filter({ hasText: title })
    .filter({ has: page.getByText('Edit', { exact: true }) });

for (const [screen, width, height] of [
  ['a desk', 1440, 900],
  ['a tablet', 1024, 768],
  ['a phone', 390, 844],
] as const) {
  test(`a published post is edited and the edit signed with its changes in view, on ${screen}`, async ({ browser, page, site, post }) => {
    await page.setViewportSize({ width, height });
    await letPostsOut(site);
    const agent = await letAgentIn(site.server, site.workspaceId, `Newsroom of ${screen}`);
    const draft = await agent.submit(`The festival begins at nine, says ${screen}.`, ['sandbox']);
    const publicationOf = async (jobId: string) => (await agent.call('GET', `/v1/publish-jobs/${jobId}`)).publications[0];
    await page.goto(draft.approval_url);
    await page.getByRole('button', { name: 'Approve and publish' }).click();
    await sendNow(page);
    await expect.poll(async () => (await publicationOf(draft.publish_job.job_id)).state).toBe('published');

    await page.goto(`/jobs/${draft.publish_job.job_id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const text = page.getByRole('textbox', { name: 'Text' });
    await expect(text).toHaveValue(`The festival begins at nine, says ${screen}.`);
    await expect(page.getByRole('button', { name: 'Submit the edit' })).toBeDisabled();
    await text.fill(`The festival begins at ten, says ${screen}.`);
    await page.getByRole('textbox', { name: 'Why' }).fill('It begins later.');
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await takePicture(page, `edit-form-${width}`);
    await page.getByRole('button', { name: 'Submit the edit' }).click();

    await expect(page.getByText('What this changes in the published post')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit of a published post' })).toHaveAttribute(
      'href',
      new RegExp(draft.publish_job.job_id),
    );
    await expect(page.locator('del').filter({ hasText: 'nine' })).toBeVisible();
    await expect(page.locator('ins').filter({ hasText: 'ten' })).toBeVisible();
    await expect(page.getByText('It begins later.').first()).toBeVisible();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await expect(page.getByText('Changes the published post at once')).toBeVisible();
    await expect(page.getByText('Publishes at once')).toHaveCount(0);
    await takePicture(page, `edit-approval-${width}`);
    const approval = page.url();
    await showIdentity(page, site.server.url);
    await page.goto(approval);
    await page.getByRole('button', { name: 'Share with a client' }).first().click();
    const client = `mara-${width}@harbour-cafe.example`;
    await page.getByLabel('Their email address').fill(client);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const mail = await post.mailTo(client, /asks you to review an edit of a post/);
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('a new text for a published post before it replaces the old one');
    const context = await browser.newContext({ viewport: { width, height }, storageState: { cookies: [], origins: [] } });
    const theirs = await context.newPage();
    await theirs.goto(/http\S+\/shared#token=[\w-]+/.exec(mail.text)?.[0] ?? '');
    await expect(theirs.getByRole('heading', { name: 'What this changes in the published post' })).toBeVisible();
    await expect(theirs.locator('del').filter({ hasText: 'nine' })).toBeVisible();
    await expect(theirs.locator('ins').filter({ hasText: 'ten' })).toBeVisible();
    await expect(theirs.getByText('Changes a published post, as soon as everyone has approved it.')).toBeVisible();
    expect(await sideways(theirs)).toBeLessThanOrEqual(0);
    await takePicture(theirs, `edit-client-${width}`);
    await context.close();
    await page.goto('/approvals');
    if (width > 800) await expect(markedRow(page, 'a', `at ten, says ${screen}`)).toBeVisible();
    await page.goto(approval);
    await page.getByRole('button', { name: 'Approve and change the post' }).click();
    await sendNow(page);

    await page.goto(`/jobs/${draft.publish_job.job_id}`);
    await expect(page.getByRole('link', { name: 'Edited: see the new text' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
    await expect(page.getByText(/approved by/).first()).toBeVisible();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await takePicture(page, `edit-done-${width}`);
    await page.getByRole('link', { name: 'Edited: see the new text' }).click();
    await expect(page).not.toHaveURL(new RegExp(draft.publish_job.job_id));
    await expect(page.getByRole('link', { name: 'Edit of a published post' })).toHaveAttribute(
      'href',
      new RegExp(draft.publish_job.job_id),
    );
    const edited = await publicationOf(page.url().split('/').at(-1) ?? '');
    expect(edited.provider_id).toBe((await publicationOf(draft.publish_job.job_id)).provider_id);
    const { events } = await agent.call('GET', '/v1/events?types=publication.published&after=0');
    const { data } = events.find(({ subject_id }: { subject_id: string }) => subject_id === edited.publication_id);
    expect(data.edits_publication_id).toBe((await publicationOf(draft.publish_job.job_id)).publication_id);

    await page.goto('/jobs');
    await expect(markedRow(page, 'li', `at ten, says ${screen}`)).toBeVisible();
    await expect(markedRow(page, 'li', `at nine, says ${screen}`)).toHaveCount(0);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await takePicture(page, `edit-rows-${width}`);
    await page.goto('/calendar');
    // A narrow day shows few of its posts.
    const entry = page.getByRole('button', { name: /The festival begins at ten.* Edit$/ }).first();
    await expect(entry).toBeVisible();
    await takePicture(page, `edit-calendar-${width}`);
    await entry.click();
    await expect(page.getByRole('link', { name: 'Edit of a published post' })).toBeVisible();
    await takePicture(page, `edit-calendar-panel-${width}`);

    const { publication_id: published } = await publicationOf(draft.publish_job.job_id);
    await agent.call('POST', `/v1/publications/${published}/retraction`, { reason: 'It was moved.' });
    await page.goto('/approvals');
    await expect(page.getByText('Only removals are waiting for you')).toBeVisible();
    await expect(page.getByRole('link', { name: /Approvals.*1 waiting/ })).toBeVisible();
    const request = page.getByRole('list', { name: 'Requested removals' }).getByRole('link', { name: /requests its removal/ });
    await expect(request).toContainText(`at nine, says ${screen}`);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await takePicture(page, `removal-requested-${width}`);
    await page.route('**/api/graphql', async (route) => {
      if (!route.request().postData()?.includes('query RequestedRemovals')) return route.fallback();
      await route.fulfill({ status: 503, json: { code: 'service_busy', title: 'The service is busy.' } });
    });
    await page.reload();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await page.unroute('**/api/graphql');
    await again.click();
    await expect(again).toHaveCount(0);
    await request.press('Enter');
    await page.getByRole('button', { name: 'Keep the post' }).click();
    await expect(page.getByRole('button', { name: 'Keep the post' })).toHaveCount(0);
    await page.goto('/approvals');
    await expect(page.getByText('Nothing is waiting for you')).toBeVisible();
    await expect(request).toHaveCount(0);

    await page.goto(`/jobs/${draft.publish_job.job_id}`);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('textbox', { name: 'Why' }).fill('The festival is cancelled.');
    await page.getByRole('button', { name: 'Sign and remove' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'The festival is cancelled.' });
    await expect(row.getByText('Removed', { exact: true }).last()).toBeVisible();
    await expect(page.getByText('Published', { exact: true })).toHaveCount(0);
    await expect(row.getByRole('link', { name: /^Open/ })).toHaveCount(0);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await takePicture(page, `removal-done-${width}`);

    await page.goto('/drafts');
    for (const words of ['at nine', 'at ten']) {
      const draftRow = page.locator('a').filter({ hasText: `${words}, says ${screen}` });
      await expect(draftRow.getByText('Removed', { exact: true })).toBeVisible();
    }
  });
}
