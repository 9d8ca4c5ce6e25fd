import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, letAgentIn, untilEnded } from '../../support/agent.ts';
import { LONGEST, speakLongest } from '../../support/longest-words.ts';
import {
  axeFaults,
  LATENCY_MS,
  layoutShifts,
  leavesTheWindow,
  mirroredSigns,
  reachesOver,
  sideways,
  untranslatedNames,
  watchLayout,
} from '../../support/look.ts';
import { approve, askAs, showAndKeep } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { cli, secretFile } from '../../support/server.ts';
import { takePicture } from '../../support/take-picture.ts';
import { routesOfConsole, type Things, VISITS } from '../../support/visits.ts';

test.use({ siteName: 'pages', siteEnv: async ({ post }, use) => use(post.env) });

const SMALLEST = { width: 320, height: 640 };
const DESKTOP = { width: 1440, height: 900 };
/**
 * Pages that do not reload at another width are checked there too. Each layout is checked by axe once per theme,
 * completely in the light one and only colours in the dark one: the wide layout in English, the narrow one in the
 * longest texts.
 */
const WALKS = [
  { size: 'desktop', viewport: DESKTOP, words: 'English', others: [SMALLEST, { width: 390, height: 844 }] },
  {
    size: 'phone',
    viewport: SMALLEST,
    words: 'the longest of every language',
    others: [
      { width: 390, height: 844 },
      { width: 1024, height: 768 },
    ],
  },
];
const WITHOUT_SESSION = ['/setup', '/invite', '/sign-in', '/sign-up', '/lost-password', '/new-password'];

let agent: Agent;
let things: Things;

