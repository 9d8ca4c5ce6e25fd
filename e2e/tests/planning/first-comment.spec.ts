import { expect, test } from '../../fixtures.ts';
import { letAgentIn, letPostsOut } from '../../support/agent.ts';
import { chooseNetwork, customise } from '../../support/choose-network.ts';
import { sendNow } from '../../support/send-now.ts';

test.use({ siteName: 'first-comment' });

const POST = 'The pier opens again on Friday.';
const COMMENT = 'Tickets: https://example.org/pier';

test('a first comment is written for one network, reviewed and signed with the post, and sent under it', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill(POST);
  for (const network of ['Sandbox', 'Bluesky']) await chooseNetwork(page, network);
  await customise(page, 'Sandbox');
  await page.getByRole('textbox', { name: 'First comment' }).fill(COMMENT);
  await expect(page.getByRole('region', { name: 'How it will look' })).toContainText(COMMENT);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText(COMMENT).first()).toBeVisible();
});

test('an approver sees the first comment of an agent’s post, and its result', async ({ page, site }) => {
  await letPostsOut(site);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Pier newsroom');
  const draft = await agent.call('POST', '/v1/drafts', {
    workspace_id: site.workspaceId,
    source_text: POST,
    platforms: ['sandbox'],
    publish_mode: 'approval_queue',
    captions: [{ platform: 'sandbox', text: POST, settings: { first_comment: COMMENT } }],
  });
  await page.goto(draft.approval_url);
  await expect(page.getByText(COMMENT)).toBeVisible();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  const job = `/v1/publish-jobs/${draft.publish_job.job_id}`;
  await expect.poll(async () => (await agent.call('GET', job)).publications[0].first_comment?.state).toBe('published');
  await page.goto(`/jobs/${draft.publish_job.job_id}`);
  await expect(page.getByText('First comment: published')).toBeVisible();
  await page.goto('/sandbox');
  await expect(page.getByText(COMMENT)).toBeVisible();
});

test('an approver sees the first comment that an agent adds for the second of two networks alone', async ({ page, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Quay newsroom');
  const draft = await agent.call('POST', '/v1/drafts', {
    workspace_id: site.workspaceId,
    source_text: POST,
    platforms: ['bluesky', 'sandbox'],
    publish_mode: 'approval_queue',
    captions: [
      { platform: 'bluesky', text: POST },
      { platform: 'sandbox', text: POST, settings: { first_comment: COMMENT } },
    ],
  });
  await page.goto(draft.approval_url);
  await expect(page.getByRole('article', { name: 'Bluesky' }).getByText(POST)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Sandbox' }).getByText(COMMENT)).toBeVisible();
});
