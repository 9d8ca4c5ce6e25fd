import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn, letPostsOut } from '../../support/agent.ts';
import { chooseNetwork, customise } from '../../support/choose-network.ts';
import { drawScenes, type Scene } from '../../support/drawn-pictures.ts';
import { axeFaults, sideways } from '../../support/look.ts';
import { type RemoteMastodon, startMastodon } from '../../support/mastodon.ts';
import { showIdentity } from '../../support/person.ts';
import { cli, secretFile } from '../../support/server.ts';
import { takePicture } from '../../support/take-picture.ts';

test.use({ siteName: 'whole-composer' });

let mastodon: RemoteMastodon;
let scenes: Record<Scene, Buffer>;
test.beforeAll(async ({ site, browser }) => {
  mastodon = await startMastodon();
  mastodon.accounts = [{ acct: 'harbourcafe@mastodon.example', display_name: 'Harbour Café', avatar_static: null }];
  scenes = await drawScenes(browser);
  await letPostsOut(site);
  const credentials = await secretFile(site.server.dataDir, 'pier.json', '{}');
  const how = ['--platform', 'sandbox', '--handle', 'pier', '--credentials-file', credentials];
  await cli(site.server.dataDir, 'connection', 'add', '--workspace', site.workspaceId, ...how);
  const context = await browser.newContext({ baseURL: site.server.url, storageState: site.storageState });
  const page = await context.newPage();
  await showIdentity(page, site.server.url);
  site.storageState.cookies = (await context.cookies()) as typeof site.storageState.cookies;
  await page.goto('/connections');
  await page.getByRole('button', { name: /^Mastodon/ }).click();
  await page.getByLabel('Server').fill(mastodon.url);
  await page.getByRole('button', { name: 'Sign in at Mastodon' }).click();
  await expect(page.getByText(/is connected\./)).toBeVisible();
  await page.goto('/settings/planning');
  await page.getByRole('button', { name: 'Add a slot' }).click();
  await page.getByLabel('At', { exact: true }).fill('09:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
  await context.close();
});
test.afterAll(() => mastodon.stop());

const common = (page: Page) => page.getByRole('textbox', { name: 'Text for all networks', exact: true });
const own = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const looks = (page: Page) => page.getByRole('region', { name: 'How it will look' });

/** By Tab alone, as far as one round of the page goes. At each step the focus is seen, and nothing covers it. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 80 && !(await isThere()); step += 1) {
    await page.keyboard.press(key);
    await expect.poll(() => hiddenFocus(page), 'what has the focus is seen').toBeNull();
  }
  await expect(wanted).toBeFocused();
}

/** Moves down an open menu, which takes the focus a moment after it appears: an arrow before that has no effect. */
async function arrowTo(page: Page, item: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 1000 });
  }).toPass();
}

/** What has the focus, if no ring marks it or something covers it. */
function hiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'nothing';
    const name = `${focused.tagName.toLowerCase()} "${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}"`;
    if (focused.matches('input[type="file"]')) return name;
    const box = focused.getBoundingClientRect();
    const { outlineStyle, boxShadow, borderColor } = getComputedStyle(focused);
    if (outlineStyle === 'none' && boxShadow === 'none' && borderColor === '') return `${name} has no ring`;
    // A long text is covered at its end; its beginning, where one is, must be seen.
    const at = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), box.top + Math.min(box.height / 2, 12));
    const isSeen = at && (focused.contains(at) || at.contains(focused) || at.closest('label')?.control === focused);
    return isSeen ? null : `${name} at ${Math.round(box.top)} is behind ${at?.tagName} "${at?.textContent?.slice(0, 30)}"`;
  });
}

