import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { letAgentIn, letPostsOut, untilEnded } from '../../support/agent.ts';
import { cli } from '../../support/cli.ts';
import { addAuthenticator, newPerson, showIdentity, signOut, typePassword } from '../../support/person.ts';
import { sendNow } from '../../support/send-now.ts';
import { changeRows } from '../../support/shared-database.ts';
import { totpCode } from '../../support/totp.ts';

test.use({ siteName: 'clients', siteEnv: async ({ post }, use) => use({ ...post.env, SIGN_UP: 'on' }) });

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const decision = (page: Page) => page.getByRole('region', { name: 'Your decision' });

/** Replaces the stages of the policy by these, on the settings page. */
async function setStages(page: Page, stages: { name: string; who: string; person?: string }[], isSigned = false): Promise<void> {
  await page.goto('/settings/policies');
  await expect(page.getByRole('button', { name: 'Add a stage' })).toBeVisible();
  const remove = page.getByRole('listitem').getByRole('button', { name: 'Remove', exact: true });
  while ((await remove.count()) > 0) await remove.first().click();
  for (const [index, { name, who, person }] of stages.entries()) {
    await page.getByRole('button', { name: 'Add a stage' }).click();
    const row = page.getByRole('listitem').filter({ has: page.getByLabel(`Stage ${index + 1}`) });
    await row.getByLabel(`Stage ${index + 1}`).fill(name);
    await row
      .getByRole('combobox', { name: 'Who approves' })
      .or(row.getByRole('textbox', { name: 'Who approves' }))
      .click();
    await page.getByRole('option', { name: who }).click();
    if (!person) continue;
    await row
      .getByRole('combobox', { name: 'These people' })
      .or(row.getByRole('textbox', { name: 'These people' }))
      .click();
    await page.getByRole('option', { name: person }).click();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('switch', { name: 'Approvals are signed with a passkey' }).setChecked(isSigned);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(page.getByText('Saved. It applies from now on.')).toBeVisible();
  await expect(save).toBeFocused();
}

test('the operator resets a lost second factor: the password alone signs in again', async ({ browser, site, page }) => {
  const person = await newPerson(browser, site, page, DESKTOP);
  await person.page.goto('/settings/security');
  await person.page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await person.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  await person.page.getByLabel('The code it shows now').fill(totpCode(secret, new Date()));
  await person.page.getByRole('button', { name: 'Turn on' }).click();
  await person.page.getByRole('button', { name: 'I have saved them' }).click();
  await signOut(person.page);
  await typePassword(person.page, person.email);
  await expect(person.page.getByLabel('Code from your app')).toBeVisible();

  await cli(site.server.dataDir, 'user', 'reset-second-factor', '--email', person.email);
  await person.page.goto('/sign-in');
  await typePassword(person.page, person.email);
  await expect(person.page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await person.page.goto('/settings/security');
  await expect(person.page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await person.context.close();
});

test('a time is entered in the calendar, in the workspace’s time zone, and undone', async ({ page, site }) => {
  const agent = await letAgentIn(site.server, site.workspaceId, 'Planner');
  const at = new Date(Date.now() + 2 * 24 * 3_600_000);
  at.setUTCHours(9, 0, 0, 0);
  const draft = await agent.submit('The typed ferry sails at nine.', ['sandbox'], { scheduled_at: at.toISOString() });
  const planned = async () => (await agent.call('GET', `/v1/drafts/${draft.draft_id}`)).scheduled_at;
  const day = at.toISOString().slice(0, 10);
  await page.goto(`/calendar?day=${day}`);
  await page.getByRole('button', { name: /The typed ferry/ }).click();
  const panel = page.getByRole('complementary', { name: /The typed ferry/ });
  const time = panel.getByLabel('Publish at');
  await expect(time).toHaveValue(`${day}T09:00`);
  // By its keys: each digit of the year is a time of its own, from the year 2 on.
  await time.focus();
  for (const key of ['ArrowRight', 'ArrowRight', ...day.slice(0, 4)]) await page.keyboard.press(key);
  await expect(time).toHaveValue(`${day}T09:00`);
  await expect(panel).toBeVisible();
  await time.fill(`${day}T17:45`);
  await panel.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(planned).toBe(`${day}T17:45:00.000Z`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(planned).toBe(at.toISOString());
});

test('the email to a client is readable in light and dark mode', async ({ page, site, post }) => {
  const client = 'rui@harbour-cafe.example';
  await showIdentity(page, site.server.url);
  const agent = await letAgentIn(site.server, site.workspaceId, 'Turns');
  const draft = await agent.submit('The boat race starts at noon.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Share with a client' }).click();
  await page.getByLabel('Their email address').fill(client);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await post.mailTo(client, /asks you to review a post/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();

  for (const colorScheme of ['light', 'dark'] as const) {
    const reader = await page.context().newPage();
    await reader.emulateMedia({ colorScheme });
    await reader.setContent(mail.html.replaceAll(/token=[\w-]+/g, 'token=hidden'));
    const { violations } = await new AxeBuilder({ page: reader }).withRules(['color-contrast', 'link-name', 'image-alt']).analyze();
    expect(violations.map(({ id, nodes }) => [colorScheme, id, nodes.map(({ html }) => html)])).toEqual([]);
    const canvas = await reader.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(canvas).toBe(colorScheme === 'dark' ? 'rgb(19, 20, 24)' : 'rgb(247, 247, 248)');
    await reader.close();
  }
});

test('a client is emailed when their stage starts, approves by the link, and the link expires', async ({ browser, page, site, post }) => {
  const client = 'ines@harbour-cafe.example';
  const { dataDir } = site.server;
  await setStages(page, [
    { name: 'Team', who: 'Owners only' },
    { name: 'Client', who: 'The client, by a link' },
  ]);
  await showIdentity(page, site.server.url);
  const agent = await letAgentIn(site.server, site.workspaceId, 'In turn');
  const draft = await agent.submit('The rowing club meets at dawn.', ['sandbox']);
  await page.goto(draft.approval_url);
  await page.getByRole('button', { name: 'Share with a client' }).click();
  await page.getByLabel('Their email address').fill(client);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const linkIn = ({ text }: { text: string }) => /http\S+\/shared#token=[\w-]+/.exec(text)?.[0] ?? '';
  const first = linkIn(await post.mailTo(client, /asks you to review a post/));
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState: { cookies: [], origins: [] } });
  const phone = await context.newPage();
  await phone.goto(first);
  await expect(phone.getByText('You will get an email when it is your turn.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await page.goto(draft.approval_url);
  await expect(decision(page)).toHaveAttribute('data-seen');
  await decision(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await sendNow(page);
  // Such mails are gathered for a minute, which is over now.
  const isOver = () => changeRows(dataDir, `update client_recalls set due_at = now() where state = 'waiting'`);
  await expect.poll(isOver).toBe(1);
  const mail = await post.mailTo(client, /^Your approval is requested: “The rowing club/);
  expect(mail.text).toContain('has reviewed it, and');
  await phone.goto('about:blank');
  await phone.goto(linkIn(mail));
  await phone.getByLabel('Your name, for the record').fill('Ines Prado');
  await phone.getByRole('button', { name: 'Approve' }).click();
  await phone.getByRole('button', { name: 'Send me the code' }).click();
  const code = /(\d{4}\s\d{4})/.exec((await post.mailTo(client, /is your code/)).text)?.[1] ?? '';
  await phone.getByLabel('Code from the email').fill(code);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByText('You approved this')).toBeVisible();
  expect(await agent.call('GET', `/v1/approvals/${draft.approval.approval_id}`)).toMatchObject({ state: 'approved' });

  expect(await changeRows(dataDir, 'update client_links set expires_at = now() where email = $1', [client])).toBe(1);
  await phone.reload();
  await expect(phone.getByText('This link is no longer valid.')).toBeVisible();
  await expect(phone.getByText('Ask the sender for a new one.')).toBeVisible();
  await expect(phone.getByText('The rowing club meets at dawn.')).toHaveCount(0);
  await context.close();
});

test('each stage is signed with a passkey by its own approver, and the proof names both', async ({ browser, page, context, site }) => {
  await letPostsOut(site);
  await showIdentity(page, site.server.url);
  const second = await newPerson(browser, site, page, DESKTOP);
  for (const device of [{ page, context }, second]) {
    await addAuthenticator(device);
    await device.page.goto('/settings/security');
    if (device === second) await showIdentity(second.page, site.server.url);
    await device.page.getByRole('button', { name: 'Add a passkey' }).click();
    await device.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Key of a stage');
    await device.page.getByRole('button', { name: 'Continue' }).click();
    await expect(device.page.getByText('Key of a stage')).toBeVisible();
  }
  await setStages(
    page,
    [
      { name: 'Team', who: 'Owners only' },
      { name: 'Legal', who: 'Specific people', person: second.name },
    ],
    true,
  );
  const agent = await letAgentIn(site.server, site.workspaceId, 'Staged');
  const draft = await agent.submit('The old pier is insured.', ['sandbox']);
  for (const device of [page, second.page]) {
    await device.goto(draft.approval_url);
    await expect(device.getByText('Approving asks for your passkey')).toBeVisible();
    await expect(decision(device)).toHaveAttribute('data-seen');
    await decision(device)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await sendNow(device);
    await expect(device.getByText(/^Approved: “The old pier is insured\.”/)).toBeVisible();
  }
  await untilEnded(agent, draft.publish_job.job_id);
  expect(await agent.call('GET', `/v1/approvals/${draft.approval.approval_id}`)).toMatchObject({
    state: 'approved',
    decisions: [
      { decision: 'approved', signed: true },
      { decision: 'approved', signed: true },
    ],
  });
  await second.context.close();
});
