import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, type Answer, letAgentIn } from '../../support/agent.ts';
import { cli, ROOT, secretFile } from '../../support/server.ts';

test.use({ siteName: 'fit' });

const TEXTS = join(ROOT, 'server', 'src', 'captions', 'corpus', 'texts');
const NETWORKS = ['sandbox', 'bluesky', 'mastodon', 'linkedin', 'x', 'threads', 'telegram'];
const POSTS = 60;
/** What the next step takes: another post of a thread has its name, two lines, the button for the rest and its count. */
const LEAST_ROOM_PX = 120;

interface Shown {
  title: string;
  /** Stretches of words behind "Show all". */
  folded: number;
  /** Below the last thing that a decision needs; negative where that is scrolled to. */
  freePx: number;
  /** Lines of the first post between the head and the decision. */
  linesInSight: number;
  linesOfPost: number;
  saysFolded: boolean;
}

let agent: Agent;
test.beforeAll(async ({ site }) => {
  const folder = site.server.dataDir;
  const credentials = await secretFile(folder, 'fit.json', '{}');
  await cli(folder, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
  agent = await letAgentIn(site.server, site.workspaceId, 'Fit');
  const texts = readdirSync(TEXTS).toSorted();
  const drafts = Array.from({ length: POSTS }, (_, index) => ({
    source_text: `${readFileSync(join(TEXTS, texts[index % texts.length] ?? ''), 'utf8')}${index < texts.length ? '' : `\n\nNumber ${index}.`}`,
    platforms: Array.from({ length: 1 + (index % 5) }, (_post, place) => NETWORKS[(index + place) % NETWORKS.length] ?? 'sandbox'),
    publish_mode: 'approval_queue',
  }));
  await submitAll(drafts);
});

/** Sends again what a busy service refused of a batch, as an agent does. */
async function submitAll(drafts: object[]): Promise<void> {
  const answer = await agent.call('POST', '/v1/drafts/batch', { workspace_id: agent.workspaceId, drafts });
  const refused: { index: number; problem: { code: string } }[] = answer.drafts.filter(({ problem }: Answer) => problem);
  for (const { problem } of refused) expect(problem.code).toBe('service_busy');
  if (refused.length > 0) await submitAll(refused.map(({ index }) => drafts[index] ?? {}));
}

/** What is to be seen of the open approval. */
function look(page: Page): Promise<Shown> {
  return page.getByRole('region', { name: 'How it will look' }).evaluate((part) => {
    let box = part.parentElement;
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
    if (!box) throw new Error('Nothing scrolls.');
    const last = box.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    const padding = Number.parseFloat(getComputedStyle(box).paddingBottom);
    const bar = document.querySelector('[aria-label="Your decision"]');
    const words = part.querySelector('[data-words-of]') ?? part;
    const lineHeight = Number.parseFloat(getComputedStyle(words).lineHeight);
    const { top, bottom } = words.getBoundingClientRect();
    const ends = Math.min(box.getBoundingClientRect().bottom, bar?.getBoundingClientRect().top ?? 0, innerHeight);
    return {
      title: document.querySelector('main h2')?.textContent ?? '',
      folded: [...part.querySelectorAll('button[aria-expanded="false"]')].filter((button) => button.textContent?.startsWith('Show all'))
        .length,
      freePx: Math.round(box.getBoundingClientRect().bottom - padding - last),
      linesInSight: Math.max(0, Math.floor((Math.min(bottom, ends) - top + 1) / lineHeight)),
      linesOfPost: Math.round((bottom - top) / lineHeight),
      saysFolded: /partly hidden/.test(bar?.textContent ?? ''),
    };
  });
}

async function lookAtAll(page: Page): Promise<Shown[]> {
  const shown: Shown[] = [];
  await page.goto('/approvals');
  const links = page.getByRole('region', { name: 'Approvals', exact: true }).getByRole('link');
  await expect(links.first()).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) <= 800) await links.first().click();
  for (let index = 0; index < POSTS; index += 1) {
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByText(new RegExp(`^${index + 1} of `))).toBeVisible();
    await expect(page.getByRole('region', { name: 'How it will look' })).toBeVisible();
    shown.push(await look(page));
    if (index + 1 < POSTS) await page.keyboard.press('j');
  }
  return shown;
}

test('on a desktop nothing is folded while there is room, and the button for a folded post says so', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const shown = await lookAtAll(page);
  const whole = shown.filter(({ folded }) => folded === 0);
  const fitting = shown.filter(({ freePx }) => freePx >= 0);
  const both = whole.filter(({ freePx }) => freePx >= 0);
  console.info(
    `At 1440 × 900: ${fitting.length} of ${POSTS} decisions fit one screen, ${both.length} of them with every word; ${shown.length - whole.length} fold words, the roomiest with ${Math.max(0, ...shown.filter(({ folded }) => folded > 0).map(({ freePx }) => freePx))} px to spare`,
  );
  expect.soft(shown.filter(({ folded, freePx }) => folded > 0 && freePx >= LEAST_ROOM_PX)).toEqual([]);
  expect.soft(shown.filter(({ folded, saysFolded }) => folded > 0 !== saysFolded)).toEqual([]);
  expect.soft(fitting.length).toBeGreaterThanOrEqual(54);
});

test('a small window shows more than three lines of a post, and a phone starts with the post', async ({ page }) => {
  for (const [width, height, least] of [
    [1024, 768, 4],
    [390, 844, 1],
  ] as const) {
    await page.setViewportSize({ width, height });
    const shown = await lookAtAll(page);
    const lines = shown.map(({ linesInSight }) => linesInSight).toSorted((a, b) => a - b);
    console.info(`At ${width} × ${height}: ${lines[0]} lines of a post in sight at the least, ${lines[POSTS / 2]} in the middle`);
    expect.soft(shown.filter(({ linesInSight, linesOfPost }) => linesInSight < Math.min(least, linesOfPost))).toEqual([]);
  }
});

test('the number of waiting posts is whole at the widths of tablets', async ({ page }) => {
  for (const width of [820, 900, 1000]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/approvals');
    const count = page.getByRole('region', { name: 'Approvals', exact: true }).getByText('60 waiting', { exact: true });
    await expect(count).toBeVisible();
    expect(await count.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `cut by, at ${width}`).toBe(0);
  }
});

test('a row of the queue shows every network of its post, with a warning and a long name', async ({ page, site }) => {
  const newsroom = await letAgentIn(site.server, site.workspaceId, 'Harbour newsroom for events, timetables and opening hours');
  await newsroom.submit('TODO: name the band. The pier concert begins at eight.', NETWORKS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/approvals?search=pier+concert');
  const row = page.getByRole('link', { name: /pier concert/ });
  await expect(row.getByText('1 warning')).toBeVisible();
  // The marks of rarer networks are loaded later.
  await expect(row.getByRole('img')).toHaveCount(NETWORKS.length);
  const cut = await row
    .getByRole('img')
    .evaluateAll(
      (icons) =>
        icons.filter((icon) => icon.getBoundingClientRect().top > (icon.parentElement?.getBoundingClientRect().bottom ?? 0) - 4).length,
    );
  expect(cut).toBe(0);
});
