import { expect, test } from '../fixtures.ts';
import { leavesTheWindow, reachesOver, sideways } from '../support/look.ts';
import { fillWithRealAmounts } from '../support/real-amounts.ts';
import { takePicture } from '../support/take-picture.ts';

test.use({ siteName: 'real-amounts', viewport: { width: 1440, height: 900 } });
test.setTimeout(1_800_000);

const PAGES = ['/', '/approvals', '/calendar', '/drafts', '/jobs', '/agents', '/connections', '/credits', '/audit', '/news', '/settings'];
const WIDTHS = [1440, 1024, 390];
const LANGUAGES = ['en', 'de', 'ar'];

/** With SHOTS=1 also saves each page, to be looked at. */
test('a thousand posts, 200 agents and 40 accounts: nothing is cut and nothing scrolls sideways', async ({ page, site }) => {
  await fillWithRealAmounts(site, async (query, variables) => {
    const answer = await page.request.post('/api/graphql', { headers: { origin: site.server.url }, data: { query, variables } });
    const { data, errors } = await answer.json();
    expect(errors).toBeUndefined();
    return data;
  });
  const faults: string[] = [];
  for (const language of LANGUAGES) {
    await page.addInitScript((chosen) => localStorage.setItem('countersign-language', chosen), language);
    for (const address of PAGES) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await takePicture(page, `many${address.replaceAll('/', '-')}-${language}-${width}-${colorScheme}`);
        }
        const found = [...(await reachesOver(page)), ...(await leavesTheWindow(page))];
        if ((await sideways(page)) > 0) found.push('scrolls sideways');
        faults.push(...found.map((fault) => `${address} in ${language} at ${width}: ${fault}`));
      }
    }
  }
  expect(faults.join('\n')).toBe('');
});
