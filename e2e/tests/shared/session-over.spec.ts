import type { BrowserContext, Page, Route } from '@playwright/test';
import { videoFile } from '../../../server/src/testing/videos.ts';
import { expect, test } from '../../fixtures.ts';
import { type Agent, connectSandbox, letAgentIn } from '../../support/agent.ts';
import { chooseNetwork } from '../../support/choose-network.ts';
import { OPERATOR } from '../../support/first-run.ts';
import { sendNow } from '../../support/send-now.ts';

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await connectSandbox(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Session agent');
});

const over = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

async function signInAgain(page: Page, password = OPERATOR.password): Promise<void> {
  await over(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await over(page).getByRole('button', { name: 'Sign in', exact: true }).click();
}

interface Form {
  /** The form's page, and what opens it. */
  open: (page: Page) => Promise<unknown>;
  field: string;
  save: (page: Page) => Promise<void>;
  /** Where the saved words are shown, after a reload too. */
  shown: (page: Page, words: string) => Promise<void>;
}

const submit = async (page: Page, text: string) => {
  const { draft_id: id, approval_url: approvalUrl } = await agent.submit(text, ['sandbox']);
  await page.goto(approvalUrl);
  return id;
};
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const inField = (label: string) => (page: Page, words: string) =>
  expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(words);
const inText = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();
let draftId = '';

const FORMS: Record<string, Form> = {
  'a new draft': {
    open: (page) => page.goto('/drafts?isWriting=true'),
    field: 'Text for all networks',
    save: click('Save draft'),
    shown: inText,
  },
  'a draft': {
    open: async (page) => {
      draftId = await submit(page, 'The kiosk sells ice.');
      await page.goto(`/drafts/${draftId}`);
      await page.getByRole('button', { name: 'Edit' }).click();
    },
    field: 'Text for all networks',
    save: click('Save changes'),
    shown: inText,
  },
  'an edit at the desk': {
    open: async (page) => {
      draftId = await submit(page, 'The kiosk sells tea.');
      await page.getByRole('button', { name: 'Edit' }).click();
    },
    field: 'Text for sandbox',
    async save(page) {
      await page.getByRole('button', { name: /Approve the edited post/ }).click();
      await sendNow(page);
    },
    async shown(page, words) {
      await page.goto(`/drafts/${draftId}`);
      await inText(page, words);
    },
  },
  'a request for changes': {
    open: async (page) => {
      draftId = await submit(page, 'The kiosk sells cake.');
      await page.getByRole('button', { name: 'Request changes' }).click();
    },
    field: 'What should change?',
    async save(page) {
      await page.getByRole('button', { name: 'Request changes' }).click();
      await sendNow(page);
    },
    async shown(page, words) {
      await page.goto(`/drafts/${draftId}`);
      await inText(page, words);
    },
  },
  'a comment': {
    open: async (page) => page.goto(`/drafts/${await submit(page, 'The kiosk sells soup.')}`),
    field: 'Add a comment',
    save: click('Send'),
    shown: inText,
  },
  'the voice': { open: (page) => page.goto('/settings/voice'), field: 'Tone', save: click('Save'), shown: inField('Tone') },
  'the safety checks': {
    open: (page) => page.goto('/settings/safety'),
    field: 'Blocked words and phrases',
    save: click('Save'),
    shown: inField('Blocked words and phrases'),
  },
};

for (const [name, { open, field: label, save, shown }] of Object.entries(FORMS)) {
  test(`${name}: a session that ends keeps the words, asks to sign in over the page, and then saves`, async ({ page, context }) => {
    const words = `Typed into ${name}.`;
    await open(page);
    const field = page.getByRole('textbox', { name: label, exact: true });
    await field.fill(words);
    if (name === 'a new draft') await chooseNetwork(page, 'Mastodon');
    // So that it is the save that meets the end of the session.
    if (label === 'Text for all networks') await expect(page.getByRole('region', { name: 'How it will look' })).toContainText(words);
    if (name === 'an edit at the desk') await expect(page.getByRole('button', { name: /Approve the edited post/ })).toBeEnabled();
    await context.clearCookies();

    await save(page);
    await expect(over(page)).toContainText('nothing you typed is lost');
    if (name === 'a new draft') {
      await expect(field).toHaveValue(words);
      await signInAgain(page, 'not the password');
      await expect(over(page).getByRole('alert')).toBeVisible();
    }
    await signInAgain(page);
    await expect(over(page)).toHaveCount(0);

    // The save that met the end of the session is repeated without another click.
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
    await shown(page, words);
    await page.reload();
    await shown(page, words);
  });
}

test('keys pressed next to the sign-in dialog decide nothing behind it', async ({ page, context }) => {
  const first = await agent.submit('The kiosk sells maps, the first of two.', ['sandbox']);
  const second = await agent.submit('The kiosk sells maps, the second of two.', ['sandbox']);
  await page.goto('/approvals?search=sells maps');
  await page.getByRole('link', { name: /the first of two/ }).click();
  await expect(page.getByRole('heading', { name: /the first of two/ })).toBeVisible();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByRole('heading', { name: /the second of two/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your decision' })).toHaveAttribute('data-seen');
  await context.clearCookies();
  await sendNow(page);
  await expect(over(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.mouse.click(5, 5);
  await page.keyboard.type('rapid');
  await signInAgain(page);
  await expect(over(page)).toHaveCount(0);
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${first.draft_id}`)).status).not.toBe('in_review');
  await expect(page.getByRole('heading', { name: /the second of two/ })).toBeVisible();
  await expect(page.getByText(/^(Rejected|Approved) “The kiosk sells maps, the second/)).toHaveCount(0);
  expect((await agent.call('GET', `/v1/drafts/${second.draft_id}`)).status).toBe('in_review');
});

async function choose(page: Page, name: string, buffer: Buffer, mimeType: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await chooser).setFiles([{ name, mimeType, buffer }]);
}

async function newDraft(page: Page, text: string): Promise<void> {
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill(text);
  await chooseNetwork(page, 'Sandbox');
}

async function saveAndLook(page: Page, described: string): Promise<void> {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('img', { name: described }).or(page.getByLabel(described)).first()).toBeVisible();
}

test('a picture that meets the end of the session is added after signing in again', async ({ page, context }) => {
  await newDraft(page, 'The kiosk has a new sign.');
  const sign = await page.screenshot({ clip: { x: 200, y: 100, width: 300, height: 200 } });
  await context.clearCookies();
  await choose(page, 'sign.png', sign, 'image/png');
  await expect(over(page)).toBeVisible();
  await signInAgain(page);
  await page.getByLabel('What picture 1 shows').fill('The sign');
  await saveAndLook(page, 'The sign');
});

test('a video that meets the end of the session continues where it stopped after signing in again', async ({ page, context }) => {
  await newDraft(page, 'The kiosk on film.');
  const ways: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/media/uploads')) ways.push(request.method());
  });
  const endSession = endSessionAtFirst('PATCH', context);
  await page.route('**/api/v1/media/uploads/**', endSession);
  await choose(page, 'kiosk.mp4', await videoFile(2), 'video/mp4');
  await expect(over(page)).toBeVisible();
  await signInAgain(page);
  await page.getByLabel('What the video shows').fill('The kiosk');
  // One upload was begun, and continued.
  expect(ways.filter((method) => method === 'POST')).toHaveLength(1);
  await page.unroute('**/api/v1/media/uploads/**', endSession);
  await saveAndLook(page, 'The kiosk');
});

/** The session ends before the first request of that method is answered. */
function endSessionAtFirst(method: string, context: BrowserContext): (route: Route) => Promise<void> {
  let hasEnded = false;
  return async (route) => {
    if (hasEnded || route.request().method() !== method) return route.fallback();
    hasEnded = true;
    await context.clearCookies();
    // Without the cookie, which was added to this request already.
    await route.continue({ headers: { ...(await route.request().allHeaders()), cookie: '' } });
  };
}
