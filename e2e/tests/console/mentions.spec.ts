import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn, untilEnded } from '../../support/agent.ts';
import { type RemoteBluesky, startBluesky } from '../../support/bluesky.ts';
import { chooseNetwork } from '../../support/choose-network.ts';
import { axeFaults } from '../../support/look.ts';
import { type RemoteMastodon, startMastodon } from '../../support/mastodon.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { showIdentity } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli } from '../../support/server.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'mentions' });

let mastodon: RemoteMastodon;
let bluesky: RemoteBluesky;
let pages: Pages;
test.beforeAll(async () => {
  [mastodon, bluesky, pages] = await Promise.all([startMastodon(), startBluesky(), startPages()]);
});
test.afterAll(() => Promise.all([mastodon.stop(), bluesky.stop(), pages.stop()]));

const words = (page: Page) => page.getByRole('textbox', { name: 'Text for all networks', exact: true });
const accounts = (page: Page) => page.getByRole('listbox', { name: 'Accounts to mention' });
const names = (page: Page) => page.getByRole('list', { name: 'Names in the text' });
const card = (page: Page) => page.getByRole('region', { name: 'Link card' });

test('mentions and a link are rendered as on each network, from the account list to the signed payload', async ({ page, site }) => {
  pages.putPicture('/ferry.png', await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 320 } }));
  const link = pages.put('/ferry', '<title>The ferry, every ten minutes</title><meta property="og:image" content="/ferry.png">');
  await connect(page, site.server.url);
  await connectBluesky(page);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Reader');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/drafts?isWriting=true');
  for (const network of ['Bluesky', 'Mastodon', 'LinkedIn']) await chooseNetwork(page, network);
  await words(page).focus();
  await page.keyboard.type('Thanks @harbo');
  await expect(accounts(page).getByRole('option')).toHaveCount(2);
  await expect(accounts(page).getByRole('option').first().locator('img')).toHaveJSProperty('complete', true);
  await takePicture(page, 'mention-list-desktop');
  expect(await axeFaults(page, 'everything')).toEqual([]);
  // Escape closes the list, and neither the composer nor what was written.
  await page.keyboard.press('Escape');
  await expect(accounts(page)).toHaveCount(0);
  await page.keyboard.type('u');
  await expect(accounts(page)).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await page.keyboard.type(' or @harbo');
  await expect(accounts(page).getByRole('option')).toHaveCount(2);
  // A key never picks an account that was found for a shorter text.
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await expect(words(page)).toHaveValue('Thanks @harbo or @harbox\n');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(accounts(page).getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(accounts(page).getByRole('option', { name: /Harbour Master/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(words(page)).toHaveValue('Thanks @harbo or @harbourcafe@mastodon.example ');
  await expect(words(page)).toBeFocused();

  await words(page).fill(`Thanks @harbourcafe@mastodon.example and @${bluesky.handle} for ${link}`);
  await expect(
    names(page)
      .getByRole('listitem')
      .filter({ hasText: `@${bluesky.handle}` }),
  ).toContainText('mentioned on Bluesky');
  await expect(names(page).getByRole('listitem').filter({ hasText: '@harbourcafe' })).toContainText('mentioned on Mastodon');
  await expect(names(page).getByRole('listitem').filter({ hasText: '@harbourcafe' })).toContainText('plain text on Bluesky, LinkedIn');
  await expect(card(page)).toContainText('The ferry, every ten minutes');
  await expect(card(page)).toContainText('Sent with the post, as shown: Bluesky, LinkedIn.');
  await expect(card(page)).toContainText('Mastodon: the network makes its own card');
  await takePicture(page, 'references-desktop', { fullPage: true });
  await card(page).getByRole('button', { name: 'Leave it out on LinkedIn' }).click();
  await expect(page.getByRole('tab', { name: 'LinkedIn' })).toBeVisible();
  await expect(card(page)).toContainText('Sent with the post, as shown: Bluesky.');
  await card(page).getByRole('button', { name: 'Include it again' }).click();
  await expect(card(page)).toContainText('Sent with the post, as shown: Bluesky, LinkedIn.');
  await card(page).getByRole('button', { name: 'Leave it out on LinkedIn' }).click();
  await expect(card(page)).toContainText('Sent with the post, as shown: Bluesky.');
  await page.setViewportSize({ width: 1024, height: 800 });
  await takePicture(page, 'references-tablet');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();

  const draft = { workspace_id: site.workspaceId, draft_id: page.url().split('/').at(-1) };
  await agent.call('POST', '/v1/captions', draft);
  const { payloads } = await agent.call('POST', '/v1/payloads', draft);
  const of = (id: string) => payloads.find((each: { platform: string }) => each.platform === id).payload;
  expect(JSON.stringify(of('bluesky').records[0].facets)).toContain(bluesky.did);
  expect(of('bluesky').records[0].embed.external).toMatchObject({ uri: link, title: 'The ferry, every ten minutes' });
  expect(of('mastodon').posts[0].status).toContain('@harbourcafe@mastodon.example');
  expect(of('linkedin')).not.toHaveProperty('content');
});

test('an approver signs the mentioned account, and the published post mentions it', async ({ page, site }) => {
  const { dataDir, url } = site.server;
  await cli(dataDir, 'launch', 'sign', '--step', 'all');
  await cli(dataDir, 'credits', 'add', '--account', site.accountId, '--product', 'api_publication_pack', '--quantity', '1');
  const agent = await letAgentIn(site.server, site.workspaceId, 'Signed mentions');
  await page.setViewportSize({ width: 1440, height: 900 });
  await showIdentity(page, url);
  await page.goto('/drafts?isWriting=true');
  for (const network of ['Bluesky', 'Mastodon']) await chooseNetwork(page, network);
  await words(page).fill(`Thanks @harbourcafe@mastodon.example and @${bluesky.handle} for the soup.`);
  await expect(names(page)).toContainText('mentioned on Bluesky');
  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByRole('link', { name: 'Open the approval' }).waitFor();
  const draftId = page.url().split('/').at(-1);
  const { payloads, publish_job: job } = await agent.call('GET', `/v1/drafts/${draftId}`);
  const signed = (id: string) => payloads.find(({ platform }: { platform: string }) => platform === id).payload;
  expect(JSON.stringify(signed('bluesky').records[0].facets)).toContain(bluesky.did);

  await page.getByRole('link', { name: 'Open the approval' }).click();
  await expect(page.getByText(`@${bluesky.handle}`).filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await sendNow(page);
  expect((await untilEnded(agent, job.job_id)).state).toBe('published');
  const [post] = await bluesky.posts();
  expect(post?.value).toMatchObject({ text: signed('bluesky').records[0].text, facets: signed('bluesky').records[0].facets });
  expect(mastodon.statuses).toMatchObject([{ status: signed('mastodon').posts[0].status }]);
  expect(mastodon.statuses[0]?.status).toContain('@harbourcafe@mastodon.example');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, siteName: 'mentions-phone' });

  test('an account is chosen by touch', async ({ page, site }) => {
    await connect(page, site.server.url);
    await page.goto('/drafts?isWriting=true');
    await chooseNetwork(page, 'Mastodon');
    await words(page).tap();
    await page.keyboard.type('With @harbourc');
    await accounts(page)
      .getByRole('option', { name: /Harbour Café/ })
      .waitFor();
    await takePicture(page, 'mention-list-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await accounts(page)
      .getByRole('option', { name: /Harbour Café/ })
      .tap();
    await expect(words(page)).toHaveValue('With @harbourcafe@mastodon.example ');
    await expect(words(page)).toBeFocused();
    await expect(names(page)).toContainText('mentioned on Mastodon');
    await takePicture(page, 'references-phone');
  });
});

async function connect(page: Page, url: string): Promise<void> {
  await showIdentity(page, url);
  const face = pages.putPicture('/face.png', await page.screenshot({ clip: { x: 0, y: 0, width: 96, height: 96 } }));
  mastodon.accounts = [
    { acct: 'harbourcafe@mastodon.example', display_name: 'Harbour Café', avatar_static: face },
    { acct: 'harbourmaster@mastodon.example', display_name: 'The Harbour Master', avatar_static: null },
  ];
  await page.goto('/connections');
  await page.getByRole('button', { name: /^Mastodon/ }).click();
  await page.getByLabel('Server').fill(mastodon.url);
  await page.getByRole('button', { name: 'Sign in at Mastodon' }).click();
  await expect(page.getByText(/@harbour@127\.0\.0\.1:\d+ is connected\./)).toBeVisible();
}

/** The real server, with its one account. */
async function connectBluesky(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Bluesky/ }).click();
  await page.getByLabel('Server').fill(bluesky.url);
  await page.getByLabel('Handle').fill(bluesky.handle);
  await page.getByRole('textbox', { name: 'App password' }).fill(bluesky.appPassword);
  await page.getByRole('button', { name: 'Connect Bluesky' }).click();
  await expect(page.getByText(`${bluesky.handle} is connected.`)).toBeVisible();
}