/** Navigates within the console, as a link does: half of a page's time is its start. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
    history.pushState(null, '', to);
  }, address);
  await page.locator('h1:not([data-left])').first().waitFor();
}

const stateOf = ({ state }: { state: string }): string => state;

test.beforeAll(async ({ site, browser, post }) => {
  test.setTimeout(120_000);
  const { dataDir } = site.server;
  const connect = async (handle: string, credentials: object) => {
    const file = await secretFile(dataDir, `${handle}.json`, JSON.stringify(credentials));
    await cli(
      dataDir,
      'connection',
      'add',
      '--workspace',
      site.workspaceId,
      '--platform',
      'sandbox',
      '--credentials-file',
      file,
      '--handle',
      handle,
    );
  };
  await connect('harbour', {});
  await cli(dataDir, 'credits', 'add', '--account', site.accountId, '--product', 'api_publication_pack', '--quantity', '1');
  agent = await letAgentIn(site.server, site.workspaceId, 'Harbour newsroom');
  const context = await browser.newContext({ baseURL: site.server.url, storageState: site.storageState });
  const page = await context.newPage();
  const publish = async (text: string) => {
    const draft = await agent.submit(text, ['sandbox']);
    await page.goto(draft.approval_url);
    await page.getByRole('button', { name: 'Approve and publish' }).click();
    await sendNow(page);
    return draft.publish_job.job_id;
  };
  const jobId = await publish('The lighthouse is open on Sundays from two to five.');
  await untilEnded(agent, jobId);
  // A sandbox that does not respond, even to lookups: a person has to check.
  await connect('pier', { failure: 'mute_after_acting' });
  const unknownJobId = await publish('The pier is closed on Monday for painting.');
  await expect
    .poll(async () => (await agent.call('GET', `/v1/publish-jobs/${unknownJobId}`)).publications.map(stateOf))
    .toContain('unknown');
  const waiting = await agent.submit(
    'We are open again on Saturday 12 December, 8 to 18 h. Coffee is on the house until ten: https://harbour.example.org/open #Harbour',
    ['sandbox', 'bluesky'],
  );
  await agent.submit('Holiday hours: we close at four on Christmas Eve and are back on the 27th.', ['sandbox']);
  await agent.submit('New on the menu: leek and potato soup, with bread from the bakery next door, for 6 euros.', ['sandbox']);
  const { url } = site.server;
  // Approved and not sent: it can be put on hold.
  const scheduled_at = new Date(Date.now() + 45 * 86_400_000).toISOString();
  await approve(page, url, await agent.submit('The winter market opens in January.', ['sandbox'], { scheduled_at }));
  const template = 'mutation ($draftId: ID!, $name: String!) { createTemplate(draftId: $draftId, name: $name) { id } }';
  await askAs(page, url, template, { draftId: waiting.draft_id, name: 'Open again' });
  await showAndKeep(page, site);
  const share = 'mutation ($input: ShareWithClientInput!) { shareWithClient(input: $input) { id } }';
  const email = 'client@harbour.example';
  await askAs(page, url, share, { input: { workspaceId: site.workspaceId, draftIds: [waiting.draft_id], email } });
  await context.close();
  const mail = await post.mailTo(email, /asks you to review/);
  const linkToken = /\/shared#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
  things = { approvalId: waiting.approval.approval_id, draftId: waiting.draft_id, jobId, unknownJobId, linkToken };
});

test('covers every route of the console', () => {
  expect(Object.keys(VISITS).sort()).toEqual(routesOfConsole().sort());
});

for (const { size, viewport, words, others } of WALKS) {
  test(`every page at ${size} width, in ${words}: no layout shift, no axe violation, no sideways scrolling, no overflowing text`, async ({
    page,
    context,
  }) => {
    // A hundred checks of forty pages, on cores that the server's tests may share.
    test.setTimeout(600_000);
    const faults: string[] = [];
    let at = '';
    page.on('console', (message) => message.type() === 'error' && faults.push(`${at}: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`${at}: ${error}`));
    const waits: number[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/api/graphql')) waits.push(request.timing().responseStart);
    });
    await page.setViewportSize(viewport);
    const browser = await context.newCDPSession(page);
    // With fingers, fields have larger text and controls more room. The smallest window is that of a desktop at 400 %.
    const touch = (enabled: boolean) => browser.send('Emulation.setTouchEmulationEnabled', { enabled });
    await watchLayout(page);
    if (words !== 'English') await speakLongest(page);
    const cookies = await context.cookies();
    for (const [route, visit] of Object.entries(VISITS)) {
      if (WITHOUT_SESSION.includes(route)) await context.clearCookies();
      else await context.addCookies(cookies);
      for (const [name, address] of Object.entries(visit(things))) {
        at = name;
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await touch(size === 'phone');
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect(await page.evaluate(() => document.documentElement.lang), name).toBe(words === 'English' ? 'en' : LONGEST);
        const found = (kind: string, list: string[]) => faults.push(...list.map((fault) => `${name}, ${kind}: ${fault}`));
        await takePicture(page, `${name}-${size}-light`, { fullPage: true });
        found('moves', await layoutShifts(page));
        if (words !== 'English') found('English name', await untranslatedNames(page));
        found('light', await axeFaults(page, size === 'phone' ? 'touched' : 'everything'));
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        await takePicture(page, `${name}-${size}-dark`, { fullPage: true });
        found('dark', await axeFaults(page, 'colours'));
        for (const seen of [viewport, ...others]) {
          await page.setViewportSize(seen);
          if (seen !== viewport) await takePicture(page, `${name}-${seen.width}-dark`, { fullPage: true });
          await touch(size === 'phone' && seen !== SMALLEST);
          found(`words at ${seen.width}`, await reachesOver(page));
          found(`leaves the window at ${seen.width}`, await leavesTheWindow(page));
          if ((await sideways(page)) > 0) faults.push(`${name}: scrolls sideways at ${seen.width}`);
        }
        await page.setViewportSize(viewport);
      }
    }
    expect(faults.join('\n')).toBe('');
    expect(Math.min(...waits), 'milliseconds to the service').toBeGreaterThanOrEqual(LATENCY_MS);
  });
}

for (const { size, viewport, words } of WALKS) {
  test(`every dialog at ${size} width, in ${words}: no axe violation, no overflowing text, and Escape closes it`, async ({ page }) => {
    test.setTimeout(600_000);
    page.setDefaultTimeout(10_000);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (words !== 'English') await speakLongest(page);
    const openers = page.locator('[aria-haspopup="dialog"]:visible:not(:disabled)');
    const dialogs = page.getByRole('dialog').filter({ visible: true });
    const faults: string[] = [];
    const seen = new Set<string>();
    for (const [route, visit] of Object.entries(VISITS)) {
      if (WITHOUT_SESSION.includes(route)) continue;
      for (const [name, address] of Object.entries(visit(things))) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        // A dialog of the page's own, such as a new draft's.
        if ((await dialogs.count()) > 0) continue;
        const names = await openers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
        for (const [place, opener] of names.entries()) {
          // Those of the frame, and of the rows of a list, are the same.
          if (seen.has(opener)) continue;
          seen.add(opener);
          await openers.nth(place).click();
          await expect(dialogs).toHaveCount(1);
          // Its title is known after the first paint.
          await expect(dialogs).toHaveAccessibleName(/./);
          await expect(dialogs.locator('[aria-busy="true"]')).toHaveCount(0);
          await takePicture(page, `dialog-${name}-${opener.replaceAll(/\W+/g, '-').slice(0, 40)}-${size}`);
          const found = [...(await axeFaults(page, 'touched')), ...(await reachesOver(page)), ...(await leavesTheWindow(page))];
          if ((await sideways(page)) > 0) found.push('scrolls sideways');
          faults.push(...found.map((fault) => `${name}, ${opener}: ${fault}`));
          await page.keyboard.press('Escape');
          await expect(dialogs).toHaveCount(0);
        }
      }
    }
    expect(faults.join('\n')).toBe('');
    expect(seen.size).toBeGreaterThan(15);
  });
}

/** Menus, and dialogs that need more than one click on a page: how each is opened, and what shows it. */
const OPENED: Record<string, (page: Page, isPhone: boolean) => Promise<Locator>> = {
  'the menu of the account': async (page, isPhone) => {
    await page.goto('/audit');
    if (isPhone) await page.locator('nav').getByRole('button', { name: /^More/ }).click();
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    return page.getByRole('menu');
  },
  'the workspaces': async (page, isPhone) => {
    await page.goto('/audit');
    if (isPhone) await page.locator('nav').getByRole('button', { name: /^More/ }).click();
    await page.getByRole('button', { name: /^Workspace: / }).click();
    return page.getByRole('menu');
  },
  'the table of drafts': async (page) => {
    await page.goto('/drafts');
    await page.getByRole('button', { name: 'As a table' }).click();
    return page.getByRole('menu');
  },
  'a crop': async (page) => {
    await page.goto('/drafts?isWriting=true');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Add (pictures|more)$/ }).click();
    await (await chooser).setFiles([{ name: 'pier.png', mimeType: 'image/png', buffer: await page.screenshot() }]);
    await page.getByRole('button', { name: 'Crop picture 1' }).click();
    return page.getByRole('dialog', { name: 'Crop the picture' });
  },
  'leaving without saving': async (page) => {
    await page.goto('/drafts?isWriting=true');
    await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The pier is long.');
    await page.keyboard.press('Escape');
    return page.getByRole('dialog', { name: 'Leave without saving?' });
  },
  'drafts from a table': async (page) => {
    await page.goto('/drafts');
    await page.getByRole('button', { name: 'As a table' }).click();
    await page.getByRole('menuitem', { name: 'Create drafts from a table' }).click();
    return page.getByRole('dialog', { name: 'Drafts from a table' });
  },
  'putting several posts on hold': async (page) => {
    await page.goto('/jobs?state=ALL');
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: /^Put on hold \(/ }).click();
    return page.getByRole('dialog', { name: /^Put .* on hold\?/ });
  },
  'a decision on several posts': async (page) => {
    await page.goto('/approvals');
    const boxes = page.locator('main').getByRole('checkbox', { name: /^Select / });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    return page.getByRole('dialog', { name: /^Approve \d+ posts/ });
  },
  'an ended session': async (page) => {
    await page.goto('/drafts?isWriting=true');
    await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The pier is short.');
    await page.getByRole('checkbox', { name: 'Sandbox', exact: true }).check();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save draft' }).click();
    return page.getByRole('dialog', { name: 'Your session has ended' });
  },
};

