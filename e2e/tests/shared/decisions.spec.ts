import { randomUUID } from 'node:crypto';
import { expect, test } from '../../fixtures.ts';
import { type Agent, connectSandbox, letAgentIn } from '../../support/agent.ts';
import { chooseNetwork } from '../../support/choose-network.ts';
import { selectWords } from '../../support/look.ts';
import { showIdentity } from '../../support/person.ts';
import { sendNow, stopLongTimers } from '../../support/send-now.ts';

let agent: Agent;
test.beforeAll(async ({ site }) => {
  await connectSandbox(site);
  agent = await letAgentIn(site.server, site.workspaceId, 'Decision agent');
});

test('requested changes reach the agent, and approval is requested for the new text', async ({ page }) => {
  const draft = await agent.submit('Our soup of the day is leek and potato, from noon on.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByLabel('What should change?').fill('Please name the price.');
  await page.getByRole('button', { name: 'Request changes' }).click();
  await sendNow(page);
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status).toBe('changes_requested');

  const again = await agent.call('POST', '/v1/captions', {
    workspace_id: agent.workspaceId,
    draft_id: draft.draft_id,
    approval_required: true,
    publish_mode: 'approval_queue',
    replace: true,
  });
  expect(again.draft_id).toBe(draft.draft_id);
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status).toBe('in_review');
});

test('a rejected post is not sent, and the page says so', async ({ page }) => {
  const draft = await agent.submit('Everything is free tomorrow, tell everybody.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Reject' }).click();
  await sendNow(page);
  await expect.poll(async () => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status).toBe('rejected');
  await page.goto('/sandbox');
  await expect(page.getByText('Everything is free tomorrow')).toHaveCount(0);
});

