import { expect, test } from '../../fixtures.ts';

test.use({ siteName: 'checkout', siteEnv: async ({ stripe }, use) => use(stripe.env) });

test('an owner buys credits on the payment page, and finds them in the ledger', async ({ page }) => {
  await page.goto('/credits');
  const pack = page.getByRole('listitem').filter({ hasText: 'API publication pack' }).last();
  await pack.getByRole('textbox', { name: 'How many: API publication pack' }).fill('2');
  await pack.getByRole('button', { name: 'Buy for $10' }).click();
  await expect(page.getByRole('heading', { name: 'Pay $10.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Packs you bought' })).toContainText('140 available');
  await expect(page.getByRole('row').filter({ hasText: '2 × API publication pack, paid by card' })).toContainText('+140');
  await page.goto('/news');
  await expect(page.getByText('140 credits were bought')).toBeVisible();
});

test('the operator corrects a balance of any account, with a reason', async ({ page }) => {
  await page.goto('/operator');
  const form = page.getByRole('region', { name: 'Correct a balance' });
  await form.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('combobox', { name: 'Which balance' }).click();
  await page.getByRole('option', { name: 'API autoposting top-ups' }).click();
  await form.getByRole('textbox', { name: 'How many' }).fill('7');
  await form.getByRole('textbox', { name: 'Reason' }).fill('A gift for the festival.');
  await form.getByRole('button', { name: 'Correct the balance' }).click();
  await expect(page.getByText('Corrected.')).toBeVisible();
  await form.getByText('Remove', { exact: true }).click();
  await form.getByRole('textbox', { name: 'How many' }).fill('8');
  await form.getByRole('textbox', { name: 'Reason' }).fill('One too many.');
  await form.getByRole('button', { name: 'Correct the balance' }).click();
  await expect(form.getByText('Nothing was corrected')).toBeVisible();
  await page.goto('/credits');
  await expect(page.getByRole('row').filter({ hasText: 'A gift for the festival.' })).toContainText('+7');
});
