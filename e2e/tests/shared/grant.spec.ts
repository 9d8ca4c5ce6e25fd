import type { Locator, Page } from '@playwright/test';
import { expect, OPERATOR, test } from '../../fixtures.ts';
import type { Answer } from '../../support/agent.ts';
import { askForAccess, type DeviceAgent } from '../../support/device-agent.ts';
import { addAuthenticator } from '../../support/person.ts';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 780 } };

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** The API's response to the key: the status, and the code of an error. */
async function tryKey(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/me`, bearer(key));
  const body = await answer.json();
  return answer.ok ? `200 ${body.scopes.join(' ')}` : `${answer.status} ${body.code}`;
}

/** Rows of agents are closed where there are several. */
async function openRow(row: Locator): Promise<void> {
  const opener = row.getByRole('heading').getByRole('button');
  await expect(opener).toBeVisible();
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
}

async function lookUp(page: Page, agent: DeviceAgent): Promise<void> {
  await page.goto(agent.page);
  await page.getByRole('textbox', { name: 'Code' }).fill(agent.userCode);
  await page.getByRole('button', { name: 'Review the request' }).click();
}

async function allow(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Your password' }).fill(OPERATOR.password);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
}

/** Sends JSON to the service as the page itself would. */
function send(page: Page, path: string, body: object): Promise<Answer> {
  const call = async ([to, content]: [string, string]) => {
    const answer = await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: content });
    const data = await answer.json();
    if (!answer.ok || data.errors) throw new Error(JSON.stringify(data));
    return data;
  };
  return page.evaluate(call, [path, JSON.stringify(body)] as [string, string]);
}

async function graphql(page: Page, query: string, input: object = {}): Promise<Answer> {
  return (await send(page, '/api/graphql', { query, variables: { input } })).data;
}

/** Confirms the operator's identity, as the settings would request it. */
async function showWhoIsThere(page: Page): Promise<void> {
  await graphql(page, 'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { freshUntil } }', {
    password: OPERATOR.password,
  });
}

/** Creates a passkey of the browser, stored by the service. */
async function addPasskey(page: Page): Promise<void> {
  await showWhoIsThere(page);
  const { beginPasskey } = await graphql(page, 'mutation { beginPasskey }');
  const response = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
  }, beginPasskey);
  await graphql(page, 'mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { freshUntil } }', { name: 'Test', response });
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a person connects an agent by its code, and limits, pauses and revokes it, at ${size} width`, async ({ page, site }) => {
    const { url } = site.server;
    await page.setViewportSize(viewport);
    const name = `Tide agent on a ${size}`;
    const agent = await askForAccess(url, {
      name,
      homePage: 'https://tide.example.org/',
      scope: 'read drafts:write jobs:write publish:auto',
    });
    expect((await agent.poll()).error).toBe('authorization_pending');

    await lookUp(page, agent);
    await expect(page.getByRole('heading', { name: `${name} requests access` })).toBeVisible();
    await expect(page.getByText('and not verified')).toBeVisible();
    await expect(page.getByText('https://tide.example.org/')).toBeVisible();
    await expect(page.getByText('It is shown to no one, not even to you.')).toBeVisible();
    await expect(page.getByLabel('Publish without an approval')).not.toBeChecked();
    await page.getByLabel('Submit posts').uncheck();
    await page.getByRole('textbox', { name: 'Posts a day' }).fill('10');
    await page.getByRole('textbox', { name: 'Your password' }).fill('not the password');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(page.getByText('Nothing was allowed')).toBeVisible();
    await allow(page);
    await expect(page.getByText(`${name} has access`)).toBeVisible();

    const answer = await agent.untilAnswered();
    const key: string = answer.access_token;
    expect(answer).toMatchObject({ token_type: 'Bearer', scope: 'drafts:write read', workspace_id: site.workspaceId });
    expect((await agent.poll()).error, 'the key is given out once').toBe('invalid_grant');
    expect(await tryKey(url, key)).toBe('200 drafts:write read');
    await expect(page.getByText(`${name} has its key`)).toBeVisible();

    await page.getByRole('link', { name: 'See your agents' }).click();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await expect(row).toContainText('0 of 10 posts today');
    await openRow(row);
    await row.getByRole('button', { name: 'Pause' }).click();
    await expect(row.getByRole('button', { name: 'Resume' })).toBeVisible();
    expect(await tryKey(url, key)).toBe('403 grant_paused');
    await row.getByRole('button', { name: 'Resume' }).click();
    await expect(row.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(await tryKey(url, key)).toBe('200 drafts:write read');

    await row.getByRole('button', { name: 'Limit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Write and change drafts').uncheck();
    await dialog.getByRole('button', { name: 'Limit' }).click();
    await expect(dialog).toBeHidden();
    expect(await tryKey(url, key)).toBe('200 read');

    await row.getByRole('button', { name: 'Replace its key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace its key' }).click();
    await expect(row).toContainText('Asked to replace its key');
    const rotated = await (await fetch(`${url}/api/oauth/rotate`, { method: 'POST', ...bearer(key) })).json();
    expect(await tryKey(url, rotated.access_token)).toBe('200 read');

    await page.goto('/news');
    await expect(page.getByText(`gave ${name} access to`)).toBeVisible();

    await page.goto('/agents');
    await openRow(row);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText(`${name} no longer has access.`)).toBeVisible();
    for (const one of [key, rotated.access_token]) expect(await tryKey(url, one)).toBe('401 key_revoked');
  });
}

