import { expect, test } from '../../fixtures.ts';
import { letAgentIn } from '../../support/agent.ts';
import { newPerson, showIdentity } from '../../support/person.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'planning' });

test('an owner sets the severity of the checks, and others see it read-only', async ({ page, browser, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Safety');
  await showIdentity(page, site.server.url);
  await page.goto('/settings/safety');
  const offensive = page.getByRole('radiogroup', { name: 'What happens: Offensive words' });
  await expect(offensive.getByRole('radio', { name: 'Default' })).toBeChecked();
  await expect(page.getByText('Always stops the post')).toHaveCount(2);
  await offensive.getByText('Stop').click();
  await page.getByLabel('Days in which the same text counts as repeated').fill('366');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a whole number from 1 to 365.')).toBeVisible();
  await page.getByLabel('Days in which the same text counts as repeated').fill('7');
  await page.getByLabel('Blocked words and phrases').fill('best ever\n\n');
  await page.getByRole('link', { name: 'Voice' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).last().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await takePicture(page, 'settings-safety-desktop', { fullPage: true });

  const stopped = await agent.submit('What the fuck: the best ever summer.', ['sandbox']);
  await page.goto(stopped.approval_url);
  await expect(page.getByText('This workspace blocks the term "best ever"').first()).toBeVisible();

  const person = await newPerson(browser, site, page, { viewport: { width: 390, height: 844 } });
  await person.page.goto(`${site.server.url}/settings/safety`);
  await expect(person.page.getByText('Owners of the account change these.')).toBeVisible();
  await expect(person.page.getByLabel('Blocked words and phrases')).toHaveValue('best ever');
  await expect(person.page.getByLabel('Blocked words and phrases')).toBeDisabled();
  await expect(person.page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await takePicture(person.page, 'settings-safety-phone', { fullPage: true });

  await person.page.evaluate(() => localStorage.setItem('countersign-language', 'de'));
  await person.page.goto(stopped.approval_url);
  await expect(person.page.getByText('Dieser Arbeitsbereich sperrt den Begriff „best ever“').first()).toBeVisible();
  await expect(person.page.getByText('This workspace blocks the term')).toHaveCount(0);
  await person.context.close();
});
