import { expect, test } from '../../fixtures.ts';
import { type RemoteMastodon, startMastodon } from '../../support/mastodon.ts';

let mastodon: RemoteMastodon;
test.beforeAll(async () => {
  mastodon = await startMastodon();
});
test.afterAll(() => mastodon.stop());

test('an account is connected by signing in at the network, and the code is removed from the address', async ({ page }) => {
  await page.goto('/connections');
  await page.getByRole('button', { name: /^Mastodon/ }).click();
  await page.getByLabel('Server').fill(mastodon.url);
  mastodon.answer = 'no';
  await page.getByRole('button', { name: 'Sign in at Mastodon' }).click();
  await expect(page.getByText('The network did not give this service access.')).toBeVisible();

  mastodon.answer = 'yes';
  await page.getByRole('link', { name: 'Back to the connections' }).click();
  await page.getByRole('button', { name: /^Mastodon/ }).click();
  await page.getByLabel('Server').fill(mastodon.url);
  await page.getByRole('button', { name: 'Sign in at Mastodon' }).click();
  await expect(page.getByText(/@harbour@127\.0\.0\.1:\d+ is connected\./)).toBeVisible();
  await expect(page).toHaveURL(/\/connections$/);
  await expect(page.getByText('up to 5,000 characters')).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain('4711');

  await page.goto('/connections');
  await page.getByRole('button', { name: /^X\b/ }).click();
  await page.getByRole('complementary', { name: 'X' }).getByRole('link', { name: 'Networks to register' }).click();
  await expect(page.getByRole('row', { name: /^X Not yet/ })).toContainText('X_CLIENT_ID');
  await expect(page.getByText(/\/connections\/return$/).first()).toBeVisible();
  await page.getByText('How to register at Pinterest').click();
  const guide = page.getByRole('group').filter({ hasText: 'How to register at Pinterest' });
  await expect(guide.getByText(/\/connections\/return$/)).toBeVisible();
  await expect(guide.getByText('boards:read boards:write pins:read pins:write')).toBeVisible();
  await expect(guide.getByText('With Trial access Pinterest refuses pins')).toBeVisible();
  await page.goto('/connections');
  await page.getByRole('button', { name: /^Pinterest/ }).click();
  await expect(page.getByRole('complementary', { name: 'Pinterest' })).toContainText('With Trial access Pinterest refuses pins');
  await page.getByRole('button', { name: /^DEV/ }).click();
  const steps = page.getByRole('region', { name: 'How to set it up' }).getByRole('listitem');
  await expect(steps.first()).toHaveText('Sign in at dev.to and open Settings, Extensions.');
  await page.getByRole('button', { name: /^Postiz/ }).click();
  await expect(steps.first()).toHaveText(/^In Postiz, connect the account as a channel/);
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /^Lemmy/ }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /^Instagram/ }).click();
  await expect(page.getByText('Pictures cannot go there yet. The operator must set PUBLIC_URL')).toBeVisible();
  await page.getByRole('button', { name: /^Mastodon/ }).click();
  await page.getByRole('button', { name: 'Enter an access token instead' }).click();
  await expect(page.getByRole('textbox', { name: 'Access token' })).toHaveAttribute('type', 'password');
});

test('a busy button shows a centred indicator, with reduced motion too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/connections');
  await page.getByRole('button', { name: /^DEV/ }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill('a key that never arrives');
  let letOn = (): void => undefined;
  const measured = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  await page.route('**/api/graphql', async (route) => {
    await measured;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Connect DEV' }).click();
  const middleOf = async (selector: string): Promise<{ x: number; y: number }> => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  await expect(page.locator('button[data-loading] .mantine-Button-loader')).toBeVisible();
  expect(await middleOf('button[data-loading] .mantine-Button-loader')).toEqual(await middleOf('button[data-loading]'));
  letOn();
});
