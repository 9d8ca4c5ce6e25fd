import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { videoFile } from '../../../server/src/testing/videos.ts';
import { expect, OPERATOR, test } from '../../fixtures.ts';
import { connectSandbox, letAgentIn } from '../../support/agent.ts';
import { selectWords, sideways } from '../../support/look.ts';
import { newPerson, showIdentity, typePassword } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';

test.use({ siteName: 'clients', siteEnv: async ({ post }, use) => use({ ...post.env, SIGN_UP: 'on' }) });

const CLIENT = 'mara@harbour-cafe.example';

test('an owner shares a post, and the client approves it on a phone with an emailed code', async ({ browser, page, site, post }) => {
  const agent = await letAgentIn(site.server, site.workspaceId);
  await agent.submit('The harbour festival opens on Friday at nine.', ['sandbox']);
  await showIdentity(page, site.server.url);
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Share with a client' }).first().click();
  await page.getByLabel('Their email address').fill(CLIENT);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`The link is on its way to ${CLIENT}`)).toBeVisible();

  const mail = await post.mailTo(CLIENT, /asks you to review a post/);
  const link = /http\S+\/shared#token=[\w-]+/.exec(mail.text)?.[0] ?? '';
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState: { cookies: [], origins: [] } });
  const phone = await context.newPage();
  const foreign: string[] = [];
  phone.on('request', (request) => {
    if (!request.url().startsWith(site.server.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: `${OPERATOR.name} asks you to review a post` })).toBeVisible();
  await expect(phone.getByText('The harbour festival opens on Friday at nine.')).toBeVisible();
  expect(phone.url()).not.toContain('token');
  expect(await sideways(phone)).toBeLessThanOrEqual(0);

  // Going back from the code keeps what was typed.
  const own = phone.getByLabel('Add a comment');
  await phone.getByRole('button', { name: 'Add a comment' }).click();
  await own.fill('And if it rains?');
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByRole('button', { name: 'Send me the code' })).toBeVisible();
  await phone.getByRole('button', { name: 'Back' }).click();
  await expect(own).toHaveValue('And if it rains?');

  await expect(phone.getByText('Times here are UTC.')).toBeVisible();
  await phone.getByLabel('Your name, for the record').fill('Mara Pinto');
  await phone.getByRole('button', { name: 'Approve' }).click();
  await phone.getByRole('button', { name: 'Send me the code' }).click();
  const code = /(\d{4}\s\d{4})/.exec((await post.mailTo(CLIENT, /is your code/)).text)?.[1] ?? '';
  await phone.getByLabel('Code from the email').fill('1111 1111');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByText('The code is incorrect or has expired.')).toBeVisible();
  await phone.getByLabel('Code from the email').fill(code);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByText('You approved this')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('You approved this')).toBeVisible();
  // Words are selected to comment on them.
  await selectWords(phone.locator('[data-words-of="sandbox"]'), 'on Friday');
  await phone.getByRole('button', { name: 'Comment on this' }).click();
  await phone.getByRole('textbox').last().fill('In the morning?');
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByRole('listitem').filter({ hasText: 'In the morning?' }).getByText('on Friday', { exact: true })).toBeVisible();
  // Hovering or focusing a thread marks its words; pressing it keeps them marked.
  const quote = phone.getByRole('button', { name: 'on Friday', exact: true });
  await phone.mouse.move(0, 0);
  await expect(phone.locator('mark')).toHaveCount(0);
  await quote.hover();
  await expect(phone.locator('[data-words-of="sandbox"] mark')).toHaveText('on Friday');
  await quote.click();
  await expect(quote).toHaveAttribute('aria-pressed', 'true');
  await phone.mouse.move(0, 0);
  await quote.blur();
  await expect(phone.locator('[data-words-of="sandbox"] mark')).toHaveText('on Friday');
  await expect(phone.locator('[data-words-of="sandbox"] mark')).toBeInViewport();
  await quote.click();
  await quote.blur();
  // A reply in between keeps the selection for another comment.
  await selectWords(phone.locator('[data-words-of="sandbox"]'), 'at nine');
  await phone.getByRole('button', { name: 'Comment on this' }).click();
  await own.fill('Or at ten?');
  await own.blur();
  await selectWords(phone.locator('[data-words-of="sandbox"]'), 'at nine');
  await phone.getByRole('button', { name: 'Comment on this' }).click();
  await expect(own).toBeFocused();
  await phone.getByRole('button', { name: 'Reply' }).click();
  await phone.getByLabel('Reply').fill('It says so.');
  await phone.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(phone.getByLabel('Reply')).toHaveCount(0);
  await expect(phone.getByText('It says so.', { exact: true })).toBeVisible();
  await expect(own).toHaveValue('Or at ten?');
  await expect(phone.getByText('at nine', { exact: true })).toBeVisible();
  expect(foreign).toEqual([]);

  await page.goto('/drafts');
  await page
    .getByRole('link', { name: /harbour festival/ })
    .first()
    .click();
  await expect(page.getByText('In the morning?')).toBeVisible();
  await selectWords(page.locator('[data-words-of=""]'), 'at nine');
  await page.getByRole('button', { name: 'Comment on this' }).click();
  await page.getByLabel('Add a comment').fill('Yes, sharp.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Yes, sharp.' }).getByText('at nine', { exact: true })).toBeVisible();
  const asked = page.getByRole('listitem').filter({ hasText: 'Yes, sharp.' });
  await asked.getByRole('button', { name: 'at nine' }).focus();
  await expect(page.locator('[data-words-of=""] mark')).toHaveText('at nine');
  await asked.getByRole('button', { name: 'at nine' }).blur();
  await expect(page.locator('[data-words-of=""] mark')).toHaveCount(0);
  // A selection is reset by navigation.
  await selectWords(page.locator('[data-words-of=""]'), 'opens');
  await page.getByRole('button', { name: 'Comment on this' }).click();
  await expect(page.getByText('opens', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Yes, sharp.')).toBeVisible();
  await expect(page.getByText('opens', { exact: true })).toHaveCount(0);

  await page.goto('/settings/members');
  const row = page.getByRole('listitem').filter({ hasText: CLIENT });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
  await phone.reload();
  await expect(phone.getByText('This link is no longer valid.')).toBeVisible();
  await context.close();
});

