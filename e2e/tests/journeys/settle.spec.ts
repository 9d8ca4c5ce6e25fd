import { expect, test } from '../../fixtures.ts';
import { letAgentIn } from '../../support/agent.ts';
import { sideways } from '../../support/look.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli, secretFile, underAnotherLook } from '../../support/server.ts';

test.use({ siteName: 'settle' });

test('a person settles an unknown outcome, which is recorded, and the credit is returned', async ({ page, site }) => {
  const { dataDir } = site.server;
  // It does not respond, even to lookups.
  const credentials = await secretFile(dataDir, 'mute.json', JSON.stringify({ failure: 'mute_instead_of_acting' }));
  await cli(dataDir, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Pier newsroom');
  const draft = await agent.submit('The pier is closed on Monday for painting.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  const outcome = async () => (await agent.call('GET', `/v1/publish-jobs/${draft.publish_job.job_id}`)).publications[0].state;
  await expect.poll(outcome).toBe('unknown');

  await page.goto(`/jobs/${draft.publish_job.job_id}`);
  await expect(page.getByText('Whether it arrived on Sandbox is not known')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The network still cannot tell.')).toBeVisible();

  await page.getByRole('button', { name: 'It is not there', exact: true }).click();
  await page.getByLabel('How do you know?').fill('I went through the feed of that day.');
  await page.getByRole('button', { name: 'It is not there: return the credit' }).click();
  await expect(page.getByText('Ada Harbour confirmed: it is not there')).toBeVisible();
  await expect(page.getByText('I went through the feed of that day.').first()).toBeVisible();
  await expect(page.getByText('1 credit returned for Sandbox')).toBeVisible();
  // A person's word is good for the credit, not for sending the same again.
  await expect(page.getByRole('button', { name: 'Submit again' })).toHaveCount(0);
  const { balances } = await cli(dataDir, 'credits', 'show', '--account', site.accountId);
  expect(JSON.stringify(balances)).not.toMatch(/"held":[1-9]/);
});

test('a person settles a post and then its first comment, neither of which the network tells about', async ({ page, site }) => {
  const { dataDir } = site.server;
  // It acts, and does not respond.
  const credentials = await secretFile(dataDir, 'acts.json', JSON.stringify({ handle: 'quay', failure: 'mute_after_acting' }));
  const { connection_id: id } = await cli(
    dataDir,
    ...['connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials],
  );
  const agent = await letAgentIn(site.server, site.workspaceId, 'Quay newsroom');
  const text = 'The quay is open again.';
  const draft = await agent.submit(text, ['sandbox'], {
    connection_ids: [id],
    captions: [{ platform: 'sandbox', text, settings: { first_comment: 'Tickets: https://example.org/quay' } }],
  });
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  const publication = async () => (await agent.call('GET', `/v1/publish-jobs/${draft.publish_job.job_id}`)).publications[0];
  await expect.poll(async () => (await publication()).state).toBe('unknown');
  await page.goto(`/jobs/${draft.publish_job.job_id}`);
  await page.getByRole('button', { name: 'It is there', exact: true }).click();
  await page.getByLabel('How do you know?').fill('I see it in the feed.');
  await page.getByLabel('Link to the post').fill('https://quay.example.org/sandbox#spo_quay');
  await page.getByRole('button', { name: 'It is there: spend the credit' }).click();
  await expect(page.getByText('Ada Harbour confirmed: it is there')).toBeVisible();

  await underAnotherLook(dataDir, async () => {
    await expect.poll(async () => (await publication()).first_comment?.state).toBe('unknown');
  });
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await expect(page.getByText('First comment: outcome unknown')).toBeVisible();
    await expect(page.getByRole('button', { name: 'It is not there: send it again' })).toBeVisible();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: 'It is there', exact: true }).click();
  await expect(page.getByText('First comment: published')).toBeVisible();
  expect((await publication()).first_comment.state).toBe('published');
});
