import { expect, test } from '../../fixtures.ts';
import { chooseNetwork } from '../../support/choose-network.ts';
import { OPERATOR } from '../../support/first-run.ts';

test('a session that ends during editing keeps the text, asks to sign in on the same page, and then saves', async ({ page, context }) => {
  await page.goto('/drafts?isWriting=true');
  const words = page.getByRole('textbox', { name: 'Text for all networks', exact: true });
  await words.fill('The lighthouse is open on Sunday, and the stairs are new.');
  await chooseNetwork(page, 'Mastodon');
  await context.clearCookies();

  await page.getByRole('button', { name: 'Save draft' }).click();
  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(over).toContainText('nothing you typed is lost');
  await expect(words).toHaveValue(/lighthouse/);
  await over.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await over.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(over.getByRole('alert')).toBeVisible();
  await over.getByRole('textbox', { name: 'Password' }).fill(OPERATOR.password);
  await over.getByRole('button', { name: 'Sign in', exact: true }).click();

  // The save that met the end of the session is repeated without another click.
  await expect(over).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /The lighthouse is open on Sunday/ }).first()).toBeVisible();
});
