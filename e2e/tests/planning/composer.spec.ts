import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { chooseNetwork, customise } from '../../support/choose-network.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'planning' });

const MARKET = 'The winter market opens on Sunday with forty stalls along the quay.';
const common = (page: Page) => page.getByRole('textbox', { name: 'Text for all networks', exact: true });
const looks = (page: Page) => page.getByRole('region', { name: 'How it will look' });

test('one text for all networks; one network customised by keyboard, split into a thread, and reset', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await expect(common(page)).toBeFocused();
  await page.keyboard.type(MARKET);
  for (const network of ['Sandbox', 'Bluesky', 'Mastodon']) await chooseNetwork(page, network);
  // Equal words are one card, for all three networks.
  const card = looks(page).getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(MARKET);
  await expect(page.getByRole('list', { name: 'Length on each network' }).getByRole('listitem')).toHaveText([
    /67/,
    /67 \/ 300/,
    /67 \/ 500/,
  ]);

  await page.getByRole('button', { name: 'Customise for one network' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Customise for Bluesky' }).focus();
  await page.keyboard.press('Enter');
  const own = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(own).toBeFocused();
  await expect(own).toHaveValue(MARKET);
  await own.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(33, 33));
  await page.keyboard.press('Control+Enter');
  const second = page.getByRole('textbox', { name: 'Post 2 of the thread' });
  await expect(second).toBeFocused();
  await page.keyboard.type('There are ');
  await expect(second).toHaveValue('There are with forty stalls along the quay.');
  await expect(looks(page).getByText('2/2')).toBeVisible();
  await page.getByRole('button', { name: 'Move post 2 up' }).click();
  await expect(own).toHaveValue('There are with forty stalls along the quay.');
  await page.getByRole('button', { name: 'Join post 1 with the next' }).click();
  await expect(own).toHaveValue('There are with forty stalls along the quay.\n\nThe winter market opens on Sunday');
  await takePicture(page, 'composer-own-desktop');

  await page.getByRole('button', { name: 'Back to the shared text' }).click();
  await expect(common(page)).toBeFocused();
  await expect(page.getByRole('tab')).toHaveText(['Same text everywhere']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toHaveValue(/There are with/);
  await own.fill('Sunday: forty stalls.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Sunday: forty stalls.').first()).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('tab')).toHaveText(['All other networks', 'Bluesky']);
  await page.getByRole('tab', { name: 'Bluesky' }).click();
  await page.getByRole('button', { name: 'Back to the shared text' }).click();
  await expect(page.getByText('Not saved yet')).toBeInViewport();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved as a new version.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Same text everywhere']);
});

test('a draft is duplicated with its text and networks, without its time', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await common(page).fill('Soup on the quay, every Monday.');
  await chooseNetwork(page, 'Sandbox');
  await chooseNetwork(page, 'Bluesky');
  await customise(page, 'Bluesky');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Monday is soup day.');
  await page.getByLabel('Publish at').fill('2027-06-07T09:00');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { name: 'Soup on the quay' }).waitFor();
  const original = page.url();
  await expect(page.getByText('scheduled for')).toBeVisible();

  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByText('This is the copy.')).toBeVisible();
  expect(page.url()).not.toBe(original);
  await expect(page.getByText('Monday is soup day.').first()).toBeVisible();
  await expect(page.getByText('scheduled for')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('tab')).toHaveText(['All other networks', 'Bluesky']);
});