test('a client approves several posts at once, and their name is recorded', async ({ browser, page, site, post }) => {
  const email = 'rui@harbour-cafe.example';
  const agent = await letAgentIn(site.server, site.workspaceId, 'Many posts');
  const text = (day: string) => `The pool opens at eight on ${day}: https://harbour.example.org/pool #pool`;
  const drafts = [
    await agent.submit(text('Monday'), ['sandbox']),
    await agent.submit(text('Tuesday'), ['bluesky', 'sandbox'], {
      captions: [
        { platform: 'bluesky', text: text('Tuesday') },
        { platform: 'sandbox', text: text('Tuesday'), settings: { first_comment: 'Bring a towel.' } },
      ],
    }),
  ];
  await showIdentity(page, site.server.url);
  await page.goto('/approvals');
  for (const day of ['Monday', 'Tuesday']) {
    await page
      .getByRole('listitem')
      .filter({ hasText: `at eight on ${day}` })
      .getByRole('checkbox')
      .check();
  }
  await page.getByRole('button', { name: 'Share 2 with a client' }).click();
  await page.getByLabel('Their email address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await post.mailTo(email, /asks you to review 2 posts/);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState: { cookies: [], origins: [] } });
  const phone = await context.newPage();
  await phone.goto(/http\S+\/shared#token=[\w-]+/.exec(mail.text)?.[0] ?? '');
  // Of two networks with the same words only the second has a comment.
  await expect(phone.getByText('Bring a towel.')).toBeVisible();
  // Previews that are swiped make no post wider than its frame.
  const posts = phone.getByRole('article', { name: /^Post \d of 2$/ });
  expect(await posts.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))).toEqual([0, 0]);
  await phone.getByLabel('Your name, for the record').fill('Rui Costa');
  await phone.getByRole('button', { name: 'Approve all 2' }).click();
  await phone.getByRole('button', { name: 'Send me the code' }).click();
  const code = /(\d{4}\s\d{4})/.exec((await post.mailTo(email, /is your code/)).text)?.[1] ?? '';
  await phone.getByLabel('Code from the email').fill(code);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByText('2 of 2 approved.')).toBeVisible();
  await expect(phone.getByText('You approved this')).toHaveCount(2);
  expect(await sideways(phone)).toBeLessThanOrEqual(0);
  await page.goto(drafts[0].approval_url);
  await expect(page.getByText(`Rui Costa (${email})`)).toBeVisible();
  await context.close();
});

