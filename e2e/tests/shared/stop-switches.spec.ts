import type { Route } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { PASSWORD, refuseOnceAsStale } from '../../support/person.ts';
import { takePicture } from '../../support/take-picture.ts';

test('an owner pauses the workspace and resumes it', async ({ page }) => {
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Publishing' });
  await expect(panel.getByText('Running')).toBeVisible();
  await panel.getByRole('button', { name: 'Pause publishing' }).click();
  await expect(panel.getByText('Nothing new is sent.')).toBeVisible();
  await takePicture(page, 'settings-paused', { fullPage: true });
  await panel.getByRole('button', { name: 'Resume publishing' }).click();
  await expect(panel.getByText('Running')).toBeVisible();
});

test('the operator stops the whole service with a reason, and resumes it', async ({ page }) => {
  await page.goto('/operator');
  await expect(page.getByRole('region', { name: 'Status' }).getByText('kept indefinitely')).toHaveCount(3);
  const panel = page.getByRole('region', { name: 'Publishing' });
  await panel.getByLabel('Reason for stopping').fill('A network is being looked into.');
  await panel.getByRole('button', { name: 'Stop publishing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop publishing' }).click();
  await expect(panel.getByText('“A network is being looked into.”')).toBeVisible();
  await takePicture(page, 'operator-stopped', { fullPage: true });
  // Resuming without a recent sign-in asks for the identity; cancelling leaves it stopped, without an error.
  const identity = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await refuseOnceAsStale(page, 'ResumeService');
  await panel.getByRole('button', { name: 'Resume publishing' }).click();
  await identity.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('button', { name: 'Resume publishing' })).toBeEnabled();
  await expect(panel.getByText('Not resumed')).toHaveCount(0);
  await refuseOnceAsStale(page, 'ResumeService');
  await panel.getByRole('button', { name: 'Resume publishing' }).click();
  await identity.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await identity.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.getByText('Running')).toBeVisible();
});

test('cancelling the sign-in leaves the launch step unsigned and the balance unchanged, without an error', async ({ page }) => {
  await page.goto('/operator');
  const identity = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const steps = page.getByRole('region', { name: 'Launch steps' });
  await refuseOnceAsStale(page, 'SignLaunchStep');
  await steps.getByRole('button', { name: 'Sign' }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Sign “/ });
  await dialog.getByRole('button', { name: 'Sign' }).click();
  await identity.getByRole('button', { name: 'Cancel' }).click();
  await expect(identity).toHaveCount(0);
  await expect(page.getByText('Not signed')).toHaveCount(0);
  await expect(dialog).toHaveCount(0);

  const add = page.getByRole('region', { name: 'Add credits' });
  await add.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option').first().click();
  await refuseOnceAsStale(page, 'AddCredits');
  await add.getByRole('button', { name: 'Add credits' }).click();
  await identity.getByRole('button', { name: 'Cancel' }).click();
  await expect(identity).toHaveCount(0);
  await expect(add.getByRole('button', { name: 'Add credits' })).toBeEnabled();
  await expect(page.getByText('Nothing was added')).toHaveCount(0);
  await expect(page.getByText('Added. The ledger has the entry.')).toHaveCount(0);
});

test('an owner creates a workspace, renames it, archives it, restores it and archives it again', async ({ page, site }) => {
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Workspaces of Harbour Café' });
  await expect(panel.getByText('1 of 10 in use')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Archive' })).toHaveCount(0);
  await panel.getByLabel('Name of a new workspace').fill('The pier');
  await panel.getByRole('button', { name: 'Create the workspace' }).click();
  await expect(page.getByText('The pier was created and is open now.')).toBeVisible();
  const row = panel.getByRole('listitem').filter({ hasText: 'The pier' });
  // Each tab has its own workspace: another one chosen here moves nothing that is being written there.
  const other = await page.context().newPage();
  await other.goto('/drafts?isWriting=true');
  const written = other.getByRole('textbox', { name: 'Text for all networks', exact: true });
  await written.fill('The pier opens on Friday.');
  await panel.getByRole('listitem').filter({ hasText: 'Harbour Café' }).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('button', { name: 'Workspace: Harbour Café' })).toBeVisible();
  await expect(written).toHaveValue('The pier opens on Friday.');
  await other.reload();
  await expect(written).toHaveValue('The pier opens on Friday.');
  // A link in an email opens the workspace that it names; one that is not the reader's opens the page alone.
  for (const workspaceId of [site.workspaceId, 'wsp_unknown']) {
    await other.goto(`/connections?workspace=${workspaceId}`);
    await expect(other.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Workspace: Harbour Café' })).toBeVisible();
  }
  // Once: the address no longer names it, and keeps the rest.
  await other.goto(`/jobs?state=ALL&workspace=${site.workspaceId}#settings`);
  await expect(other.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible();
  await expect(other).toHaveURL('/jobs?state=ALL#settings');
  await other.close();
  await row.getByRole('button', { name: 'Open' }).click();
  // Archiving waits until its consequences can be shown.
  const refuse = (route: Route) =>
    route.request().postData()?.includes('query AccountWorkspaces')
      ? route.fulfill({ json: { errors: [{ message: 'It cannot be read.', extensions: { code: 'internal_error' } }] } })
      : route.continue();
  await page.route('**/api/graphql', refuse);
  await page.reload();
  await expect(panel.getByText('It cannot be read.')).toBeVisible();
  await expect(row).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Archive' })).toHaveCount(0);
  await page.unroute('**/api/graphql', refuse);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await row.getByRole('button', { name: 'Rename' }).click();
  await row.getByLabel('New name of The pier').fill('The pier, summer');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Renamed to The pier, summer.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Workspace: The pier, summer' })).toBeVisible();
  // Renaming is not offered where it would fail.
  await row.getByRole('button', { name: 'Rename' }).click();
  await row.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('This workspace is archived')).toBeVisible();
  await expect(row.getByLabel(/^New name of/)).toHaveCount(0);
  await takePicture(page, 'settings-archived', { fullPage: true });
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('This workspace is archived')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Publishing' }).getByText('Nothing new is sent.')).toBeVisible();
  await row.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await panel.getByRole('listitem').filter({ hasText: 'Harbour Café' }).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('This workspace is archived')).toHaveCount(0);
});

test('an owner requests the erasure of the account, and cancels it', async ({ page }) => {
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: /^Erase / });
  await refuseOnceAsStale(page, 'RequestErasure');
  await panel.getByRole('button', { name: 'Request erasure' }).click();
  const dialog = page.getByRole('dialog', { name: /^Erase all data of / });
  await takePicture(page, 'settings-erasure-asked');
  await dialog.getByRole('button', { name: 'Request erasure' }).click();
  const identity = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await identity.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await identity.getByRole('button', { name: 'Continue' }).click();
  await expect(panel.getByText('All data of the account will be erased')).toBeVisible();
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await panel.scrollIntoViewIfNeeded();
    await takePicture(page, `settings-erasure-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.reload();
  await panel.getByRole('button', { name: 'Keep the account' }).click();
  await expect(panel.getByRole('button', { name: 'Request erasure' })).toBeVisible();
});
