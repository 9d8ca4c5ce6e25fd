import type { Page } from '@playwright/test';

/** Checks a network in a draft's form; those without an account are behind "More networks". */
export async function chooseNetwork(page: Page, name: string): Promise<void> {
  const more = page.getByText(/^More networks/);
  const choice = page.getByRole('checkbox', { name, exact: true });
  await more.waitFor();
  if (!(await choice.isVisible())) await more.click();
  await choice.check();
}

/** Gives one of several chosen networks its own words in the composer. */
export async function customise(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Customise for one network' }).click();
  await page.getByRole('menuitem', { name: `Customise for ${name}` }).click();
  await page.getByRole('tab', { name }).and(page.locator('[aria-selected=true]')).waitFor();
}
