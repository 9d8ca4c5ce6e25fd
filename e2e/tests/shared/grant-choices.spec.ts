import type { Page } from '@playwright/test';
import { expect, OPERATOR, test } from '../../fixtures.ts';
import { askForAccess } from '../../support/device-agent.ts';
import { learnOwn } from '../../support/known-secrets.ts';
import { invite, showIdentity, typePassword } from '../../support/person.ts';
import { cli, secretFile } from '../../support/server.ts';
import { totpCode } from '../../support/totp.ts';

const PASSWORD = 'another long enough password';
const STEP_MS = 30_000;
const DAY_MS = 86_400_000;

/** As the person signed in on the page. */
const asker =
  (page: Page, url: string) =>
  async (query: string, variables: object = {}) => {
    const answer = await page.request.post(`${url}/api/graphql`, { headers: { origin: url }, data: { query, variables } });
    learnOwn(await answer.text());
    return (await answer.json()).data;
  };

/** Adds an authenticator app for the person signed in on the page; returns its secret. */
async function addApp(page: Page, url: string): Promise<string> {
  const ask = asker(page, url);
  const input = { password: PASSWORD };
  await ask('mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { freshUntil } }', { input });
  const { secret } = (await ask('mutation { beginTotp { secret } }')).beginTotp;
  await ask('mutation ($code: String!) { confirmTotp(code: $code) { recoveryCodes } }', { code: totpCode(secret, new Date()) });
  return secret;
}

test('an owner of two accounts chooses the workspace and the last day, and confirms with password and app code', async ({
  page,
  browser,
  site,
}) => {
  const { url, dataDir } = site.server;
  const file = await secretFile(dataDir, 'two.pw', PASSWORD);
  const owner = ['--owner-email', 'two@example.org', '--owner-name', 'Io Two', '--owner-password-file', file];
  const second = await cli(dataDir, 'account', 'create', '--name', 'Lighthouse', ...owner, '--approve');
  const context = await browser.newContext({ baseURL: url, storageState: { cookies: [], origins: [] } });
  const io = await context.newPage();
  await io.goto('/sign-in');
  await typePassword(io, 'two@example.org', PASSWORD);
  await expect(io.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await io.goto(await invite(site, page, 'two@example.org', 'OWNER'));
  await io.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(io.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const secret = await addApp(io, url);
  // Fourteen hours ahead of the open workspace.
  const ask = asker(io, url);
  const { settingsRevision: revision } = (
    await ask('query ($id: ID!) { workspace(id: $id) { settingsRevision } }', { id: second.workspace_id })
  ).workspace;
  const east = { workspaceId: second.workspace_id, revision, timeZone: 'Pacific/Kiritimati' };
  await ask('mutation ($east: ChangeWorkspaceInput!) { changeWorkspace(input: $east) { id } }', { east });

  const agent = await askForAccess(url, { name: 'Choosy agent', scope: 'read' });
  await io.goto(agent.page);
  await io.getByRole('textbox', { name: 'Code' }).fill(agent.userCode);
  await io.getByRole('button', { name: 'Review the request' }).click();
  const chooser = io.getByRole('combobox', { name: 'Workspace' });
  await chooser.click();
  await expect(io.getByRole('option')).toHaveText([OPERATOR.workspace, 'Lighthouse'], { useInnerText: true });
  await io.getByRole('option', { name: 'Lighthouse' }).click();

  await io.getByText('Own date').click();
  const prove = async (at: Date) => {
    await io.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await io.getByRole('textbox', { name: 'Code from your app' }).fill(totpCode(secret, at));
    await io.getByRole('button', { name: 'Allow', exact: true }).click();
  };
  // Over in the chosen workspace, but not in the open one.
  const today = new Date().toISOString().slice(0, 10);
  await io.clock.setFixedTime(`${today}T20:00:00Z`);
  await io.getByLabel('Last day').fill(today);
  await prove(new Date());
  await expect(io.getByText('Choose a day from today on.')).toBeVisible();
  await io.clock.setFixedTime(new Date());
  const lastDay = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
  await io.getByLabel('Last day').fill(lastDay);
  // The step that confirmed the app is used up.
  await prove(new Date(Date.now() - STEP_MS));
  await expect(io.getByText('Nothing was allowed')).toBeVisible();
  await prove(new Date(Date.now() + STEP_MS));
  await expect(io.getByText('Choosy agent has access')).toBeVisible();

  const answer = await agent.untilAnswered();
  expect(answer).toMatchObject({ scope: 'read', workspace_id: second.workspace_id });
  const { grants } = await cli(dataDir, 'grant', 'list', '--workspace', String(second.workspace_id));
  expect(grants).toMatchObject([{ agent_name: 'Choosy agent', expires_at: `${lastDay}T09:59:00.000Z` }]);
  await context.close();

  // Restores the site to one owner for later tests.
  await showIdentity(page, url);
  await page.goto('/settings/members');
  await page.getByRole('listitem').filter({ hasText: 'two@example.org' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('two@example.org')).toHaveCount(0);
});