test('a whole post by keyboard alone, from the first key to its submission', async ({ page, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Keyboard reader');
  await page.goto('/drafts');
  await tabTo(page, page.getByRole('button', { name: 'New draft' }));
  await page.keyboard.press('Enter');
  await expect(common(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New draft' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(common(page)).toBeFocused();

  // Its networks, then its words with an emoji and a mention.
  await tabTo(page, page.getByRole('checkbox', { name: 'Sandbox', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await tabTo(
    page,
    page.getByRole('checkbox', { name: 'Mastodon', exact: true }),
    (await isBefore(page, 'Sandbox', 'Mastodon')) ? 'Tab' : 'Shift+Tab',
  );
  await page.keyboard.press('Space');
  // "?" outside of a text shows the keys, and the focus is back behind them.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(keys.getByText('Split the post at the cursor')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Mastodon', exact: true })).toBeFocused();
  await tabTo(page, common(page));
  await page.keyboard.type('Why? The pier opens on Friday. Thanks @harbourc');
  await page.getByRole('option', { name: /Harbour Café/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(common(page)).toHaveValue('Why? The pier opens on Friday. Thanks @harbourcafe@mastodon.example ');
  await tabTo(page, page.getByRole('button', { name: 'Insert an emoji' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Search emojis' })).toBeFocused();
  await page.keyboard.type('ferry');
  await expect(page.getByRole('button', { name: 'ferry' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(common(page)).toBeFocused();
  await expect(common(page)).toHaveValue(/example ⛴/u);

  // One network gets its own words, as a thread, with tags and a first comment.
  const customiseButton = page.getByRole('button', { name: 'Customise for one network' });
  await tabTo(page, customiseButton, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(customiseButton).toBeFocused();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('menuitem', { name: 'Customise for Mastodon' });
  await expect(page.getByRole('menu')).toBeVisible();
  await arrowTo(page, choice);
  await page.keyboard.press('Enter');
  await expect(own(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('The #pier opens on Friday. Tickets are free.');
  for (let left = 0; left < 'Tickets are free.'.length; left += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Enter');
  const second = page.getByRole('textbox', { name: 'Post 2 of the thread' });
  await expect(second).toBeFocused();
  await expect(second).toHaveValue('Tickets are free.');
  // The split is moved: joined at the start of the post, and split elsewhere.
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await expect(second).toHaveCount(0);
  await expect(own(page)).toBeFocused();
  await page.keyboard.press('Control+Home');
  for (let right = 0; right < 'The #pier opens '.length; right += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Enter');
  await expect(second).toBeFocused();
  await expect(own(page)).toHaveValue('The #pier opens');
  await tabTo(page, page.getByRole('textbox', { name: 'Tags' }));
  await page.keyboard.type('pier');
  await tabTo(page, page.getByRole('textbox', { name: 'First comment' }));
  await page.keyboard.type('Tickets: https://example.org/pier');
  await expect(page.getByText(/^3\d \/ 5/)).toBeVisible();

  await expect(looks(page)).toContainText('@harbour@127.0.0.1');
  await expect(looks(page)).not.toContainText('@@');

  // A picture, described and cropped.
  await tabTo(page, page.getByRole('button', { name: 'Add pictures' }));
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([{ name: 'ferry.png', mimeType: 'image/png', buffer: scenes.ferry }]);
  const shows = page.getByRole('textbox', { name: 'What picture 1 shows' });
  await shows.waitFor();
  await expect(page.getByRole('button', { name: 'Add more' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Remove picture 1' }), 'Shift+Tab');
  await tabTo(page, page.getByRole('button', { name: 'Crop picture 1' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Crop the picture' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Crop picture 1' })).toBeFocused();
  await tabTo(page, shows, 'Shift+Tab');
  await page.keyboard.type('The red ferry at the quay.');

  // One of two accounts, and the next free slot.
  await tabTo(page, page.getByRole('checkbox', { name: 'pier (Sandbox)' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: 'pier (Sandbox)' })).toBeChecked();
  await tabTo(page, page.getByRole('checkbox', { name: /\(Mastodon\)$/ }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: /^Next free slot/ }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Next free slot/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Not saved yet · Kept in this browser')).toBeVisible();
  expect(await axeFaults(page, 'everything')).toEqual([]);
  await takePicture(page, 'composer-by-keyboard-desktop');
  await tabTo(page, page.getByRole('checkbox', { name: 'Submit for approval' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Save and submit' }), 'Shift+Tab');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('link', { name: 'Open the approval' })).toBeVisible();
  const saved = await agent.call('GET', `/v1/drafts/${page.url().split('/').at(-1)}`);
  const of = (id: string) => saved.payloads.find(({ platform }: { platform: string }) => platform === id);
  expect(of('mastodon').preview.parts.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringMatching(/^The #pier opens/),
    expect.stringMatching(/^on Friday\.\s+Tickets are free\./),
  ]);
  expect(JSON.stringify(of('mastodon').payload)).toContain('Tickets: https://example.org/pier');
  expect(of('sandbox').preview.parts[0].text).toMatch(/^Why\? The pier opens on Friday\. Thanks @harbourcafe@mastodon\.example ⛴/u);
  expect(saved.scheduled_at).not.toBeNull();
});

/** Which of two boxes comes first on the page. */
const isBefore = (page: Page, first: string, second: string): Promise<boolean> =>
  page
    .getByRole('checkbox')
    .evaluateAll(
      (boxes, names) =>
        boxes.findIndex((box) => box.getAttribute('value') === names[0]) < boxes.findIndex((box) => box.getAttribute('value') === names[1]),
      [first.toLowerCase(), second.toLowerCase()],
    );

test('each network splits a long text at its own length; a manual split on one keeps the others, and the preview is what is signed', async ({
  page,
  site,
}) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Split reader');
  const sentence = (number: number) => `Number ${number}: the winter market opens on Sunday with forty stalls along the quay.`;
  const long = Array.from({ length: 8 }, (_, index) => sentence(index + 1)).join(' ');
  await page.goto('/drafts?isWriting=true');
  await common(page).fill(long);
  for (const network of ['X', 'Bluesky', 'Mastodon']) await chooseNetwork(page, network);
  await expect(page.getByRole('list', { name: 'Length on each network' }).getByText(/^Thread: /)).toHaveCount(3);
  await customise(page, 'X');
  await expect(page.getByRole('textbox', { name: 'Post 2 of the thread' })).toBeVisible();
  const before = await previewed(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).evaluate((box: HTMLTextAreaElement) => {
    box.focus();
    box.setSelectionRange(box.value.indexOf('Number 2'), box.value.indexOf('Number 2'));
  });
  await page.keyboard.press('Control+Enter');
  // The numbers at the ends of the posts follow.
  await expect(own(page)).toHaveValue(`${sentence(1)}\n\n1/4`);
  const after = await previewed(page);
  expect(after.x).not.toEqual(before.x);
  expect(after.x?.[0]).toContain(sentence(1));
  expect([after.bluesky, after.mastodon]).toEqual([before.bluesky, before.mastodon]);
  expect((after.x?.length ?? 0) > (after.bluesky?.length ?? 0)).toBe(true);
  expect((after.bluesky?.length ?? 0) > (after.mastodon?.length ?? 0)).toBe(true);

  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByRole('link', { name: 'Open the approval' }).waitFor();
  const draftId = page.url().split('/').at(-1);
  await page.getByRole('link', { name: 'Open the approval' }).click();
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${draftId}`)).approval.state).toBe('approved');
  const { payloads } = await agent.call('GET', `/v1/drafts/${draftId}`);
  for (const { platform, payload } of payloads) expect([platform, textsIn(payload)]).toEqual([platform, after[platform]]);
});

/** The posts of each of three networks, as the previews show them. */
async function previewed(page: Page): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const [id, label] of Object.entries({ bluesky: 'Bluesky', mastodon: 'Mastodon', x: 'X' })) {
    await page.getByRole('tab', { name: id === 'x' ? 'X' : 'All other networks' }).click();
    await expect(looks(page)).toHaveAttribute('aria-busy', 'false');
    const card = looks(page).getByRole('article', { name: new RegExp(`\\b${label}\\b`) });
    const folded = card.getByRole('button', { expanded: false });
    while ((await folded.count()) > 0) await folded.first().click();
    all[id] = await card.locator('[data-words-of]').allTextContents();
  }
  return all;
}

/** All texts of the posts of a payload, in their order. */
function textsIn(payload: object): string[] {
  const found: string[] = [];
  JSON.stringify(payload, (key, value) => {
    if (['text', 'status'].includes(key) && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

test('two tabs of one draft: the second to save sees both versions side by side, and loses no text, even on a reload', async ({
  page,
  context,
}) => {
  await page.goto('/drafts?isWriting=true');
  await common(page).fill('The café opens at eight.');
  await chooseNetwork(page, 'Bluesky');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const slower = await context.newPage();
  await slower.goto(page.url());
  await slower.getByRole('button', { name: 'Edit' }).click();
  await common(slower).fill('The café opens at eight, with fresh bread.');
  await expect(slower.getByText(/^Not saved yet/)).toBeVisible();
  await common(page).fill('The café opens at nine.');
  await page.getByRole('textbox', { name: 'Link' }).fill('https://unknown.invalid/at-nine');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved as a new version.')).toBeVisible();

  // Whether it learns of the other version before it saves, or by saving.
  const conflict = slower.getByText('Version 2 was saved meanwhile');
  const save = slower.getByRole('button', { name: 'Save changes' });
  await expect(async () => {
    if (await save.isEnabled()) await save.click();
    await expect(conflict).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(common(slower)).toHaveValue('The café opens at eight, with fresh bread.');
  await expect(save).toBeDisabled();
  await slower.reload();
  await expect(common(slower)).toHaveValue('The café opens at eight, with fresh bread.');
  await expect(conflict).toBeVisible();
  await expect(slower.locator('del').filter({ hasText: 'nine' })).toBeVisible();
  await expect(slower.locator('ins').filter({ hasText: 'bread' })).toBeVisible();
  await expect(slower.getByText('Your version would also replace: Link.')).toBeVisible();
  await takePicture(slower, 'composer-conflict-desktop');
  await slower.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(slower.getByText('Saved as a new version.')).toBeVisible();
  await expect(slower.getByText('The café opens at eight, with fresh bread.').first()).toBeVisible();
  // What the form showed is what was saved: it had no link.
  await expect(slower.getByText('https://unknown.invalid/at-nine')).toHaveCount(0);

  // What is typed while a save is on its way stays, unsaved.
  await slower.getByRole('button', { name: 'Edit' }).click();
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await slower.route('**/api/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation ChangeDraft')) await answered;
    await route.continue();
  });
  await common(slower).fill('The café opens at ten.');
  await save.click();
  await common(slower).fill('The café opens at ten, as does the bakery.');
  answer();
  await expect(save).toBeEnabled();
  await expect(slower.getByText(/^Not saved yet/)).toBeVisible();
  await expect(common(slower)).toHaveValue('The café opens at ten, as does the bakery.');
  await save.click();
  await expect(slower.getByRole('button', { name: 'Edit' })).toBeFocused();
  await expect(slower.getByText('The café opens at ten, as does the bakery.').first()).toBeVisible();

  // Without a connection the preview says that it is of an earlier text.
  await slower.getByRole('button', { name: 'Edit' }).click();
  const isEarlier = slower.getByText('The preview shows an earlier version');
  await expect(slower.getByRole('region', { name: 'How it will look' }).getByText('as does the bakery').first()).toBeVisible();
  await context.setOffline(true);
  await common(slower).fill('The café opens at noon.');
  await expect(isEarlier).toBeVisible();
  await context.setOffline(false);
  await expect(isEarlier).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a whole post by touch: large targets, and nothing behind the bar or the keyboard', async ({ page }) => {
    await page.goto('/drafts');
    await page.getByRole('button', { name: 'New draft' }).tap();
    const dialog = page.getByRole('dialog', { name: 'New draft' });
    await common(page).waitFor();
    const chip = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
    for (const name of ['Sandbox', 'Mastodon']) {
      // At the edge of a chip, where there is neither its box nor a word.
      await chip(name)
        .locator('xpath=ancestor::*[contains(@class, "chip")][1]')
        .tap({ position: { x: 6, y: 6 } });
      await expect(chip(name)).toBeChecked();
    }
    await common(page).tap();
    await page.keyboard.type('The pier opens on Friday. Thanks @harbourc');
    await page.getByRole('option', { name: /Harbour Café/ }).tap();
    await page.getByRole('button', { name: 'Insert an emoji' }).tap();
    await page.getByRole('textbox', { name: 'Search emojis' }).fill('ferry');
    expect(await smallTargets(dialog)).toEqual([]);
    await page.getByRole('button', { name: 'ferry' }).tap();
    await page.getByRole('button', { name: 'Customise for one network' }).tap();
    await page.getByRole('menuitem', { name: 'Customise for Mastodon' }).tap();
    await own(page).fill('The pier opens on Friday.');
    await page.getByRole('button', { name: 'Add a post to the thread' }).tap();
    await page.getByRole('textbox', { name: 'Post 2 of the thread' }).fill('Tickets are free.');
    await page.getByRole('textbox', { name: 'First comment' }).fill('Tickets at the pier. '.repeat(300));
    await expect(page.getByText(/^The first comment is [\d,]+ characters long; Mastodon allows at most/)).toBeVisible();
    await takePicture(page, 'composer-first-comment-phone');
    await page.getByRole('textbox', { name: 'First comment' }).fill('Tickets: https://example.org/pier');
    await expect(page.getByText(/^3\d \/ 5/)).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add pictures' }).tap();
    await (await chooser).setFiles([{ name: 'ferry.png', mimeType: 'image/png', buffer: scenes.ferry }]);
    await page.getByRole('textbox', { name: 'What picture 1 shows' }).fill('The red ferry.');
    expect(await smallTargets(dialog)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);

    // The keyboard of the phone takes the lower part of the screen.
    await page.setViewportSize({ width: 390, height: 480 });
    const bar = dialog.locator('[data-in-dialog]').last();
    for (const field of await dialog.getByRole('textbox').all()) {
      await field.evaluate((box: HTMLElement) => box.blur());
      await field.focus();
      const [box, covered] = [await field.boundingBox(), await bar.boundingBox()];
      const label = await field.evaluate((each: HTMLInputElement) => each.labels?.[0]?.textContent);
      expect(Math.round(Math.min((box?.y ?? 0) + (box?.height ?? 0), (box?.y ?? 0) + 40)), `${label} is above the bar`).toBeLessThanOrEqual(
        covered?.y ?? 0,
      );
      expect(box?.y, `${label} is below the head`).toBeGreaterThanOrEqual(56);
    }
    await takePicture(page, 'composer-phone-keyboard');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Next free slot/ }).tap();
    await page.getByText('Preview', { exact: true }).tap();
    await expect(looks(page).getByRole('article').first()).toContainText('The pier opens');
    await page.getByText('Submit for approval').tap();
    await page.getByRole('button', { name: 'Save and submit' }).tap();
    await expect(page.getByRole('link', { name: 'Open the approval' })).toBeVisible();
  });
});

/** Controls that a thumb would miss: smaller than 44 px, except where WCAG 2.2 allows 24 px with room around. */
function smallTargets(within: Locator): Promise<string[]> {
  return within.evaluate((root) => {
    const controls = [...root.querySelectorAll<HTMLElement>('button, a[href], summary, input, textarea, [role="tab"], [role="option"]')];
    const targets = controls
      .filter((each) => !each.matches(':disabled, [type="file"]') && each.checkVisibility())
      .map((each) => ({ each, target: each.closest<HTMLElement>('[class*="chip"]') ?? (each as HTMLInputElement).labels?.[0] ?? each }))
      .map(({ each, target }) => ({
        each,
        box: (each.matches('textarea, input:not([type="checkbox"], [type="radio"])') ? each : target).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const isNear = (a: DOMRect, b: DOMRect): boolean => {
      const [x, y] = [a.left + a.width / 2, a.top + a.height / 2];
      return Math.max(b.left - x, x - b.right) < 12 && Math.max(b.top - y, y - b.bottom) < 12;
    };
    return targets
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .filter(
        ({ each, box }) => box.width < 24 || box.height < 24 || targets.some((other) => other.each !== each && isNear(box, other.box)),
      )
      .map(
        ({ each, box }) =>
          `${each.getAttribute('aria-label') ?? each.textContent?.slice(0, 40)}: ${Math.round(box.width)} × ${Math.round(box.height)}`,
      );
  });
}
