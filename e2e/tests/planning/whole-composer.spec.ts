import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn, letPostsOut } from '../../support/agent.ts';
import { chooseNetwork, customise } from '../../support/choose-network.ts';
import { type RemoteMastodon, startMastodon } from '../../support/mastodon.ts';
import { showIdentity } from '../../support/person.ts';
import { cli, secretFile } from '../../support/server.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'whole-composer' });

let mastodon: RemoteMastodon;
test.beforeAll(async ({ site, browser }) => {
  mastodon = await startMastodon();
  mastodon.accounts = [{ acct: 'harbourcafe@mastodon.example', display_name: 'Harbour Café', avatar_static: null }];
  await letPostsOut(site);
  const credentials = await secretFile(site.server.dataDir, 'pier.json', '{}');
  const how = ['--platform', 'sandbox', '--handle', 'pier', '--credentials-file', credentials];
  await cli(site.server.dataDir, 'connection', 'add', '--workspace', site.workspaceId, ...how);
  const context = await browser.newContext({ baseURL: site.server.url, storageState: site.storageState });
  const page = await context.newPage();
  await showIdentity(page, site.server.url);
  site.storageState.cookies = (await context.cookies()) as typeof site.storageState.cookies;
  await page.goto('/connections');
  await page.getByRole('button', { name: /^Mastodon/ }).click();
  await page.getByLabel('Server').fill(mastodon.url);
  await page.getByRole('button', { name: 'Sign in at Mastodon' }).click();
  await expect(page.getByText(/is connected\./)).toBeVisible();
  await context.close();
});
test.afterAll(() => mastodon.stop());

const common = (page: Page) => page.getByRole('textbox', { name: 'Text for all networks', exact: true });
const own = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const looks = (page: Page) => page.getByRole('region', { name: 'How it will look' });

test('each network splits a long text at its own length; a split moved by hand on one leaves the others, and what is shown is signed', async ({
  page,
  site,
}) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Split reader');
  const sentence = (number: number) => `Number ${number}: the winter market opens on Sunday with forty stalls along the quay.`;
  const long = Array.from({ length: 8 }, (_, index) => sentence(index + 1)).join(' ');
  await page.goto('/drafts?isWriting=true');
  await common(page).fill(long);
  for (const network of ['X', 'Bluesky', 'Mastodon']) await chooseNetwork(page, network);
  await expect(page.getByRole('list', { name: 'Length on each network' }).getByText(/^Thread: /)).toHaveCount(3);
  await customise(page, 'X');
  await expect(page.getByRole('textbox', { name: 'Post 2 of the thread' })).toBeVisible();
  const before = await previewed(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).evaluate((box: HTMLTextAreaElement) => {
    box.focus();
    box.setSelectionRange(box.value.indexOf('Number 2'), box.value.indexOf('Number 2'));
  });
  await page.keyboard.press('Control+Enter');
  await expect(own(page)).toHaveValue(sentence(1));
  const after = await previewed(page);
  expect(after.x).not.toEqual(before.x);
  expect(after.x?.[0]).toContain(sentence(1));
  expect([after.bluesky, after.mastodon]).toEqual([before.bluesky, before.mastodon]);
  expect((after.x?.length ?? 0) > (after.bluesky?.length ?? 0)).toBe(true);
  expect((after.bluesky?.length ?? 0) > (after.mastodon?.length ?? 0)).toBe(true);

  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByRole('link', { name: 'Open the approval' }).waitFor();
  const draftId = page.url().split('/').at(-1);
  await page.getByRole('link', { name: 'Open the approval' }).click();
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${draftId}`)).approval.state).toBe('approved');
  const { payloads } = await agent.call('GET', `/v1/drafts/${draftId}`);
  for (const { platform, payload } of payloads) expect([platform, textsIn(payload)]).toEqual([platform, after[platform]]);
});

/** The posts of each of three networks, as the previews show them. */
async function previewed(page: Page): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const [id, label] of Object.entries({ bluesky: 'Bluesky', mastodon: 'Mastodon', x: 'X' })) {
    await page.getByRole('tab', { name: id === 'x' ? 'X' : 'All other networks' }).click();
    await expect(looks(page)).toHaveAttribute('aria-busy', 'false');
    const card = looks(page).getByRole('article', { name: new RegExp(`\\b${label}\\b`) });
    const folded = card.getByRole('button', { expanded: false });
    while ((await folded.count()) > 0) await folded.first().click();
    all[id] = await card.locator('[data-words-of]').allTextContents();
  }
  return all;
}

/** All texts of the posts of a payload, in their order. */
function textsIn(payload: object): string[] {
  const found: string[] = [];
  JSON.stringify(payload, (key, value) => {
    if (['text', 'status'].includes(key) && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

test('two tabs of one draft: the second to save gets both versions side by side, and loses no word, also by a reload', async ({
  page,
  context,
}) => {
  await page.goto('/drafts?isWriting=true');
  await common(page).fill('The café opens at eight.');
  await chooseNetwork(page, 'Bluesky');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const slower = await context.newPage();
  await slower.goto(page.url());
  await slower.getByRole('button', { name: 'Edit' }).click();
  await common(slower).fill('The café opens at eight, with fresh bread.');
  await expect(slower.getByText(/^Not saved yet/)).toBeVisible();
  await common(page).fill('The café opens at nine.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved as a new revision.')).toBeVisible();

  // Whether it is told of the other revision before it saves, or by saving.
  const conflict = slower.getByText('Revision 2 was saved meanwhile');
  const save = slower.getByRole('button', { name: 'Save changes' });
  await expect(async () => {
    if (await save.isEnabled()) await save.click();
    await expect(conflict).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(common(slower)).toHaveValue('The café opens at eight, with fresh bread.');
  await expect(save).toBeDisabled();
  await slower.reload();
  await expect(common(slower)).toHaveValue('The café opens at eight, with fresh bread.');
  await expect(conflict).toBeVisible();
  await expect(slower.locator('del').filter({ hasText: 'nine' })).toBeVisible();
  await expect(slower.locator('ins').filter({ hasText: 'bread' })).toBeVisible();
  await takePicture(slower, 'composer-conflict-desktop');
  await slower.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(slower.getByText('Saved as a new revision.')).toBeVisible();
  await expect(slower.getByText('The café opens at eight, with fresh bread.').first()).toBeVisible();
});