test('a denied agent is notified, and following its link allows nothing', async ({ page, site }) => {
  const agent = await askForAccess(site.server.url, { name: 'Pushy agent' });
  await page.goto(agent.pageWithCode);
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue(agent.userCode);
  expect((await agent.poll()).error).toBe('authorization_pending');
  await page.getByRole('button', { name: 'Review the request' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText('Pushy agent was denied')).toBeVisible();
  expect((await agent.untilAnswered()).error).toBe('access_denied');
  await page.reload();
  await expect(page.getByText('Pushy agent was denied')).toBeVisible();
});

test('a signed-out visitor returns to the code after signing in', async ({ browser, site }) => {
  const agent = await askForAccess(site.server.url, { name: 'Patient agent' });
  const context = await browser.newContext({ baseURL: site.server.url, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto(agent.pageWithCode);
  await page.getByLabel('Email address').fill(OPERATOR.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OPERATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue(agent.userCode);
  await page.getByRole('button', { name: 'Review the request' }).click();
  await expect(page.getByRole('heading', { name: 'Patient agent requests access' })).toBeVisible();
  await context.close();
});

test('an approver can view and refuse an agent, and sees who can authorise it', async ({ page, browser, site }) => {
  const { url } = site.server;
  await page.goto('/grant');
  await showWhoIsThere(page);
  const { inviteMember } = await graphql(page, 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }', {
    accountId: site.accountId,
    email: 'approver@example.org',
    role: 'APPROVER',
  });
  const context = await browser.newContext({ baseURL: url, storageState: { cookies: [], origins: [] } });
  const other = await context.newPage();
  await other.goto('/sign-in');
  const token = new URL(inviteMember.link).hash.replace('#token=', '');
  await send(other, '/api/auth/invitation/accept', { token, name: 'Bo Approver', password: OPERATOR.password });

  const agent = await askForAccess(url, { name: 'Hopeful agent' });
  await lookUp(page, agent);
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  await lookUp(other, agent);
  await expect(other.getByText('Only an owner can connect an agent')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Allow', exact: true })).toHaveCount(0);
  // The last session that looked it up decides, so the owner has to enter the code again.
  await allow(page);
  await expect(page.getByText('This request is not open in this browser')).toBeVisible();
  await other.getByRole('button', { name: 'Deny' }).click();
  await expect(other.getByText('Hopeful agent was denied')).toBeVisible();
  expect((await agent.untilAnswered()).error).toBe('access_denied');
  await context.close();
});

test('a passkey confirms the access instead of the password', async ({ page, site }) => {
  await addAuthenticator({ page, context: page.context() });
  await page.goto('/grant');
  await addPasskey(page);
  const agent = await askForAccess(site.server.url, { name: 'Quick agent' });
  await lookUp(page, agent);
  await page.getByRole('button', { name: 'Allow with a passkey' }).click();
  await expect(page.getByText('Quick agent has access')).toBeVisible();
  expect((await agent.untilAnswered()).token_type).toBe('Bearer');
});

test('in the code flow the browser returns to the agent with the result', async ({ page, site }) => {
  const { url } = site.server;
  const home = 'http://127.0.0.1:9/callback';
  const registered = await fetch(`${url}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Web agent', redirect_uris: [home] }),
  });
  const { client_id: clientId } = await registered.json();
  const verifier = 'a-verifier-of-at-least-forty-three-characters-in-length';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const authorize = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: home,
    scope: 'read',
    state: 'xyz',
    code_challenge: Buffer.from(digest).toString('base64url'),
    code_challenge_method: 'S256',
  });
  await page.route(`${home}**`, (route) => route.fulfill({ body: 'The agent has its answer.' }));
  await page.goto(`/api/oauth/authorize?${authorize}`);
  await expect(page.getByRole('heading', { name: 'Web agent requests access' })).toBeVisible();
  await expect(page.getByText('127.0.0.1:9')).toBeVisible();
  await allow(page);
  await page.waitForURL(`${home}?**`);
  const answered = new URL(page.url()).searchParams;
  expect([answered.get('state'), answered.get('iss')]).toEqual(['xyz', url]);
  const token = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: home,
      code: answered.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  expect(await tryKey(url, (await token.json()).access_token)).toBe('200 read');
});

// Last: after it this person has to wait before the next code.
test('guessing codes is rate limited', async ({ page }) => {
  await page.goto('/grant');
  const enter = async (code: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Review the request' }).click();
  };
  await enter('AAAA-1111');
  await expect(page.getByText('Codes look like WDJB-MJHT.')).toBeVisible();
  for (const letter of 'BCDFG') {
    const answer = page.waitForResponse('**/api/graphql');
    await enter(letter.repeat(8));
    await answer;
    await expect(page.getByText('No request has this code')).toBeVisible();
  }
  await enter('HHHH-HHHH');
  await expect(page.getByText('Too many attempts')).toBeVisible();
  await expect(page.getByText(/cannot be entered for 1\d minutes/)).toBeVisible();
});
