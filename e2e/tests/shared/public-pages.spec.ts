import { expect, test } from '../../fixtures.ts';
import { untranslatedNames } from '../../support/look.ts';

for (const path of ['/developers', '/api-docs']) {
  test(`${path} works without JavaScript and loads only its own files`, async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${site.server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('preview').first()).toBeVisible();
    expect(await page.locator('script, form, iframe').count()).toBe(0);
    expect(requests.filter((url) => !url.startsWith(site.server.url) || url.includes('/api/'))).toEqual([]);
    await context.close();
  });
}

test('/api-docs names the eight operations and both products as the contract states them', async ({ page }) => {
  await page.goto('/api-docs');
  const text = await page.locator('body').textContent();
  for (const operation of [
    '/v1/drafts',
    '/v1/captions',
    '/v1/usage/precheck',
    '/v1/publish-jobs/{job_id}',
    '/generate-description',
    '/create-post-draft',
    '/create-platform-payload',
    '/create-publish-job',
  ]) {
    expect(text ?? '').toContain(operation);
  }
  for (const figure of ['$5', '70', '125', '$0.04']) expect(text ?? '').toContain(figure);
});

test('the type of a problem links to its section', async ({ page, site }) => {
  const answer = await fetch(`${site.server.url}/api/v1/me`);
  const problem = await answer.json();
  await page.goto(problem.type);
  await expect(page.locator(`#${problem.code}`)).toBeInViewport();
});

test('in German no control keeps the English name of the component library', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.server.url, locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Passwort anzeigen' })).toBeVisible();
  expect(await untranslatedNames(page)).toEqual([]);
  await context.close();
});
