import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, type Answer, letAgentIn, untilEnded } from '../../support/agent.ts';
import { type RemoteBluesky, startBluesky } from '../../support/bluesky.ts';
import { keepInStep } from '../../support/doc-image.ts';
import { drawScenes, type Scene } from '../../support/drawn-pictures.ts';
import { approve } from '../../support/person.ts';
import { cli, secretFile } from '../../support/server.ts';

test.use({ siteName: 'pictures of the documentation', viewport: { width: 1440, height: 900 }, siteEnv: { SANDBOX_CREDITS: 'free' } });

const HOUR_MS = 3_600_000;
const ALT: Record<Scene, string> = {
  lighthouse: 'The lighthouse at sunset',
  soup: 'A bowl of pumpkin soup',
  jazz: 'A saxophone player on a small stage',
  ferry: 'The ferry on its way',
};

let bluesky: RemoteBluesky;
let agent: Agent;
let published: Answer;
let shown: Answer;
/** On another day than today at any time of day, so that the month reads alike whenever this runs. */
const inDays = (days: number) => {
  const day = new Date(Date.now() + days * 24 * HOUR_MS);
  day.setUTCHours(8, 0, 0, 0);
  return { scheduled_at: day.toISOString() };
};
/** Within a day, for the overview, and likewise on another day. */
const soon = (minute: number) => {
  const tomorrow = new Date().setUTCHours(24, minute, 0, 0);
  return { scheduled_at: new Date(Math.max(tomorrow, Date.now() + 20 * HOUR_MS)).toISOString() };
};

test.beforeAll(async ({ site, browser }) => {
  test.setTimeout(180_000);
  bluesky = await startBluesky();
  const { url, dataDir } = site.server;
  const connect = async (platform: string, handle: string, credentials: object) => {
    const file = await secretFile(dataDir, `${platform}.json`, JSON.stringify(credentials));
    const how = ['--platform', platform, '--handle', handle, '--credentials-file', file];
    await cli(dataDir, 'connection', 'add', '--workspace', site.workspaceId, ...how);
  };
  await connect('sandbox', 'harbour', {});
  await connect('bluesky', 'harbour.test', {
    service: bluesky.url,
    identifier: bluesky.handle,
    appPassword: bluesky.appPassword,
  });
  await cli(dataDir, 'credits', 'add', '--account', site.accountId, '--product', 'api_publication_pack', '--quantity', '1');
  await cli(dataDir, 'launch', 'sign', '--step', 'all');
  agent = await letAgentIn(site.server, site.workspaceId);
  const scenes = await drawScenes(browser);
  const upload = async (scene: Scene): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/media?alt_text=${encodeURIComponent(ALT[scene])}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'image/png' },
      body: new Uint8Array(scenes[scene]),
    });
    return (await answer.json()).media_id;
  };
  const submit = async (scene: Scene | null, text: string, more: object = {}, platforms = ['sandbox', 'bluesky']) =>
    agent.submit(text, platforms, { ...(scene && { media_ids: [await upload(scene)] }), ...more });
  const context = await browser.newContext({ baseURL: url, storageState: site.storageState });
  const owner = await context.newPage();
  const sign = async (draft: Answer): Promise<Answer> => {
    await approve(owner, url, draft);
    return draft;
  };

  // One after the other, so that the calendar shows them in this order.
  const publish = async (draft: Answer): Promise<Answer> => {
    await untilEnded(agent, (await sign(draft)).publish_job.job_id);
    return draft;
  };

  await publish(await submit('lighthouse', 'The lighthouse is open on Sundays from two to five. Come up and see the bay.'));
  await publish(await submit('soup', 'Pumpkin soup starts today, with bread from the bakery next door, for six euros.'));
  published = await publish(
    await submit('jazz', 'Jazz at the café on Wednesday: doors at seven, music at eight, and nobody pays to come in.'),
  );
  await sign(await submit(null, 'Our annual report is out, with a word from the harbour master.', {}, ['sandbox', 'linkedin']));
  await sign(await submit('ferry', 'The ferry to the island runs every ten minutes from Monday on.', soon(1)));
  await sign(await submit(null, 'Last call for the winter regatta: the list closes at noon.', soon(2)));
  await sign(await submit('soup', 'Leek and potato soup, all week.', inDays(4)));
  await submit(null, 'Holiday hours: we close at four on Christmas Eve and are back on the 27th.', inDays(6));
  await submit('jazz', 'Two more evenings of jazz, by popular demand.', inDays(9));
  await submit('lighthouse', 'New: the lighthouse by night, with a lantern and a story.', inDays(12));
  shown = await submit('ferry', LONG);
  await submit(null, 'We are looking for somebody who likes early mornings and good bread.', {}, ['sandbox', 'linkedin']);
  await submit('soup', 'The menu of the week is out: soup, pie, and a surprise on Friday.');
  await context.close();
});
test.afterAll(() => bluesky.stop());

/** Longer than Bluesky takes. */
const LONG = `The island is open again. From Monday on the ferry runs every ten minutes, from six in the morning until midnight.

- The beach café has new owners, and breakfast until noon.
- The lighthouse path is repaired.
- Dogs are welcome but on the north beach.

Tickets are two euros at the quay, and children under twelve ride for nothing. https://ferry.example.org/times #Lisbon`;

async function settled(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(address);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // One-time hints are not part of the image.
  const hide = page.getByRole('button', { name: 'Hide on this device' });
  if (await hide.isVisible()) await hide.click();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
}

const SCREENS: Record<string, () => string> = {
  approvals: () => shown.approval_url,
  overview: () => '/',
  calendar: () => '/calendar',
  connections: () => '/connections',
  post: () => `/jobs/${published.publish_job.job_id}`,
};

for (const [name, address] of Object.entries(SCREENS)) {
  test(`docs/images/${name}.png shows the screen as it is`, async ({ page }) => {
    await settled(page, address());
    await keepInStep(page, name);
  });
}
