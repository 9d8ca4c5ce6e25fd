import { startChatServer } from '../../../server/src/testing/servers/chat-server.ts';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn } from '../../support/agent.ts';
import { sideways } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';

const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

for (const [width, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${width}`, () => {
    test.use({ viewport, serviceWorkers: 'allow' });

    test('an agent’s request appears under News, with a link to exactly this decision', async ({ page, site }) => {
      const agent = await letAgentIn(site.server, site.workspaceId, `Newsroom of the ${width}`);
      // What other files left unread may lie below the screen.
      await page.goto('/news');
      await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const readAll = page.getByRole('button', { name: 'Mark all as read' });
      if (await readAll.isVisible()) await readAll.click();
      await expect(readAll).toHaveCount(0);
      await page.goto('/settings/notifications');
      await expect(page.getByText('Everything is listed under News')).toBeVisible();
      await agent.submit(`The lighthouse opens on Sunday, says the ${width}.`, ['sandbox']);

      const bell = page.getByRole('link', { name: /^News/ });
      if (width === 'phone') await page.getByRole('button', { name: /^More/ }).click();
      await expect(bell).toHaveAccessibleName(/^News, \d+ new$/);
      await bell.click();
      const news = page.getByRole('listitem').filter({ hasText: `says the ${width}` });
      await expect(news).toContainText(`Newsroom of the ${width} requests your approval`);
      await expect(news).toContainText('New');
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      // A visible row becomes seen, and stays marked as new meanwhile.
      await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
      await expect(news).toContainText('New');
      await news.getByRole('link').click();
      await expect(page).toHaveURL(/\/approvals\/apr_/);
      await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible();

      // Seen is seen: the bell is quiet again.
      await page.goto('/settings/notifications');
      if (width === 'phone') await page.getByRole('button', { name: /^More/ }).click();
      await expect(bell).toHaveAccessibleName('News');
    });

    test('a background page marks nothing as seen, and a visible one marks what it shows', async ({ page, site }) => {
      await page.addInitScript(() => {
        // The window is behind another one until the test says otherwise.
        Object.defineProperty(document, 'hasFocus', { value: () => Reflect.get(window, 'isInFront') === true });
      });
      const marks: string[] = [];
      page.on('request', (request) => request.postData()?.includes('SeeNotices') && marks.push(request.url()));
      await page.clock.install();
      await page.goto('/news');
      const agent = await letAgentIn(site.server, site.workspaceId, `Unwatched on a ${width}`);
      await agent.submit(`The ferry sails again, says the ${width}.`, ['sandbox']);
      const row = page.getByRole('listitem').filter({ hasText: `The ferry sails again, says the ${width}` });
      await expect(row).toContainText('New');
      await page.clock.runFor(5_000);
      expect(marks).toEqual([]);

      const comeToFront = () =>
        page.evaluate(() => {
          Reflect.set(window, 'isInFront', true);
          window.dispatchEvent(new Event('focus'));
        });
      // In front, but without input for more than a minute.
      await comeToFront();
      await page.clock.runFor(1_500);
      await expect.poll(() => marks.length).toBe(1);
      await page.clock.runFor(61_000);
      await agent.submit(`The ferry stays, says the ${width}.`, ['sandbox']);
      const second = page
        .getByRole('listitem')
        .filter({ hasText: /2 posts|The ferry stays/ })
        .first();
      await expect(second).toContainText('New');
      await page.clock.runFor(5_000);
      expect(marks).toHaveLength(1);
      await page.mouse.move(200, 200);
      await page.clock.runFor(1_500);
      await expect.poll(() => marks.length).toBe(2);
    });

    test('many requests of one agent are one row, which expands, is filtered by topic, and marked as read at once', async ({
      page,
      site,
    }) => {
      test.slow();
      const agent = await letAgentIn(site.server, site.workspaceId, `Big agent of the ${width}`);
      const drafts = Array.from({ length: 32 }, (_none, number) => `Pier ${number} of the ${width} opens.`);
      for (const words of drafts) await agent.submit(words, ['sandbox']);
      // Nothing is seen by itself.
      await page.addInitScript(() => Object.defineProperty(document, 'hasFocus', { value: () => false }));
      await page.goto('/news');
      const row = page.getByRole('listitem').filter({ hasText: `Big agent of the ${width} requests your approval of 32 posts` });
      await expect(row).toBeVisible();
      await row.getByRole('button', { name: /^Show details of/ }).click();
      await expect(row.getByRole('listitem')).toHaveCount(30);
      await row.getByRole('button', { name: 'Show more' }).click();
      await expect(row.getByRole('listitem')).toHaveCount(32);
      await expect(row.getByRole('listitem').first()).toContainText(`Pier 31 of the ${width} opens.`);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await page.getByRole('combobox', { name: 'About' }).click();
      await page.getByRole('option', { name: 'Published' }).click();
      await expect(row).toHaveCount(0);
      await page.goto('/news');
      await expect(row).toContainText('New');
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
      await page.reload();
      await expect(row).toBeVisible();
      await expect(row).not.toContainText('New');
      await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
    });

    test('names are picked from a list by keyboard, and an unknown one is refused without losing the text', async ({ page, site }) => {
      const agent = await letAgentIn(site.server, site.workspaceId, `Quay of the ${width}`);
      const draft = await agent.submit(`The quay is swept, says the ${width}.`, ['sandbox']);
      await page.goto(`/drafts/${draft.draft_id}`);
      const box = page.getByRole('textbox', { name: 'Add a comment' });
      await box.fill('Is it true, @ad');
      await expect(page.getByRole('option', { name: 'Ada Harbour' })).toHaveAttribute('aria-selected', 'true');
      await expect(box).toHaveAttribute('aria-activedescendant', /./);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await box.press('Enter');
      await expect(box).toHaveValue('Is it true, @Ada Harbour ');
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await box.press('End');
      await box.pressSequentially('and @nemo?');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('region', { name: 'Comments' }).getByRole('alert')).toContainText('No member is called “@nemo”');
      await expect(box).toHaveValue('Is it true, @Ada Harbour and @nemo?');
      await box.fill('Is it true, @Ada Harbour?');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('Is it true, @Ada Harbour?')).toBeVisible();
      await expect(box).toHaveValue('');
    });

    test('each person chooses what is emailed, and when', async ({ page }) => {
      await page.goto('/settings/notifications');
      const published = page.getByRole('switch', { name: 'Mail: Published' });
      const before = await published.isChecked();
      await published.click();
      await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
      await page.getByLabel('To', { exact: true }).fill('');
      await page.getByLabel('From').fill('22:00');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Quiet hours have a beginning and an end.')).toBeVisible();
      await page.getByLabel('To', { exact: true }).fill('07:00');
      // A half-typed time is not none.
      const daily = page.getByLabel('Email and chats once a day');
      await daily.focus();
      await page.keyboard.type('09');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(daily).toBeFocused();
      await daily.fill('');
      const zone = page.getByRole('combobox', { name: 'Time zone' });
      await zone.fill('Lisbon');
      await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
      // The message of the first save may still be there.
      const isSaved = page.waitForResponse((response) => response.request().postData()?.includes('mutation') ?? false);
      await page.getByRole('button', { name: 'Save' }).click();
      await isSaved;
      await page.reload();
      await expect(page.getByLabel('From')).toHaveValue('22:00');
      await expect(zone).toHaveValue('Europe/Lisbon');
      expect(await published.isChecked()).toBe(!before);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
    });

    test('the console installs as an app that can notify a device', async ({ page }) => {
      await page.goto('/settings/notifications');
      await expect(page.getByRole('button', { name: 'Notify me on this device' })).toBeVisible();
      const manifest = await page.evaluate(async () => {
        const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
        return (await fetch(link?.href ?? '')).json();
      });
      expect(manifest).toMatchObject({ name: 'Countersign', display: 'standalone' });
      for (const { src } of manifest.icons) expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
      // As the button does, after the person has agreed.
      const scope = await page.evaluate(async () => {
        await navigator.serviceWorker.register('/service-worker.js');
        return (await navigator.serviceWorker.ready).scope;
      });
      expect(new URL(scope).pathname).toBe('/');
    });

    test('a chat is added, tested, and notified of pending posts', async ({ page, site }) => {
      const chat = await startChatServer();
      try {
        await showIdentity(page, site.server.url);
        await page.goto('/settings/notifications');
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`#posts of the ${width}`);
        await page.getByLabel('Address of the incoming webhook').fill(`${chat.url}/services/T1/B1/${width}`);
        await page.getByRole('button', { name: 'Add the chat' }).click();
        const row = page.getByRole('listitem').filter({ hasText: `#posts of the ${width}` });
        await row.getByRole('button', { name: 'Send a test' }).click();
        await expect(page.getByText(`Sent. Check #posts of the ${width}.`)).toBeVisible();
        expect(chat.said.map(({ body }) => body.text)).toEqual([
          expect.stringMatching(/^It works\nThis is a test\. Ada Harbour receives Countersign notifications here\./),
        ]);
        await expect(page.getByRole('switch', { name: 'Chats: Reminders' })).toBeChecked();
        expect(await sideways(page)).toBeLessThanOrEqual(0);
        chat.answer(404);
        await row.getByRole('button', { name: 'Send a test' }).click();
        await expect(row.getByText('accepts no messages at this address')).toBeVisible();
        await expect(row.getByText('stopped accepting messages')).toBeVisible();
        await row.getByRole('button', { name: 'Remove' }).click();
        await expect(row).toHaveCount(0);
      } finally {
        await chat.close();
      }
    });

    test('following the unsubscribe link does not unsubscribe yet', async ({ page }) => {
      await page.goto('/mail/stop?token=cut');
      await page.getByRole('button', { name: 'Stop these emails' }).click();
      await expect(page.getByText('This link is invalid or incomplete.')).toBeVisible();
    });
  });
}
