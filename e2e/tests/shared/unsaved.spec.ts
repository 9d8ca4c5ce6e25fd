import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { type Agent, connectSandbox, letAgentIn } from '../../support/agent.ts';
import { newPerson, PASSWORD } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';

let agent: Agent;
let draft: { draft_id: string; approval_url: string };
test.beforeAll(async ({ site }) => {
  await connectSandbox(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Unsaved agent');
  draft = await agent.submit('The rowing club meets on the quay at seven.', ['sandbox']);
  await agent.call('POST', `/v1/drafts/${draft.draft_id}/comments`, { text: 'Is seven right?' });
});

interface Form {
  /** The form's page, and what opens it. */
  open: (page: Page) => Promise<void>;
  field: string;
  /** Whether leaving asks first; otherwise the text is restored on returning. */
  asks: boolean;
}

const FORMS: Record<string, Form> = {
  'a new draft': { open: async (page) => void (await page.goto('/drafts?isWriting=true')), field: 'Text for all networks', asks: true },
  'a draft': {
    open: async (page) => {
      await page.goto(`/drafts/${draft.draft_id}`);
      await page.getByRole('button', { name: 'Edit' }).click();
    },
    field: 'Text for all networks',
    asks: true,
  },
  'an edit at the desk': {
    open: async (page) => {
      await page.goto(draft.approval_url);
      await page.getByRole('button', { name: 'Edit' }).click();
    },
    field: 'Text for sandbox',
    asks: true,
  },
  'a request for changes': {
    open: async (page) => {
      await page.goto(draft.approval_url);
      await page.getByRole('button', { name: 'Request changes' }).click();
    },
    field: 'What should change?',
    asks: false,
  },
  'a comment': { open: async (page) => void (await page.goto(`/drafts/${draft.draft_id}`)), field: 'Add a comment', asks: false },
  'an answer to a comment': {
    open: async (page) => {
      await page.goto(`/drafts/${draft.draft_id}`);
      await page.getByRole('button', { name: 'Reply' }).click();
    },
    field: 'Reply',
    asks: false,
  },
  'the voice of the workspace': { open: async (page) => void (await page.goto('/settings/voice')), field: 'Tone', asks: true },
  'the safety checks': { open: async (page) => void (await page.goto('/settings/safety')), field: 'Blocked words and phrases', asks: true },
};

for (const [name, { open, field: label, asks }] of Object.entries(FORMS)) {
  test(`${name}: typed text survives a reload, a crash and other pages until it is discarded`, async ({ page, context }) => {
    const typed = `Typed into ${name} and not saved.`;
    const field = page.getByRole('textbox', { name: label, exact: true });
    const restored = page.getByText(/^Unsaved changes from \d\d:\d\d restored/);
    await open(page);
    const before = await field.inputValue();
    await field.fill(typed);
    await expect(restored).toHaveCount(0);

    await page.reload();
    await expect(restored).toBeVisible();
    await expect(field).toHaveValue(typed);
    // At the desk one goes on writing where one was.
    if (name.includes('desk') || name.includes('request')) {
      await expect(field).toBeFocused();
      expect(await field.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(typed.length);
    }

    const address = page.url();
    const cdp = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    cdp.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
    const next = await context.newPage();
    await next.goto(address);
    const nextField = next.getByRole('textbox', { name: label, exact: true });
    await expect(nextField).toHaveValue(typed);

    // Leaving asks, or the text is restored on returning.
    if (name === 'a new draft') await next.keyboard.press('Escape');
    else await next.getByRole('link', { name: 'Audit log' }).first().click();
    if (asks) await next.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).last().click();
    else await next.goBack();
    await expect(nextField).toHaveValue(typed);

    await next.getByRole('button', { name: 'Discard', exact: true }).click();
    await next.goto('/audit');
    await open(next);
    await expect(nextField).toHaveValue(before);
    await expect(next.getByText(/^Unsaved changes/)).toHaveCount(0);
    await next.close();
  });
}

test('where the browser refuses storage, forms say that they do not keep the text', async ({ page }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function set(name, value) {
      if (name.startsWith('countersign-unsaved')) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      setItem.call(this, name, value);
    };
  });
  const notKept = page.getByText('This browser cannot keep unsaved text. If you leave this page, it is lost.');
  for (const form of ['a new draft', 'a draft', 'a comment', 'the voice of the workspace'] as const) {
    const { open, field: label } = FORMS[form] as Form;
    await open(page);
    const field = page.getByRole('textbox', { name: label, exact: true });
    const before = await field.inputValue();
    await expect(notKept).toHaveCount(0);
    await field.fill(`Typed into ${form}, which is not kept.`);
    await expect(notKept).toBeVisible();
    await expect(page.getByText('Kept in this browser')).toHaveCount(0);
    await field.fill(before);
    await expect(notKept).toHaveCount(0);
  }
});

test('an unsaved edit asks before opening another row, going back or leaving by the menu', async ({ page }) => {
  await agent.submit('The café has new chairs. The rowing club says thanks.', ['sandbox']);
  // Other files of the site may have filled the first page.
  await page.goto('/approvals?search=rowing');
  await page.getByRole('link', { name: /The café has new chairs/ }).click();
  await page.getByRole('link', { name: /The rowing club meets/ }).click();
  // Not the button of the post that is still shown while this one is loaded.
  await expect(page.getByRole('heading', { name: /^The rowing club meets/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Text for sandbox', exact: true });
  await field.fill('The rowing club meets at eight.');
  const ways = [
    () => page.getByRole('link', { name: /The café has new chairs/ }).click(),
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Calendar' }).first().click(),
  ];
  for (const leave of ways) {
    await leave();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).last().click();
    await expect(field).toHaveValue('The rowing club meets at eight.');
  }
  await page.getByRole('link', { name: /The café has new chairs/ }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'The café has new chairs.' })).toBeVisible();
  await page.goto(draft.approval_url);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeEnabled();
  await expect(field).toHaveCount(0);

  // An approval includes the edit: nothing asks, and nothing is kept.
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('The rowing club meets at nine.');
  await page.getByRole('button', { name: /Approve the edited post/ }).click();
  await sendNow(page);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('edit ')))).toEqual([]);
});

test('after a session ended at a reload, signing in restores the text; signing out asks, and discards it', async ({
  page: owner,
  browser,
  site,
}) => {
  const { page, context, email } = await newPerson(browser, site, owner, {}, true, 'EDITOR');
  const field = page.getByRole('textbox', { name: 'Text for all networks', exact: true });
  await page.goto('/drafts?isWriting=true');
  await field.fill('The tide table for May.');
  await context.clearCookies();
  await page.reload();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(field).toHaveValue('The tide table for May.');

  await page.goto('/audit');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(ask).toContainText('not saved yet');
  await ask.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('countersign-unsaved'))))
    .toEqual([]);
  await context.close();
});