test('on a phone writing and preview alternate, and Save is always visible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/drafts?isWriting=true');
  await common(page).fill(MARKET);
  await chooseNetwork(page, 'Bluesky');
  await expect(looks(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeInViewport();
  await takePicture(page, 'composer-phone');
  await page.getByText('Preview', { exact: true }).click();
  await expect(looks(page).getByRole('article')).toContainText(MARKET);
  await expect(common(page)).toBeHidden();
  await takePicture(page, 'composer-phone-look');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('an emoji is found by its name and inserted at the caret, by keyboard alone', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await common(page).fill('Coffee on the quay.');
  await common(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(6, 6));
  await page.getByRole('button', { name: 'Insert an emoji' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Search emojis' })).toBeFocused();
  await takePicture(page, 'composer-emoji-desktop');
  await page.keyboard.type('hot bev');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'hot beverage' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(common(page)).toBeFocused();
  await page.keyboard.type(' and cake');
  await expect(common(page)).toHaveValue('Coffee☕️ and cake on the quay.');
  await expect(page.getByRole('textbox', { name: 'Search emojis' })).toHaveCount(0);
});

test('customising starts with the latest text, split for the network, even before its length is known', async ({ page }) => {
  let count = (): void => undefined;
  const counted = new Promise<void>((resolve) => {
    count = resolve;
  });
  await page.route('**/api/graphql', async (route) => {
    if (route.request().postData()?.includes('query CheckNewWords')) await counted;
    return route.fallback();
  });
  await page.goto('/drafts?isWriting=true');
  for (const network of ['Sandbox', 'Bluesky', 'Mastodon']) await chooseNetwork(page, network);
  await common(page).fill(`${MARKET} `.repeat(8));
  await page.getByRole('button', { name: 'Customise for one network' }).click();
  await page.getByRole('menuitem', { name: 'Customise for Bluesky' }).click();
  await expect(page.getByRole('button', { name: 'Customise for one network' })).toBeDisabled();
  count();
  const own = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(own).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Post 2 of the thread' })).toHaveValue(/quay/);
  expect((await own.inputValue()).length).toBeLessThanOrEqual(300);

  await page.getByRole('tab', { name: 'All other networks' }).click();
  await common(page).fill('The market is closed on Monday.');
  await customise(page, 'Mastodon');
  await expect(own).toHaveValue('The market is closed on Monday.');
});

test('Enter in a single-line field does not save, and starts the next tag', async ({ page }) => {
  const saved: string[] = [];
  page.on('request', (request) => request.postData()?.includes('mutation CreateDraft(') && saved.push(request.url()));
  await page.goto('/drafts?isWriting=true');
  for (const network of ['Sandbox', 'Mastodon']) await chooseNetwork(page, network);
  await common(page).fill(MARKET);
  await customise(page, 'Mastodon');
  const tags = page.getByRole('textbox', { name: 'Tags' });
  await tags.pressSequentially('market');
  await tags.press('Enter');
  await tags.press('Enter');
  await tags.pressSequentially('quay');
  await expect(tags).toHaveValue('market, quay');
  await page.getByText('More settings').click();
  for (const field of ['Link (optional)', 'Labels', 'Publish at (optional)']) {
    await page.getByLabel(field, { exact: true }).first().press('Enter');
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeEnabled();
  }
  // Each is a tag of its own, which Mastodon takes in the text only.
  for (const tag of ['market', 'quay']) await expect(page.getByText(`The tag "${tag}" is not in the text`)).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  expect(saved).toHaveLength(1);
});

test('a picture is cropped to a network’s aspect ratio with its description, and the crop is undone', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await common(page).fill('The new pier.');
  await chooseNetwork(page, 'LinkedIn');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer: await drawnPng(page, 400, 400) });
  await page.getByRole('textbox', { name: 'What picture 1 shows' }).fill('A wooden pier.');
  const item = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Crop picture 1' }) });
  const original = await item.getByRole('img').getAttribute('src');

  await page.getByRole('button', { name: 'Crop picture 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' });
  await expect(dialog.getByText('LinkedIn: shown whole in the feed.')).toBeVisible();
  await takePicture(page, 'composer-crop-desktop');
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(item.getByRole('img')).not.toHaveAttribute('src', original ?? '');
  expect(Number(await item.getByRole('img').getAttribute('height'))).toBe(209);
  await expect(page.getByRole('textbox', { name: 'What picture 1 shows' })).toHaveValue('A wooden pier.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item.getByRole('img')).toHaveAttribute('src', original ?? '');
});

/** A picture drawn by the browser. */
async function drawnPng(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
      brush.fillStyle = '#2b50c8';
      brush.fillRect(0, 0, w ?? 0, (h ?? 0) / 2);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height],
  );
  return Buffer.from(base64, 'base64');
}

for (const [device, width] of Object.entries({ desktop: 1440, phone: 390 })) {
  test(`what can be undone is offered above the button that saves, not over it, on a ${device}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/drafts?isWriting=true');
    await common(page).fill(MARKET);
    await chooseNetwork(page, 'Sandbox');
    await page.getByRole('button', { name: 'Customise for Sandbox' }).click();
    await page.getByRole('button', { name: 'Back to the shared text' }).click();
    const undo = await page.getByRole('button', { name: 'Undo' }).boundingBox();
    const save = await page.getByRole('button', { name: 'Save draft' }).boundingBox();
    if (!undo || !save) throw new Error('Both are shown.');
    expect(undo.y + undo.height).toBeLessThan(save.y);
  });
}
