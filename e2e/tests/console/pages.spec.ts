import { join } from 'node:path';
import { expect, test } from '../../fixtures.ts';
import { type Agent, letAgentIn, untilEnded } from '../../support/agent.ts';
import { startBluesky } from '../../support/bluesky.ts';
import { cli, ROOT, secretFile } from '../../support/server.ts';

const SHOTS = join(ROOT, 'test-results', 'screenshots');
const PAGES = [
  '/',
  '/approvals',
  '/drafts',
  '/jobs',
  '/sandbox',
  '/agents',
  '/grant',
  '/connections',
  '/credits',
  '/settings',
  '/operator',
];
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 780 } };

let agent: Agent;
test.beforeAll(async ({ site }) => {
  const folder = site.server.dataDir;
  const credentials = await secretFile(folder, `pages-${Date.now()}.json`, '{}');
  await cli(
    folder,
    'connection',
    'add',
    '--workspace',
    site.workspaceId,
    '--platform',
    'sandbox',
    '--credentials-file',
    credentials,
    '--handle',
    'harbour',
  );
  agent = await letAgentIn(site.server, site.workspaceId, 'Harbour newsroom');
  await agent.submit(
    'We are open again on Saturday 12 December, 8 to 18 h. Coffee is on the house until ten: https://harbour.example.org/open #Harbour',
    ['sandbox', 'bluesky'],
  );
  await agent.submit('Holiday hours: we close at four on Christmas Eve and are back on the 27th.', ['sandbox']);
  await agent.submit('New on the menu: leek and potato soup, with bread from the bakery next door, for 6 euros.', ['sandbox']);
});

for (const scheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`every page stands at ${size} width in the ${scheme} theme, without an error or a sideways scroll`, async ({ page }) => {
      const faults: string[] = [];
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
        await page.screenshot({ path: join(SHOTS, `${path === '/' ? 'overview' : path.slice(1)}-${size}-${scheme}.png`), fullPage: true });
      }
      expect(faults).toEqual([]);
    });
  }
}

test('the approval desk with two networks connected, as the README shows it', async ({ page, site }) => {
  const bluesky = await startBluesky();
  const folder = site.server.dataDir;
  const credentials = await secretFile(
    folder,
    'bluesky.json',
    JSON.stringify({ service: bluesky.url, identifier: bluesky.handle, appPassword: bluesky.appPassword }),
  );
  await cli(folder, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'bluesky', '--credentials-file', credentials);
  await cli(folder, 'launch', 'sign', '--step', 'all');
  const draft = await agent.submit(
    'The ferry to Cacilhas runs every ten minutes from Monday, with bicycles on every second one: https://ferry.example.org/times #Lisbon',
    ['sandbox', 'bluesky'],
  );
  await page.goto(draft.approval_url);
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeEnabled();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // README_SHOT=1 renews the picture in the repository; every other run leaves it alone.
  const path = process.env.README_SHOT ? join(ROOT, 'docs', 'images', 'approvals.png') : join(SHOTS, 'approval-desk.png');
  await page.screenshot({ path });
  await bluesky.stop();
});

test('a job shows how it went, from the question to the link', async ({ page }) => {
  const draft = await agent.submit('The lighthouse is open on Sundays from two to five.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await untilEnded(agent, draft.publish_job.job_id);
  await page.goto(`/jobs/${draft.publish_job.job_id}`);
  await expect(page.getByText('Published').first()).toBeVisible();
  await page.screenshot({ path: join(SHOTS, 'job-desktop-light.png'), fullPage: true });
});