test('a half-typed time is a fault, and never means to publish at once', async ({ page }) => {
  const draft = await agent.submit('The terrace opens next year.', ['sandbox'], { scheduled_at: '2027-06-01T08:00:00Z' });
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Edit' }).click();
  const time = page.getByLabel(/^Publish at/);
  await expect(time).not.toHaveValue('');
  const approve = page.getByRole('button', { name: 'Approve the edited post' });
  await page.getByLabel('Text for sandbox').fill('The terrace opens next summer.');
  await expect(approve).toBeEnabled();
  await time.focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Complete the date, or clear the field.')).toBeVisible();
  await expect(approve).toBeDisabled();
  await page.keyboard.type('02');
  await expect(approve).toBeEnabled();

  // An empty field that is begun has no value either.
  await page.getByRole('button', { name: 'As soon as approved instead' }).click();
  await expect(approve).toBeEnabled();
  await time.focus();
  await page.keyboard.type('03');
  await page.getByLabel('Text for sandbox').focus();
  await expect(approve).toBeDisabled();
  await page.getByRole('button', { name: 'As soon as approved instead' }).click();
  await expect(approve).toBeEnabled();
  await expect.poll(() => time.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(false);

  // Nor is a new draft saved with it.
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The terrace opens in a year.');
  await chooseNetwork(page, 'Sandbox');
  await page.getByLabel('Publish at (optional)').focus();
  await page.keyboard.type('04');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Complete the date, or clear the field.')).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(/isWriting=true/);
});

test('typed edits stay readable when an agent changes the post meanwhile', async ({ page, site }) => {
  const draft = await agent.submit('The terrace has heaters.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByLabel('Text for sandbox');
  await field.fill('The terrace has twelve new heaters.');
  await expect(page.getByRole('button', { name: 'Approve the edited post' })).toBeEnabled();
  const changed = await fetch(`${site.server.url}/api/v1/drafts/${draft.draft_id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'if-match': '*', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ source_text: 'The terrace has parasols.' }),
  });
  expect(changed.status).toBe(200);
  await expect(page.getByText('The content changed after this was shown')).toBeVisible();
  await expect(field).toHaveValue('The terrace has twelve new heaters.');
  await expect(field).not.toBeEditable();
});

test('a decision can be undone within five seconds', async ({ page }) => {
  const draft = await agent.submit('The terrace opens in April, with a view over the harbour.', ['sandbox']);
  await page.goto(draft.approval_url);
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeEnabled();
  await stopLongTimers(page);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeEnabled();
  expect((await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).status).toBe('in_review');
});

test('an undone request for changes is back in its field, with the caret at its end', async ({ page }) => {
  const draft = await agent.submit('The terrace has forty chairs.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Request changes' }).click();
  const field = page.getByLabel('What should change?');
  await field.fill('Forty-two');
  await stopLongTimers(page);
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type(', I think.');
  await expect(field).toHaveValue('Forty-two, I think.');
});

test('a client link is made without mail, and copied', async ({ page, context, site }) => {
  const draft = await agent.submit('The terrace is heated.', ['sandbox']);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await showIdentity(page, site.server.url);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Share with a client' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This service sends no email: copy the link and send it yourself.');
  await dialog.getByLabel('Their email address').fill('mara@terrace.example');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByRole('button', { name: 'Copy: the link for the client' }).click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^${site.server.url}/shared#token=`));
  await page.goto('about:blank');
  await page.goto(copied);
  await expect(page.getByText('The terrace is heated.')).toBeVisible();
});

test('an English post is drawn from left to right in an Arabic console', async ({ page }) => {
  const english = await agent.submit('The terrace closes at ten.', ['sandbox']);
  const arabic = await agent.submit('تغلق الشرفة في العاشرة.', ['sandbox']);
  await page.addInitScript(() => localStorage.setItem('countersign-language', 'ar'));
  for (const [draft, direction] of [
    [english, 'ltr'],
    [arabic, 'rtl'],
  ] as const) {
    await page.goto(draft.approval_url);
    await expect(page.locator('html[lang="ar"][dir="rtl"]')).toBeVisible();
    const text = page.locator('[data-words-of="sandbox"]').first();
    await expect(text).toHaveCSS('direction', direction);
    await expect(text.locator('..')).toHaveCSS('direction', direction);
  }
});

test('content that changed while it was open cannot be approved', async ({ page }) => {
  const draft = await agent.submit('We close at six on Christmas Eve and reopen on Monday.', ['sandbox']);
  await agent.call('POST', `/v1/drafts/${draft.draft_id}/comments`, {
    text: 'Every year.',
    quote: 'on Christmas Eve',
    platform: 'sandbox',
  });
  await agent.call('POST', `/v1/drafts/${draft.draft_id}/comments`, {
    text: 'As we know it.',
    quote: 'We close at six',
    platform: 'sandbox',
  });
  await page.goto(draft.approval_url);
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeEnabled();
  const words = page.locator('[data-words-of="sandbox"]');
  await selectWords(words, 'at six');
  await page.getByRole('button', { name: 'Comment on this' }).click();
  await expect(page.getByLabel('Add a comment')).toBeFocused();
  await page.getByLabel('Add a comment').fill('Not at five?');
  const current = await agent.call('GET', `/v1/drafts/${draft.draft_id}`);
  const answer = await fetch(new URL(`/api/v1/drafts/${draft.draft_id}`, page.url()), {
    method: 'PATCH',
    headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'if-match': `"${current.revision}"` },
    body: JSON.stringify({ source_text: 'We close at four on Christmas Eve and reopen on Tuesday.' }),
  });
  expect(answer.status).toBe(200);
  await expect(page.getByText('The content changed after this was shown')).toBeVisible();
  // Words that were changed cannot be commented on; the typed comment is kept.
  await expect(page.getByRole('button', { name: 'Remove the quote' })).toHaveCount(0);
  await expect(page.getByLabel('Add a comment')).toHaveValue('Not at five?');
  await selectWords(words, 'at six');
  await expect(page.getByRole('button', { name: 'Comment on this' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeDisabled();
  // A comment on removed words says so; existing words are marked, and scrolled to when pressed.
  await expect(page.getByRole('listitem').filter({ hasText: 'As we know it.' })).toContainText('no longer in the post');
  await page.getByRole('button', { name: 'on Christmas Eve' }).click();
  await expect(words.locator('mark')).toHaveText('on Christmas Eve');
});
