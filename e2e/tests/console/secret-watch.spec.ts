import { expect, test, WITHOUT_SITE } from '../../fixtures.ts';
import { watchForSecrets } from '../../support/secret-watch.ts';

const SECRET = 'planted-0123456789-abcdef';

// Without the watch of every other spec: here one is tried out.
test.use({ ...WITHOUT_SITE, secretWatch: async ({ browserName: _any }, use) => use(undefined) });

test('the secret watch detects secrets that a page shows, stores or logs, and nothing else', async ({ browser }) => {
  const watch = watchForSecrets(browser, () => [{ name: 'planted', value: SECRET, screen: '/own', operation: 'planted' }]);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('http://planted.example/**', (route) => {
    const isOwn = route.request().url().endsWith('/own');
    const html = `<input readonly><p></p><script>document.querySelector('p').append('${SECRET.slice(0, 9)}', document.createElement('b'), '${SECRET.slice(9)}')</script>`;
    return route.fulfill({ contentType: 'text/html', body: isOwn ? `"planted" <p>${SECRET}</p>` : html });
  });
  await page.goto('http://planted.example/own');
  await expect(page.getByText(SECRET)).toBeVisible();
  await page.goto('http://planted.example/other');
  await page.evaluate((secret) => {
    localStorage.setItem('kept', secret);
    console.log(`The secret is ${secret}`);
    document.querySelector('input')?.setAttribute('value', secret);
  }, SECRET);
  await page.evaluate(() => document.querySelector('input')?.remove());
  await context.close();
  const { hits } = await watch.end();
  expect(hits.sort()).toEqual(
    ['DOM of /other', 'console of http://planted.example/other', 'storage of /other']
      .map((place) => `planted appears in a ${place}`)
      .sort(),
  );
});
