import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn, untilEnded } from '../../support/agent.ts';
import { downloadProof } from '../../support/evidence.ts';
import { askAs, showIdentity } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli, runCli, secretFile } from '../../support/server.ts';

test.use({ siteName: 'palette' });

test('by keyboard alone a job is found by its text, its evidence downloaded, and the audit log exported', async ({ page, site }) => {
  const { dataDir, url } = site.server;
  const credentials = await secretFile(dataDir, 'sandbox.json', '{}');
  await cli(dataDir, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Harbour newsroom');
  const draft = await agent.submit('The lighthouse is open on Sundays from two to five.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  await untilEnded(agent, draft.publish_job.job_id);

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Page, action, or text of a draft' });
  await expect(field).toBeFocused();
  await page.keyboard.type('lighthouse');
  await expect(page.getByRole('option', { name: /^The lighthouse.* Post$/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/jobs/${draft.publish_job.job_id}`);

  const file = join(dataDir, 'evidence.json');
  await downloadProof(page, file);
  const sheet = page.getByRole('article');
  await expect(
    sheet.getByText(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ),
  ).toBeVisible();
  await expect(sheet.getByText('Approved by Ada Harbour')).toHaveCount(2);
  await expect(sheet.getByRole('link', { name: /^http.+\/sandbox/ })).toBeVisible();
  // As wide as a sheet of A4, where the screen would be a phone's.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  // Paper has the sheet to its end, and nothing to press.
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).overflow)).toBe('visible');
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1280, height: 800 });
  const keys = join(dataDir, 'keys.json');
  await secretFile(dataDir, 'keys.json', await (await fetch(`${url}/.well-known/countersign-evidence-keys.json`)).text());
  // Without a database: the given folder does not exist.
  const verify = (path: string) => runCli(join(dataDir, 'nothing-here'), ['evidence', 'verify', '--file', path, '--keys', keys]);
  expect(JSON.parse((await verify(file)).stdout)).toMatchObject({ verdict: 'genuine' });
  const forged = await secretFile(dataDir, 'forged.json', (await readFile(file, 'utf8')).replace('from two to five', 'from two to nine'));
  const { code, stderr } = await verify(forged);
  expect([code, JSON.parse(stderr)]).toMatchObject([1, { code: 'evidence_tampered', detail: expect.stringContaining('/content/0') }]);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('audit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByText('Post published')).toBeVisible();
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByText('The log is unchanged')).toBeVisible();
  await showIdentity(page, url);
  const log = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click();
  const table = await readFile(await (await log).path(), 'utf8');
  expect(table.split('\r\n')[0]).toContain('"action"');
  expect(table).toContain('"publication.published"');
});

test('typing right after opening the palette loses no character', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Page, action, or text of a draft' });
  // It is loaded when it is first opened.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  for (let time = 0; time < 15; time += 1) {
    await expect(field).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit');
    await expect(field).toBeFocused();
    expect(await field.inputValue()).toBe('audit');
    await page.keyboard.press('Escape');
  }
});

test('a search that cannot reach the service says so, and does not claim that there is nothing', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Page, action, or text of a draft' })).toBeFocused();
  await context.setOffline(true);
  await page.keyboard.type('lighthouse');
  const status = page.getByRole('dialog').getByRole('status');
  await expect(status).toHaveText('Drafts and posts could not be searched. Check your connection.');
  await context.setOffline(false);
});

test('another workspace is opened from a post of this one, and from unsaved text only after asking', async ({ page, site }) => {
  const query = 'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { id } }';
  await askAs(page, site.server.url, query, { input: { accountId: site.accountId, name: 'Pier café' } });
  const agent = await letAgentIn(site.server, site.workspaceId, 'Two workspaces');
  const draft = await agent.submit('The lighthouse has a new lamp.', ['sandbox']);
  const switcher = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const choose = async (name: string) => {
    await switcher(/^Workspace: /).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.goto(draft.approval_url);
  const own = (await switcher(/^Workspace: /).getAttribute('aria-label'))?.slice('Workspace: '.length) ?? '';
  await expect(page.getByRole('heading', { name: 'The lighthouse has a new lamp.' })).toBeVisible();
  await choose('Pier café');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(switcher('Workspace: Pier café')).toBeVisible();

  // A link leads back to the workspace of its post.
  await page.goto(`/drafts/${draft.draft_id}`);
  await expect(switcher(`Workspace: ${own}`)).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Text for all networks', exact: true });
  await field.fill('The lighthouse has two lamps.');
  await choose('Pier café');
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await ask.getByRole('button', { name: 'Stay here' }).last().click();
  await expect(field).toHaveValue('The lighthouse has two lamps.');
  await expect(switcher(`Workspace: ${own}`)).toBeVisible();
  await choose('Pier café');
  await ask.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/');
  await expect(switcher('Workspace: Pier café')).toBeVisible();

  await page.goto(`/drafts/${draft.draft_id}`);
  await expect(switcher(`Workspace: ${own}`)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Page, action, or text of a draft' })).toBeFocused();
  await page.keyboard.type('Pier café');
  await expect(page.getByRole('option')).toHaveText(/Pier café/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(switcher('Workspace: Pier café')).toBeVisible();
});
