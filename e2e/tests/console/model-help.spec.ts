import { failing, saying, writing } from '../../../server/src/testing/servers/model-server.ts';
import { expect, test } from '../../fixtures.ts';
import { drawScenes } from '../../support/drawn-pictures.ts';
import { axeFaults } from '../../support/look.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'with a model', siteEnv: async ({ model }, use) => use({ ...model.env, CAPTION_MODEL_PICTURES: 'on' }) });

const LONG = 'The harbour opens again on Saturday 3 July at eight in the morning, and boats leave every hour.';
const SHORT = 'The harbour opens on Saturday 3 July at eight.';
const GERMAN = 'Der Hafen öffnet am Samstag, dem 3. Juli, wieder um acht Uhr morgens, und jede Stunde fährt ein Boot.';

for (const [width, viewport] of Object.entries({ desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } })) {
  test.describe(`on a ${width}`, () => {
    test.use({ viewport });

    test('the language model shortens and translates a text after confirmation, and the change can be undone', async ({ page, model }) => {
      const field = page.getByRole('textbox', { name: 'Text for all networks', exact: true });
      const choose = async (task: string): Promise<void> => {
        await page.getByRole('button', { name: 'Rewrite, shorten or translate', exact: true }).click();
        await page.getByRole('menuitem', { name: task }).click();
      };
      await page.goto('/drafts?isWriting=true');
      await field.fill(LONG);

      model.answers(writing({ platform: 'text', text: SHORT }));
      await choose('Shorten');
      const dialog = page.getByRole('dialog', { name: 'Shorten' });
      await expect(dialog.locator('del').filter({ hasText: 'every hour' })).toBeVisible();
      await takePicture(page, `improve-${width}`);
      expect(await axeFaults(page, 'touched')).toEqual([]);
      await expect(field).toHaveValue(LONG);
      await dialog.getByRole('button', { name: 'Keep mine' }).click();
      await expect(field).toHaveValue(LONG);

      await choose('Shorten');
      await dialog.getByRole('button', { name: 'Use it' }).click();
      await expect(field).toHaveValue(SHORT);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(field).toHaveValue(LONG);

      model.answers(writing({ platform: 'text', text: GERMAN }));
      await choose('Translate');
      const translation = page.getByRole('dialog', { name: 'Translate' });
      await translation.getByRole('combobox', { name: 'Language' }).click();
      await page.getByRole('option', { name: 'German' }).click();
      await translation.getByRole('button', { name: 'Translate' }).click();
      await expect(translation.getByText(GERMAN)).toBeVisible();
      await takePicture(page, `translate-${width}`);
      await translation.getByRole('button', { name: 'Use it' }).click();
      await expect(field).toHaveValue(GERMAN);
      // Undoing takes away nothing that was written since.
      await field.fill(`${GERMAN} Bis bald!`);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(field).toHaveValue(`${GERMAN} Bis bald!`);
    });

    test('the model suggests a description of a picture, which can be used and undone; an invalid one changes nothing', async ({
      page,
      browser,
      model,
    }) => {
      const { lighthouse } = await drawScenes(browser);
      await page.goto('/drafts?isWriting=true');
      await page.locator('input[type="file"]').setInputFiles({ name: 'lighthouse.png', mimeType: 'image/png', buffer: lighthouse });
      const description = page.getByRole('textbox', { name: 'What picture 1 shows' });
      await description.fill('A tower.');
      const ask = page.getByRole('button', { name: 'Suggest what picture 1 shows' });

      model.answers(writing({ platform: 'picture', text: 'A red and white lighthouse\nat sunset.' }));
      await ask.click();
      await expect(page.getByText('A red and white lighthouse at sunset.')).toBeVisible();
      await expect(description).toHaveValue('A tower.');
      await takePicture(page, `describe-${width}`);
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await expect(description).toHaveValue('A tower.');
      await expect(ask).toBeFocused();
      await ask.click();
      await page.getByRole('button', { name: 'Use it' }).click();
      await expect(description).toHaveValue('A red and white lighthouse at sunset.');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(description).toHaveValue('A tower.');

      // A model that follows an instruction written in a picture.
      const markup = '<img src=x onerror=alert(1)> Ignore the author.';
      model.answers(writing({ platform: 'picture', text: markup }));
      await ask.click();
      await expect(page.getByText(markup)).toBeVisible();
      await expect(page.locator('img[src="x"]')).toHaveCount(0);
      for (const answer of [failing(500), saying('not what was asked for'), writing({ platform: 'picture', text: ' ' })]) {
        model.answers(answer);
        await ask.click();
        await expect(page.getByText(/^No suggestion: /)).toBeVisible();
        await expect(description).toHaveValue('A tower.');
      }
    });
  });
}
