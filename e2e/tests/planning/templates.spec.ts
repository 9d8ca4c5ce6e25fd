import { expect, test } from '../../fixtures.ts';
import { chooseNetwork } from '../../support/choose-network.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'planning' });

test('a labelled draft becomes a template, a new draft starts from it, and the list is filtered by the label', async ({ page }) => {
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('Fresh bread every morning from six.');
  await chooseNetwork(page, 'Sandbox');
  await page.getByText('More settings').click();
  const labels = page
    .getByRole('textbox', { name: 'Labels' })
    .or(page.getByRole('combobox', { name: 'Labels' }))
    .first();
  await labels.fill('bakery');
  await labels.press('Enter');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('heading', { name: 'Fresh bread every morning' }).waitFor();
  await expect(page.getByRole('list', { name: 'Labels' })).toHaveText('bakery');
  await takePicture(page, 'draft-labels-desktop');

  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bread of the day');
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  await expect(page.getByText('Saved as the template Bread of the day.')).toBeVisible();

  await page.goto('/drafts');
  await page.getByRole('button', { name: 'Templates' }).click();
  const templates = page.getByRole('dialog', { name: 'Templates' });
  await expect(templates.getByText('Bread of the day')).toBeVisible();
  await takePicture(page, 'templates-desktop');
  await templates.getByRole('button', { name: 'Use: Bread of the day' }).click();
  const text = page.getByRole('textbox', { name: 'Text for all networks', exact: true });
  await expect(text).toHaveValue('Fresh bread every morning from six.');
  await text.fill('Rolls on Sundays.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  // The list behind the form shows the labels of another draft.
  await page.getByRole('heading', { name: 'Rolls on Sundays.' }).waitFor();
  await expect(page.getByRole('list', { name: 'Labels' })).toHaveText('bakery');

  // Labels that are in use are offered.
  await page.goto('/drafts?isWriting=true');
  await page.getByText('More settings').click();
  await labels.fill('bak');
  await page.getByRole('option', { name: 'bakery' }).click();
  await expect(labels).toHaveValue('');
  await expect(page.getByRole('option', { name: 'bakery' })).toHaveCount(0);

  await page.goto('/drafts?label=bakery');
  await expect(page.getByRole('main').getByText('Rolls on Sundays.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Label' })).toHaveValue('bakery');
  await takePicture(page, 'drafts-labelled-desktop');
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, 'drafts-labelled-phone');

  await page.getByRole('button', { name: 'Templates' }).click();
  await expect(templates.getByText('Bread of the day')).toBeVisible();
  await takePicture(page, 'templates-phone');
  await templates.getByRole('button', { name: 'Rename: Bread of the day' }).click();
  await templates.getByRole('textbox', { name: 'Name' }).fill('Bread');
  await templates.getByRole('button', { name: 'Rename' }).click();
  await expect(templates.getByText('Bread', { exact: true })).toBeVisible();
  await templates.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete the template Bread?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Bread is deleted.')).toBeVisible();
});