/** Writes a post with one file and submits it; the page then shows its approval. */
async function submitWith(page: Page, text: string, file: { name: string; mimeType: string; buffer: Buffer; field: string }) {
  await page.goto('/drafts?isWriting=true');
  await page.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill(text);
  const sandbox = page.getByRole('checkbox', { name: 'Sandbox' });
  if (!(await sandbox.isChecked())) await sandbox.check();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await chooser).setFiles([file]);
  await page.getByLabel(file.field).fill(text);
  await page.getByText('Submit for approval').click();
  await page.getByRole('button', { name: 'Save and submit' }).click();
  await page.getByRole('link', { name: 'Open the approval' }).click();
}

test('a client plays the video and downloads the document of a post, and approves only what has loaded', async ({
  browser,
  page,
  site,
  post,
}) => {
  const email = 'ines@harbour-cafe.example';
  const plan = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page /MediaBox [0 0 842 595] >> endobj\n%%EOF\n');
  await connectSandbox(site);
  const video = { name: 'pier.mp4', mimeType: 'video/mp4', buffer: await videoFile(2), field: 'What the video shows' };
  await submitWith(page, 'The lights of the pier', video);
  await submitWith(page, 'The plan of the pier', {
    ...{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: plan },
    field: 'Title of the document',
  });
  await showIdentity(page, site.server.url);
  await page.goto('/approvals?search=of the pier');
  for (const text of ['The lights of the pier', 'The plan of the pier'])
    await page.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Share 2 with a client' }).click();
  await page.getByLabel('Their email address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();

  const mail = await post.mailTo(email, /asks you to review 2 posts/);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const client = await context.newPage();
  let lost = 0;
  await client.route('**/api/client/picture', (route) => {
    lost += 1;
    return route.fulfill({ status: 500, json: { code: 'internal_error', title: 'Something failed.' } });
  });
  await client.goto(/http\S+\/shared#token=[\w-]+/.exec(mail.text)?.[0] ?? '');
  await expect(client.getByText('You can approve once all pictures and files have loaded.')).toHaveCount(3);
  await expect(client.getByRole('button', { name: 'Approve', exact: true }).first()).toBeDisabled();
  await expect(client.getByRole('button', { name: 'Approve all 2' })).toBeDisabled();
  expect(lost).toBe(2);

  await client.unroute('**/api/client/picture');
  for (const name of ['Post 1 of', 'Post 2 of'])
    await client.getByRole('article', { name }).getByRole('button', { name: 'Try again' }).click();
  const seconds = () => client.locator('video').evaluate((each: HTMLVideoElement) => each.duration);
  await expect.poll(seconds).toBe(2);
  const download = client.waitForEvent('download');
  await client.getByRole('link', { name: 'The plan of the pier' }).click();
  expect((await download).suggestedFilename()).toBe('The plan of the pier.pdf');
  expect(await readFile(await (await download).path())).toEqual(plan);
  await expect(client.getByRole('button', { name: 'Approve all 2' })).toBeEnabled();
  await context.close();
});

test('a visitor requests an account on a phone, the operator approves it, and the new owner signs in', async ({
  browser,
  page,
  site,
  post,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState: { cookies: [], origins: [] } });
  const phone = await context.newPage();
  await phone.goto(`${site.server.url}/sign-in`);
  await phone.getByRole('link', { name: 'Request an account' }).click();
  // The page that it leads to asks for an address too.
  await expect(phone.getByRole('heading', { name: 'Request an account' })).toBeVisible();
  await phone.getByLabel('Email address').fill('cleo@quay.example');
  await phone.getByRole('button', { name: 'Send me the link' }).click();
  await expect(phone.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const mail = await post.mailTo('cleo@quay.example', /Continue your sign-up/);
  await phone.goto(/http\S+\/sign-up#token=[\w-]+/.exec(mail.text)?.[0] ?? '');
  // The user name for a password manager.
  await expect(phone.locator('input[autocomplete="username"]')).toHaveValue('cleo@quay.example');
  await phone.getByLabel('Your name').fill('Cleo');
  await phone.getByLabel('Name of your account').fill('The quay');
  await phone.getByRole('textbox', { name: 'Password' }).fill(OPERATOR.password);
  expect(await sideways(phone)).toBeLessThanOrEqual(0);
  await phone.getByRole('button', { name: 'Request the account' }).click();
  await expect(phone.getByRole('heading', { name: 'Your request has been sent' })).toBeVisible();

  await showIdentity(page, site.server.url);
  await page.goto('/operator');
  const row = page.getByRole('listitem').filter({ hasText: 'cleo@quay.example' });
  await expect(row.getByRole('combobox', { name: 'Plan of The quay' })).toHaveValue(/^Trial/);
  await row.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(row).toHaveCount(0);

  await post.mailTo('cleo@quay.example', /Your account is ready/);
  await phone.getByRole('link', { name: 'Go to sign-in' }).click();
  await phone.getByLabel('Email address').fill('cleo@quay.example');
  await phone.getByRole('textbox', { name: 'Password' }).fill(OPERATOR.password);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  // On the trial plan the first post goes out, and what is left is to connect an agent.
  const steps = phone.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Connect the sandbox' }).click();
  await expect(steps.getByText('1 of 3 steps done')).toBeVisible();
  await phone.goto(`${site.server.url}/drafts?isWriting=true`);
  await phone.getByRole('textbox', { name: 'Text for all networks', exact: true }).fill('The quay has opened.');
  await phone.getByText('Submit for approval').click();
  await phone.getByRole('button', { name: 'Save and submit' }).click();
  await phone.getByRole('link', { name: 'Open the approval' }).click();
  await phone.getByRole('button', { name: /^Approve and publish/ }).click();
  await sendNow(phone);
  await phone.goto(site.server.url);
  await expect(steps.getByRole('link', { name: 'Published. Open it' })).toBeVisible();
  await expect(steps.getByText('2 of 3 steps done')).toBeVisible();
  await expect(steps.getByText('Connect an agent')).toBeVisible();
  await steps.getByRole('link', { name: 'Enter the code' }).click();
  await expect(phone).toHaveURL(/\/grant$/);
  await context.close();
});

test('an invitation is mailed, and the page says so', async ({ page, site, post }) => {
  await showIdentity(page, site.server.url);
  await page.goto('/settings/members');
  await page.getByLabel('Email address').fill('tom@quay.example');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await expect(page.getByText('The invitation is on its way to tom@quay.example')).toBeVisible();
  const { text } = await post.mailTo('tom@quay.example', /./);
  expect(text).toMatch(/http\S+\/invite#token=[\w-]+/);
});

test('emails and new browsers use the language that a person chose', async ({ browser, page, site, post }) => {
  const nia = await newPerson(browser, site, page, {});
  await nia.page.goto('/');
  await nia.page.getByRole('button', { name: /^Signed in as/ }).click();
  await nia.page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect(nia.page.getByRole('heading', { name: 'Übersicht' })).toBeVisible();
  await nia.context.close();

  const context = await browser.newContext({ baseURL: site.server.url, storageState: { cookies: [], origins: [] } });
  const another = await context.newPage();
  await another.goto('/sign-in');
  await another.getByRole('link', { name: 'Forgot your password?' }).click();
  // The page before has a field of the same name.
  await expect(another.getByRole('heading', { name: 'A new password' })).toBeVisible();
  await another.getByLabel('Email address').fill(nia.email);
  await another.getByRole('button', { name: 'Send me a link' }).click();
  expect((await post.mailTo(nia.email, /Neues Passwort/)).headers['content-language']).toBe('de');
  await another.goto('/sign-in');
  await typePassword(another, nia.email);
  await expect(another.getByRole('heading', { name: 'Übersicht' })).toBeVisible();
  await context.close();
});
