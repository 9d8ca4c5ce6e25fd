import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, type Site, test } from '../../fixtures.ts';
import { type Agent, type Answer, letAgentIn, letPostsOut, untilEnded } from '../../support/agent.ts';
import { axeFaults, reachesOver, sideways } from '../../support/look.ts';
import { approve, showIdentity } from '../../support/person.ts';
import { underAnotherLook } from '../../support/server.ts';
import { changeRows } from '../../support/shared-database.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'metrics' });
test.describe.configure({ mode: 'serial' });

const SCREENS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;
const TITLE = 'Post performance, last 30 days';
const USUAL = 'Typical figures for these accounts';

let agent: Agent;
let jobs: Answer[];

const readJobs = (): Promise<Answer[]> => Promise.all(jobs.map(({ job_id: id }) => agent.call('GET', `/v1/publish-jobs/${id}`)));

/** Publishes posts to the sandbox, each approved by a person. */
async function givenPublished(page: Page, site: Site, count: number): Promise<void> {
  await letPostsOut(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Newsroom');
  const drafts: Answer[] = [];
  for (let number = 1; number <= count; number += 1) drafts.push(await agent.submit(`Boat number ${number} is in.`, ['sandbox']));
  await page.goto('/');
  await showIdentity(page, site.server.url);
  for (const draft of drafts) await approve(page, site.server.url, draft);
  jobs = await Promise.all(drafts.map(({ publish_job }) => untilEnded(agent, publish_job.job_id)));
}

/** Opens the page on each screen, light and dark, scrolls to its part, and looks for what does not fit. */
async function lookAt(part: Locator, path: string, name: string, ready: () => Promise<void>): Promise<void> {
  const page = part.page();
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await ready();
    await part.scrollIntoViewIfNeeded();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(await reachesOver(page)).toEqual([]);
    await takePicture(page, `${name}-${width}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFaults(page, 'colours')).toEqual([]);
  await takePicture(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await axeFaults(page, 'everything')).toEqual([]);
}

test('figures read by the worker appear on the post, on the overview and next to the next decision', async ({ page, site }) => {
  await givenPublished(page, site, 5);
  const panel = page.getByRole('region', { name: TITLE });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(panel).toHaveCount(0);

  // Of the readings, the one of a day after publication is compared.
  await changeRows(site.server.dataDir, "update publications set published_at = published_at - interval '25 hours', metrics_at = now()");
  await underAnotherLook(site.server.dataDir, async () => {
    await expect.poll(async () => (await readJobs()).map(({ publications }) => publications[0].metrics.length)).toEqual([1, 1, 1, 1, 1]);
  });
  const figures: Answer[] = (await readJobs()).map(({ publications }) => publications[0].metrics[0]);
  const sum = (name: string) => figures.reduce((total, each) => total + each[name], 0);
  expect(figures[0]).toMatchObject({ reported_by: 'Sandbox', reach: null });

  const post = page.getByRole('region', { name: 'Figures' });
  await lookAt(post, `/jobs/${jobs[0].job_id}`, 'metrics-post', async () => {
    await expect(post.getByText(`Views ${figures[0].views}`)).toBeVisible();
    await expect(post.getByText('Reported by Sandbox')).toBeVisible();
    await expect(post.getByText('Reach')).toHaveCount(0);
  });

  await lookAt(panel, '/', 'metrics-little', async () => {
    await expect(panel.getByText(sum('views').toLocaleString('en-GB')).first()).toBeVisible();
    await expect(panel.getByText(/as the networks reported them, last read/)).toBeVisible();
  });
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download all figures' }).click();
  const table = await readFile(await (await download).path(), 'utf8');
  expect(table).toContain('"platform","account","published_at","url","read_at","metric","name","value"');
  for (const each of figures) expect(table).toContain(`"views","views","${each.views}"`);

  const { views } = figures.toSorted((one, other) => one.views - other.views)[2];
  const { connections } = await agent.call('GET', '/v1/connections');
  expect(connections[0].usual_metrics).toContainEqual(expect.objectContaining({ metric: 'views', median: views, posts: 5 }));
  const { approval_url: asked } = await agent.submit('Boat number 6 is in.', ['sandbox']);
  const usual = page.getByRole('region', { name: USUAL });
  await lookAt(usual, new URL(asked).pathname, 'metrics-decision', async () => {
    await expect(usual.getByText(`Views ${views}`)).toBeVisible();
    await expect(usual.getByText('median of 5 posts')).toBeVisible();
    await expect(
      usual.getByText(/Posts of the last 90 days, as the networks reported them a day after they were published, last read/),
    ).toBeVisible();
  });
});

test('a post that was changed on its network, and one that was removed there, are shown at the post', async ({ page, site }) => {
  const { dataDir } = site.server;
  await changeRows(dataDir, "update sandbox_posts set text = 'Boat number 1 is late.' where text = 'Boat number 1 is in.'");
  await changeRows(dataDir, "delete from sandbox_posts where text = 'Boat number 2 is in.'");
  await changeRows(dataDir, 'update publications set verify_at = now() where published_at is not null');
  await underAnotherLook(dataDir, async () => {
    const results = async () => (await readJobs()).map(({ publications }) => publications[0].verification?.result);
    await expect.poll(results).toEqual(['different', 'gone', 'as_signed', 'as_signed', 'as_signed']);
  });
  for (const [width, height] of [SCREENS[0], SCREENS[2]]) {
    await page.setViewportSize({ width, height });
    await page.goto(`/jobs/${jobs[0].job_id}`);
    await expect(page.getByText('Differs from what was signed')).toBeVisible();
    const difference = page.getByLabel('Text', { exact: true });
    await expect(difference).toContainText('Text · SignedBoat number 1 is in.');
    await expect(difference).toContainText('Text · PublishedBoat number 1 is late.');
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.goto(`/jobs/${jobs[1].job_id}`);
    await expect(page.getByText('Removed at the network')).toBeVisible();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  }
});

test('many networks with large figures fit every screen, in German and Arabic too', async ({ page, site }) => {
  for (const [index, platform] of ['bluesky', 'mastodon', 'linkedin', 'instagram'].entries()) {
    await changeRows(site.server.dataDir, 'update publications set platform = $1 where job_id = $2', [platform, jobs[index].job_id]);
  }
  const names = ['reach', 'reposts', 'quotes', 'saves', 'clicks'];
  await changeRows(
    site.server.dataDir,
    `insert into post_metrics (id, account_id, workspace_id, publication_id, due_at, name, metric, value, read_at)
      select 'met_' || gen_random_uuid(), account_id, workspace_id, id, now(), metric, metric, 1234567 * length(platform), now()
      from publications, unnest($1::text[]) metric where published_at is not null`,
    [names],
  );
  await lookAt(page.getByRole('region', { name: TITLE }), '/', 'metrics-much', async () => {
    await expect(page.getByText('8,641,969').first()).toBeVisible();
  });
  // German has the longest words, Arabic begins on the right.
  for (const [language, title, largest] of [
    ['de', 'Wie Beiträge ankamen, letzte 30 Tage', '11.111.103'],
    ['ar', 'أداء المنشورات، آخر 30 يومًا', '11,111,103'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('countersign-language', chosen), language);
    await lookAt(page.getByRole('region', { name: title }), '/', `metrics-${language}`, async () => {
      await expect(page.getByText(largest).first()).toBeVisible();
    });
  }
});