/** The library's menus are no landmark, and focus an element of their own first. */
const OF_MENUS = /^(region|aria-required-children) at #mantine-\w+-dropdown:/;

test('every menu, and dialogs that need more than a click: no axe violation, in both themes and at two widths', async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(600_000);
  page.setDefaultTimeout(30_000);
  const query = 'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { id } }';
  const data = { query, variables: { input: { accountId: site.accountId, name: 'Pier café' } } };
  const made = await page.request.post('/api/graphql', { headers: { origin: site.server.url }, data });
  expect(await made.json()).not.toHaveProperty('errors');
  const cookies = await context.cookies();
  const faults: string[] = [];
  for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: { width: 390, height: 844 } })) {
    await page.setViewportSize(viewport);
    for (const [name, open] of Object.entries(OPENED)) {
      await context.addCookies(cookies);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await expect(await open(page, size === 'phone')).toBeVisible();
      const found = (list: string[]) =>
        faults.push(...list.filter((fault) => !OF_MENUS.test(fault)).map((fault) => `${name}, ${size}: ${fault}`));
      await takePicture(page, `opened-${name}-${size}-light`);
      found([...(await axeFaults(page, 'touched')), ...(await reachesOver(page)), ...(await leavesTheWindow(page))]);
      if ((await sideways(page)) > 0) faults.push(`${name}, ${size}: scrolls sideways`);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await takePicture(page, `opened-${name}-${size}-dark`);
      found(await axeFaults(page, 'colours'));
    }
  }
  expect(faults.join('\n')).toBe('');
});

test('Arabic runs from right to left without overflow, and English replaces it if it cannot be loaded', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'العربية' }).click();
  await expect(page.locator('html[lang="ar"][dir="rtl"]')).toBeVisible();
  await page.setViewportSize(SMALLEST);
  const faults: string[] = [];
  for (const [route, visit] of Object.entries(VISITS)) {
    if (WITHOUT_SESSION.includes(route)) continue;
    for (const [place, [name, address]] of Object.entries(visit(things)).entries()) {
      // The result does not depend on the navigation. Within one route the heading may stay, and nothing shows when
      // the next screen is ready.
      if (place === 0) await follow(page, address);
      else await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await takePicture(page, `ar-${name}`, { fullPage: true });
      if ((await sideways(page)) > 0) faults.push(`${name}: scrolls sideways`);
      const found = [...(await reachesOver(page)), ...(await leavesTheWindow(page)), ...(await mirroredSigns(page))];
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    }
  }
  expect(faults.join('\n')).toBe('');

  await page.route('**/assets/ar-*.js', (route) => route.abort());
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await expect(page.getByText('could not be loaded in العربية')).toBeVisible();
  await takePicture(page, 'ar-missed', { fullPage: true });
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr');
  await context.clearCookies();
});
