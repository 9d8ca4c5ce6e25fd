import { expect, OPERATOR, test } from '../../fixtures.ts';
import { invite, newPerson, PASSWORD, typePassword } from '../../support/person.ts';
import { cli } from '../../support/server.ts';

const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const SIGNED_OUT = { cookies: [], origins: [] };

for (const [width, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${width}`, () => {
    test.use({ viewport });

    test('an owner invites a person, who accepts in another browser and gets another role', async ({ browser, page, site }) => {
      const email = `mara-${width}@example.org`;
      await page.goto('/settings/members');
      // So that nothing is asked in between; the dialog has its own test.
      await invite(site, page, `fresh-${width}@example.org`);
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Create the link' }).click();
      const link = (await page.getByText(`${site.server.url}/invite#token=`).textContent()) ?? '';
      const invitations = page.getByRole('region', { name: 'Open invitations' });
      await expect(invitations.getByText(email)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

      const other = await browser.newContext({ viewport, storageState: SIGNED_OUT });
      const guest = await other.newPage();
      await guest.goto(link);
      await expect(guest.getByText(`${OPERATOR.name} invites you as an approver`)).toBeVisible();
      await expect(guest.getByLabel('Email address')).toHaveValue(email);
      expect(guest.url()).not.toContain('token');
      await guest.getByLabel('Your name').fill('Mara');
      await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await guest.getByRole('button', { name: 'Accept the invitation' }).click();
      await expect(guest.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await guest.goto(`${site.server.url}/settings/members`);
      await expect(guest.getByText('Owners of the account invite people and change roles.')).toBeVisible();
      await guest.goto(link);
      await expect(guest.getByText('The invitation is no longer valid.')).toBeVisible();

      await page.reload();
      await expect(invitations.getByText(email)).toHaveCount(0);
      await page.getByRole('combobox', { name: 'Role of Mara' }).click();
      await page.getByRole('option', { name: 'Viewer' }).click();
      await expect(page.getByText('The role of Mara was changed.')).toBeVisible();
      await page.getByRole('listitem').filter({ hasText: email }).getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText(email)).toHaveCount(0);
      await guest.goto(site.server.url);
      await expect(guest.getByRole('heading', { name: 'You have no workspace yet' })).toBeVisible();
      await other.close();
    });

    test('the last owner stays', async ({ page, site }) => {
      await invite(site, page, `again-${width}@example.org`);
      await page.goto('/settings/members');
      await page.getByRole('combobox', { name: `Role of ${OPERATOR.name}` }).click();
      await page.getByRole('option', { name: 'Viewer' }).click();
      // Their own role is not changed by one slip.
      await page.getByRole('dialog', { name: 'Stop being an owner?' }).getByRole('button', { name: 'Change my role' }).click();
      await expect(page.getByText('An account needs at least one owner.')).toBeVisible();
      await page.getByRole('button', { name: 'Leave the account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Leave the account' }).click();
      await expect(dialog.getByText('You are the last owner of this account.')).toBeVisible();
    });

    test('a member leaves after signing in again, and no longer sees the account', async ({ browser, page, site }) => {
      const person = await newPerson(browser, site, page, { viewport });
      await person.page.goto(`${site.server.url}/settings/members`);
      await person.page.getByRole('button', { name: 'Leave the account' }).click();
      await person.page.getByRole('dialog').getByRole('button', { name: 'Leave the account' }).click();
      await expect(person.page.getByRole('heading', { name: 'You have no workspace yet' })).toBeVisible();
      // Their ways to sign in are theirs all the same.
      await person.page.goto(`${site.server.url}/settings/security`);
      await expect(person.page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
      await person.page.goto(`${site.server.url}/operator`);
      await expect(person.page.getByText('This page is for operators')).toBeVisible();
      await page.goto('/settings/members');
      await expect(page.getByRole('listitem').filter({ hasText: OPERATOR.email })).toBeVisible();
      await expect(page.getByText(person.email)).toHaveCount(0);
      await person.context.close();
    });

    test('a person with an account signs in first, and returns to the invitation', async ({ browser, page, site }) => {
      const person = await newPerson(browser, site, page, { viewport }, false);
      await page.goto('/settings/members');
      const row = page.getByRole('listitem').filter({ hasText: person.email });
      await expect(row.getByText('Address not confirmed.')).toBeVisible();
      await person.page.goto(`${site.server.url}/settings/members`);
      await person.page.getByRole('button', { name: 'Send me a link' }).click();
      await expect(person.page.getByText('This service sends no email. Ask its operator to confirm the address.')).toBeVisible();
      await row.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText(person.email)).toHaveCount(0);
      await person.context.clearCookies();
      // Without mail the address is unconfirmed, so the operator confirms it.
      await cli(site.server.dataDir, 'user', 'confirm-email', '--email', person.email);
      await person.page.goto(await invite(site, page, person.email, 'VIEWER'));
      await person.page.getByRole('link', { name: 'Sign in' }).click();
      await typePassword(person.page, person.email);
      await person.page.getByRole('button', { name: 'Accept the invitation' }).click();
      await expect(person.page.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await person.context.close();
    });

    test('an invitation for another person asks to sign out, and continues from there', async ({ browser, page, site }) => {
      const person = await newPerson(browser, site, page, { viewport });
      await person.page.goto(await invite(site, page, `other-${width}@example.org`));
      await expect(person.page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
      await person.page.getByRole('button', { name: 'Sign out and continue' }).click();
      await expect(person.page.getByLabel('Your name')).toBeVisible();
      await expect(person.page.getByLabel('Email address')).toHaveValue(`other-${width}@example.org`);
      await person.context.close();
    });
  });
}

test('an owner who is not an operator sees the code page instead of a command for connecting an agent', async ({ browser, page, site }) => {
  const owner = await newPerson(browser, site, page, {}, true, 'OWNER');
  await owner.page.goto('/agents');
  await expect(owner.page.getByRole('link', { name: 'Enter a code' }).first()).toBeVisible();
  await expect(owner.page.getByText('grant create')).toHaveCount(0);
  await page.goto('/agents');
  await expect(page.getByText('npm run -s cs -- grant create')).toBeVisible();
  await owner.context.close();
});
