import { expect, test } from '../../fixtures.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'import' });

const inThreeDays = () => new Date(Date.now() + 3 * 86_400_000).toISOString();

/** The answers of Postiz to `GET /public/v1/posts` and `GET /public/v1/integrations`, in one file. */
const ofPostiz = (text: string) => {
  const on = (id: string, providerIdentifier: string, more: object = {}) => ({
    ...{ id, content: `<p>${text}</p>`, publishDate: inThreeDays().slice(0, 17).concat('00.000Z'), state: 'QUEUE' },
    ...{ integration: { id: `i-${providerIdentifier}`, providerIdentifier, name: 'Harbour Café' }, ...more },
  });
  return {
    posts: [
      on('1', 'bluesky'),
      on('2', 'mastodon'),
      on('3', 'skool', { content: 'For the group.' }),
      on('4', 'x', { state: 'PUBLISHED' }),
      on('5', 'x', { content: '' }),
    ],
    integrations: [{ id: 'i-mastodon', name: 'Harbour Café', identifier: 'mastodon', time: [{ time: 500 }] }],
  };
};

test('a table without networks asks where its posts go, and is not said to be known already', async ({ page }) => {
  await page.goto('/settings/import');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  const buffer = Buffer.from('Text,Image URL,Tags,Posting Time\n"The pier opens.",,,\n');
  await (await chooser).setFiles([{ name: 'buffer.csv', mimeType: 'text/csv', buffer }]);
  const aim = page.getByRole('combobox', { name: 'Where its posts go' });
  await expect(aim).toHaveAccessibleDescription('The file names no network.');
  await expect(page.getByText('There is nothing new in the file.')).toHaveCount(0);
  // Not a fault of every row, until networks are chosen.
  await expect(page.getByText('Not possible')).toHaveCount(0);
  await aim.click();
  await page.getByRole('option', { name: 'Bluesky' }).click();
  await expect(page.getByText('Becomes a draft', { exact: true })).toBeVisible();
});

for (const [device, width] of [
  ['desktop', 1440],
  ['phone', 390],
] as const) {
  test(`posts scheduled in another tool are imported after a dry run, on a ${device}`, async ({ page }) => {
    const text = `The pier opens for the ${device}.`;
    const file = { name: 'postiz.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(ofPostiz(text))) };
    const choose = async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'File', exact: true }).click();
      await (await chooser).setFiles(file);
    };
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Import' }).click();
    await choose();
    const rows = page.getByRole('region', { name: 'What happens to each row' }).getByRole('listitem');
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(0)).toContainText('Becomes a draft');
    await expect(rows.nth(2)).toContainText('This service does not publish on skool.');
    await expect(rows.nth(3)).toContainText('It is published already.');
    await expect(rows.nth(4)).toContainText('The text must not be empty.');
    // How many of each there are, and what is said of all of them, is said once.
    const list = page.getByRole('region', { name: 'What happens to each row' });
    await expect(list.getByText('Becomes a draft: 2')).toBeVisible();
    await expect(list.getByText('Not possible: 2')).toBeVisible();
    await expect(list.getByText(/^Postiz does not list pictures/)).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Accounts to connect' }).getByRole('listitem').first()).toContainText('Harbour Café');
    await expect(page.getByText('Postiz still publishes what is in its queue')).toBeVisible();
    await takePicture(page, `import-tried-${device}`, { fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'Create drafts: 1' }).click();
    await expect(page.getByText('Drafts created: 1')).toBeVisible();
    await expect(page.getByText('remove these posts there before you approve them here, or they are published twice')).toBeVisible();
    if (device === 'desktop') {
      await page.getByRole('button', { name: 'Add to the posting slots' }).click();
      await expect(page.getByRole('button', { name: 'Added' })).toBeDisabled();
    }
    await takePicture(page, `import-done-${device}`, { fullPage: true });
    await choose();
    await expect(page.getByText('There is nothing new in the file.')).toBeVisible();
    await rows.nth(0).getByRole('link', { name: 'Open the draft' }).click();
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
    await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
  });
}
