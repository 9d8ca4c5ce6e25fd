import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { addAuthenticator, newPerson, PASSWORD, type Person, refuseOnceAsStale, signOut, typePassword } from '../../support/person.ts';
import { totpCode } from '../../support/totp.ts';

// An account may invite only so many people per hour, and each of these tests invites one.
test.use({ siteName: 'security' });

const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const STEP_MS = 30_000;

test('the hint on a second factor that one owner hides is shown to the next one on the same device', async ({ browser, site, page }) => {
  const { page: device, ...first } = await newPerson(browser, site, page, {}, true, 'OWNER');
  const second = await newPerson(browser, site, page, {}, true, 'OWNER');
  const hide = device.getByRole('button', { name: 'Hide on this device' });
  await device.goto('/');
  await hide.click();
  await expect(hide).toHaveCount(0);
  await signOut(device);
  await typePassword(device, second.email);
  await expect(hide).toBeVisible();
  for (const { context } of [first, second]) await context.close();
});

for (const [width, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${width}`, () => {
    test.use({ viewport });
    let person: Person;
    test.beforeEach(async ({ browser, site, page }) => {
      person = await newPerson(browser, site, page, { viewport });
    });
    test.afterEach(() => person.context.close());

    test('an authenticator app is set up and required at sign-in', async () => {
      const { page, email } = person;
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Set up' }).click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
      await page.getByLabel('The code it shows now').fill(totpCode(secret, new Date()));
      await page.getByRole('button', { name: 'Turn on' }).click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      const recoveryCode = (await codes.first().textContent()) ?? '';
      await expectNoSideways(page);
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('10 recovery codes left.')).toBeVisible();
      await page.reload();
      await expect(page.getByText('10 recovery codes left.')).toBeVisible();
      await expect(page.getByText(recoveryCode)).toHaveCount(0);

      await signOut(page);
      await typePassword(page, email);
      await page.getByLabel('Code from your app').fill('000000');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('The code is incorrect')).toBeVisible();
      // The step that confirmed the app is used up; the next one is taken already.
      await page.getByLabel('Code from your app').fill(totpCode(secret, new Date(Date.now() + STEP_MS)));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();

      await signOut(page);
      await typePassword(page, email);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await page.goto('/settings/security');
      await expect(page.getByText('9 recovery codes left.')).toBeVisible();
    });

    test('a passkey is added, signs in without a password, and is removed', async () => {
      const { page, email } = person;
      await addAuthenticator(person);
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Test laptop');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Test laptop')).toBeVisible();
      await expectNoSideways(page);

      await signOut(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await page.goto('/settings/security');
      await expect(page.getByText('last used')).toBeVisible();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('No passkey yet')).toBeVisible();

      await signOut(page);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page.getByText('The passkey was not accepted.')).toBeVisible();
      await typePassword(page, email);
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    });

    test('changes to sign-in methods require an identity confirmation', async () => {
      const { page } = person;
      await page.goto('/settings/security');
      await refuseOnceAsStale(page, 'BeginTotp');
      await page.getByRole('button', { name: 'Set up' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
      await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByText('it does not match')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      await expect(dialog).toBeHidden();
    });

    test('sessions are listed and ended everywhere else', async ({ browser, site }) => {
      const { page, email } = person;
      const other = await browser.newContext({ viewport, baseURL: site.server.url, storageState: { cookies: [], origins: [] } });
      const otherPage = await other.newPage();
      await otherPage.goto('/sign-in');
      await typePassword(otherPage, email);
      await expect(otherPage.getByRole('heading', { name: 'Overview' })).toBeVisible();

      await page.goto('/settings/security');
      const list = page.getByRole('region', { name: 'Where you are signed in' });
      await expect(list.getByRole('listitem')).toHaveCount(2);
      await expect(list.getByText('This browser')).toHaveCount(1);
      await expect(list.getByText('Chrome (Linux)')).toHaveCount(2);
      await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await otherPage.goto('/drafts');
      await expect(otherPage.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await other.close();
    });
  });
}

async function expectNoSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
