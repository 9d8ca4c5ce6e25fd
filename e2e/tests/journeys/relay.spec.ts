import { createFakePostiz, POSTIZ_KEY } from '../../../server/src/platforms/testing/fake-postiz.ts';
import { type FakeServer, startFakeServer } from '../../../server/src/platforms/testing/fake-server.ts';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn } from '../../support/agent.ts';
import { learnSecret } from '../../support/known-secrets.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli, secretFile } from '../../support/server.ts';

test.use({ siteName: 'relay' });

const postiz = createFakePostiz();
let relay: FakeServer;
test.beforeAll(async () => {
  learnSecret({ name: 'API key of a relay', value: POSTIZ_KEY });
  relay = await startFakeServer(postiz, POSTIZ_KEY);
});
test.afterAll(() => relay.stop());

test('a post through a relay whose response is lost is unknown, settled by a person or the relay, and sent once', async ({
  page,
  site,
}) => {
  const { dataDir } = site.server;
  const account = { address: `${relay.url}/api`, apiKey: POSTIZ_KEY, channel: 'cm-twin-1' };
  const credentials = await secretFile(dataDir, 'postiz.json', JSON.stringify(account));
  await cli(dataDir, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'postiz', '--credentials-file', credentials);
  await cli(dataDir, 'launch', 'sign', '--step', 'all');
  const agent = await letAgentIn(site.server, site.workspaceId, 'Relay newsroom');
  // It takes the post, and neither that nor its list is heard of.
  relay.fail('acts, then resets the connection', ({ path }) => path === '/api/public/v1/posts');
  const publish = async (text: string) => {
    const draft = await agent.submit(text, ['postiz']);
    await page.goto(draft.approval_url);
    await expect(page.getByText('Twin on Bluesky', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Approve and publish' }).click();
    await sendNow(page);
    const jobId = draft.publish_job.job_id;
    const state = async () => (await agent.call('GET', `/v1/publish-jobs/${jobId}`)).publications[0].state;
    await expect.poll(state).toBe('unknown');
    await page.goto(`/jobs/${jobId}`);
    await expect(page.getByText('Whether it arrived on Postiz is not known')).toBeVisible();
    await expect(page.getByRole('button', { name: 'It is there', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'It is not there', exact: true })).toBeVisible();
    return state;
  };
  const sent = () => postiz.state.posts.map(({ text }) => text);

  await publish('The lock is closed for repairs.');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The network still cannot tell.')).toBeVisible();
  await page.getByRole('button', { name: 'It is there', exact: true }).click();
  await page.getByLabel('How do you know?').fill('I see it in the calendar of Postiz.');
  await page.getByLabel('Link to the post').fill('https://bsky.example/profile/twin/post/1');
  await page.getByRole('button', { name: 'It is there: spend the credit' }).click();
  await expect(page.getByText('Ada Harbour confirmed: it is there')).toBeVisible();
  expect(sent()).toEqual(['The lock is closed for repairs.']);

  const second = await publish('The lock is open again.');
  relay.fail(null);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.poll(second).toBe('published');
  await expect(page.getByRole('button', { name: 'It is not there', exact: true })).toHaveCount(0);
  expect(sent()).toEqual(['The lock is closed for repairs.', 'The lock is open again.']);
});
