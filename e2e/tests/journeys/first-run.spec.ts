import { expect, OPERATOR, test, WITHOUT_SITE } from '../../fixtures.ts';
import { letAgentIn, untilEnded } from '../../support/agent.ts';
import { sendNow } from '../../support/send-now.ts';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.ts';

test.use(WITHOUT_SITE);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: RunningServer;
test.beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer({ dataDir: folder.path });
});
test.afterAll(async () => {
  await server.stop();
  await folder.remove();
});

test('from the one-time link to the first countersigned post, with one credit spent', async ({ page, context }) => {
  // Before the set-up the address itself says where to go.
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'This service is not set up yet' })).toBeVisible();
  await expect(page.getByText('Open the link that the server printed when it started')).toBeVisible();
  await page.goto(server.setupLink());
  await page.getByLabel('Your name').fill(OPERATOR.name);
  await page.getByLabel('Email address').fill(OPERATOR.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OPERATOR.password);
  await page.getByLabel('Name of the first workspace').fill(OPERATOR.workspace);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  // Safari throws a Secure cookie of http://localhost away, and the session with it.
  expect((await context.cookies()).filter(({ secure }) => secure)).toEqual([]);

  // Nothing waits yet: the queue leads to the composer.
  await page.goto(`${server.url}/approvals`);
  await page.getByRole('region', { name: 'Approvals' }).getByRole('link', { name: 'Write a draft' }).click();
  await expect(page.getByRole('dialog', { name: 'New draft' })).toBeVisible();

  await page.goto(server.url);
  await page.getByRole('button', { name: 'Connect the sandbox' }).click();
  const command = page.getByText('npm run -s cs -- grant create');
  await expect(command).toBeVisible();
  const workspaceId = /wsp_[0-9a-f-]+/.exec((await command.textContent()) ?? '')?.[0] ?? '';

  const agent = await letAgentIn(server, workspaceId);
  const draft = await agent.submit('We are open again on Saturday 12 December, 8 to 18 h. Coffee is on the house until ten.', ['sandbox']);
  expect(draft.publish_job.approval_state).toBe('pending');
  expect(draft.approval_url).toBe(`${server.url}/approvals/${draft.approval.approval_id}`);

  await page.goto(draft.approval_url);
  await expect(page.getByText('Coffee is on the house until ten').first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);

  const job = await untilEnded(agent, draft.publish_job.job_id);
  expect(job.state).toBe('published');
  expect(job.publications).toHaveLength(1);

  // The first steps end with the post that is out.
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Published. Open it' }).click();
  await expect(page.getByText('Coffee is on the house until ten')).toHaveCount(1);
  await page.goto(`${server.url}/credits`);
  await expect(page.getByRole('row', { name: /^Reserved · Sandbox .*Plan allowance of this month −1 \+1/ })).toHaveCount(1);

  await page.goto(server.setupLink());
  await expect(page.getByText('This set-up link is no longer valid')).toBeVisible();
});
