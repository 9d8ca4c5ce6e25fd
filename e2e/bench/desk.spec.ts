import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { type Agent, letAgentIn } from '../support/agent.ts';
import { cli, ROOT, secretFile } from '../support/server.ts';

test.use({ siteName: 'desk', viewport: { width: 1440, height: 900 } });
test.setTimeout(900_000);

const TEXTS = join(ROOT, 'server', 'src', 'captions', 'corpus', 'texts');
const NETWORKS = ['sandbox', 'bluesky', 'mastodon', 'linkedin', 'x', 'threads', 'telegram'];
const KINDS = 60;
const WAITING = 512;
/** Of one request. */
const BATCH = 60;
const KEYS = 21;
const FIT = 54;
/** Of the page's own time, whatever else the machine does meanwhile. */
const MOST_MS = 50;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const shown = (page: Page) => page.evaluate(() => location.pathname.split('/')[2] ?? '');

/** Texts of every kind, each for one to five networks. */
function drafts(count: number): { source_text: string; platforms: string[]; publish_mode: string }[] {
  const texts = readdirSync(TEXTS).toSorted();
  return Array.from({ length: count }, (_, index) => {
    const text = readFileSync(join(TEXTS, texts[index % texts.length] ?? ''), 'utf8');
    const source_text = index < texts.length ? text : `${text}\n\nNumber ${index}.`;
    const platforms = Array.from({ length: 1 + (index % 5) }, (_, place) => NETWORKS[(index + place) % NETWORKS.length] ?? 'sandbox');
    return { source_text, platforms, publish_mode: 'approval_queue' };
  });
}

async function submit(agent: Agent, all: ReturnType<typeof drafts>): Promise<void> {
  for (let begin = 0; begin < all.length; begin += BATCH) {
    const { refused, drafts: told } = await agent.call('POST', '/v1/drafts/batch', {
      workspace_id: agent.workspaceId,
      drafts: all.slice(begin, begin + BATCH),
    });
    if (refused > 0) throw new Error(JSON.stringify(told.find(({ problem }: { problem: unknown }) => problem)));
  }
}

/** By how much what a decision needs is higher than its place on the screen. */
function over(page: Page): Promise<number> {
  return page.getByRole('region', { name: 'How it will look' }).evaluate((part) => {
    let box: Element | null = part;
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
    return box ? box.scrollHeight - box.clientHeight : Number.NaN;
  });
}

/** The next one, by the key, until it is drawn. */
async function next(page: Page): Promise<void> {
  const before = await shown(page);
  await page.keyboard.press('j');
  await expect.poll(() => shown(page)).not.toBe(before);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'How it will look' })).toBeVisible();
}

/** Runs in the page: resolves once another decision than the one that stands there now has been drawn. */
function untilDrawn(): Promise<void> {
  const shownNow = () => document.querySelector('main [aria-label="How it will look"]');
  const before = shownNow();
  return new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if ([null, before].includes(shownNow()) || document.querySelector('main [aria-busy="true"]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** How long the page's own thread works on the key, in its own time, until the next one is drawn. Nothing is asked of it meanwhile. */
async function keyMs(page: Page, cdp: CDPSession): Promise<number> {
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  // In one session the page takes them in this order.
  const drawn = cdp.send('Runtime.evaluate', { expression: `(${untilDrawn})()`, awaitPromise: true });
  const before = await busy();
  await page.keyboard.press('j');
  await drawn;
  return (await busy()) - before;
}

test('60 drafts of every kind and 512 rows: what fits one screen, and what a key takes', async ({ page, site }) => {
  const folder = site.server.dataDir;
  const credentials = await secretFile(folder, 'desk.json', '{}');
  await cli(folder, 'connection', 'add', '--workspace', site.workspaceId, '--platform', 'sandbox', '--credentials-file', credentials);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Desk');
  const all = drafts(WAITING);
  await submit(agent, all.slice(0, KINDS));

  await page.goto('/approvals');
  await expect(page.getByRole('region', { name: 'How it will look' })).toBeVisible();
  const heights: number[] = [];
  for (let index = 0; index < KINDS; index += 1) {
    heights.push(await over(page));
    if (index + 1 < KINDS) await next(page);
  }
  const fitting = heights.filter((height) => height <= 0).length;

  await submit(agent, all.slice(KINDS));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto('/approvals');
  await expect(page.getByRole('region', { name: 'How it will look' })).toBeVisible();
  const keys: number[] = [];
  for (let index = 0; index < KEYS; index += 1) keys.push(await keyMs(page, cdp));
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  console.info(
    `At 1440 × 900: ${fitting} of ${KINDS} decisions fit one screen; with ${WAITING} waiting a key takes ${Math.round(median(keys))} ms of the page’s own time (median of ${KEYS}, ${Math.round(Math.max(...keys))} at the most), in ${nodes} elements`,
  );
  expect(fitting).toBeGreaterThanOrEqual(FIT);
  expect(median(keys)).toBeLessThanOrEqual(MOST_MS);
});
