import { join } from 'node:path';
import { expect, test } from '../../fixtures.ts';
import { ROOT } from '../../support/server.ts';

const SHOTS = join(ROOT, 'test-results', 'screenshots');

test('an owner pauses the workspace and resumes it', async ({ page }) => {
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Publishing' });
  await expect(panel.getByText('Running')).toBeVisible();
  await panel.getByRole('button', { name: 'Pause publishing' }).click();
  await expect(panel.getByText('Nothing new is sent.')).toBeVisible();
  await page.screenshot({ path: join(SHOTS, 'settings-paused.png'), fullPage: true });
  await panel.getByRole('button', { name: 'Resume publishing' }).click();
  await expect(panel.getByText('Running')).toBeVisible();
});

test('the operator stops the whole service, with a reason, and lets it go on', async ({ page }) => {
  await page.goto('/operator');
  const panel = page.getByRole('region', { name: 'Publishing' });
  await panel.getByLabel('Why, if you stop it').fill('A network is being looked into.');
  await panel.getByRole('button', { name: 'Stop publishing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop publishing' }).click();
  await expect(panel.getByText('“A network is being looked into.”')).toBeVisible();
  await page.screenshot({ path: join(SHOTS, 'operator-stopped.png'), fullPage: true });
  await panel.getByRole('button', { name: 'Resume publishing' }).click();
  await expect(panel.getByText('Running')).toBeVisible();
});
