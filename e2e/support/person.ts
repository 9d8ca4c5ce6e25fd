import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Site } from '../fixtures.ts';
import { cli } from './cli.ts';
import type { Cookie } from './first-run.ts';
import { learnCookie, learnOwn, learnSecret } from './known-secrets.ts';
import { sessionIn } from './signed-in.ts';

export const PASSWORD = 'a long enough password';
learnSecret({ name: 'password of a person', value: PASSWORD });

export interface Person {
  name: string;
  email: string;
  context: BrowserContext;
  page: Page;
}

let number = 0;

/** Creates an invitation link as an owner through the console's API. */
export async function invite(site: Site, owner: Page, email: string, role = 'APPROVER'): Promise<string> {
  await showAndKeep(owner, site);
  const input = { accountId: site.accountId, email, role };
  const query = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }';
  return (await askAs<{ inviteMember: { link: string } }>(owner, site.server.url, query, { input })).inviteMember.link;
}

/** Confirms the identity, so that sensitive actions do not ask for it. */
export async function showIdentity(page: Page, url: string): Promise<void> {
  const query = 'mutation ($input: ReauthenticateInput!) { reauthenticate(input: $input) { freshUntil } }';
  await askAs(page, url, query, { input: { password: PASSWORD } });
}

/** The same on a page of the site's own session, whose token is renewed by it: browsers opened later need the new one. */
export async function showAndKeep(page: Page, site: Site): Promise<void> {
  const before = sessionIn(await page.context().cookies());
  await showIdentity(page, site.server.url);
  if (before && before === sessionIn(site.storageState.cookies)) site.storageState.cookies = (await page.context().cookies()) as Cookie[];
}

/** Approves the latest submission unchanged through the console's API. */
export async function approve(
  page: Page,
  url: string,
  { approval }: { approval: { approval_id: string; content_hash: string } },
): Promise<void> {
  const query = 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { id } }';
  const input = { approvalId: approval.approval_id, contentHash: approval.content_hash, decision: 'APPROVED' };
  await askAs(page, url, query, { input });
}

/** Simulates an old sign-in, which takes five minutes: intercepts the server's first response. */
export async function refuseOnceAsStale(page: Page, operation: string): Promise<void> {
  let isRefused = false;
  await page.route('**/api/graphql', async (route) => {
    if (isRefused || !route.request().postData()?.includes(`mutation ${operation}`)) return route.fallback();
    isRefused = true;
    const message = 'Re-authentication is required.';
    await route.fulfill({ status: 403, json: { data: null, errors: [{ message, extensions: { code: 'reauthentication_required' } }] } });
  });
}

/** Calls the console's API as the signed-in person; retries while the service is busy. */
export async function askAs<T>(page: Page, url: string, query: string, variables: object): Promise<T> {
  const answer = await page.request.post(`${url}/api/graphql`, { headers: { origin: url }, data: { query, variables } });
  const text = await answer.text();
  learnOwn(text);
  const { data, errors } = JSON.parse(text);
  if (!errors) return data;
  if (errors[0].extensions?.code !== 'service_busy') throw new Error(text);
  await page.waitForTimeout(1_000);
  return askAs(page, url, query, variables);
}

/**
 * A new person in a browser of their own, with an accepted invitation, through the API only, since its screen has its
 * own tests. The page is blank.
 */
export async function newPerson(
  browser: Browser,
  site: Site,
  owner: Page,
  options: BrowserContextOptions,
  isConfirmed = true,
  role = 'APPROVER',
): Promise<Person> {
  number += 1;
  const name = `Nia ${number}`;
  const email = `nia-${process.pid}-${number}@example.org`;
  const token = new URL(await invite(site, owner, email, role)).hash.replace('#token=', '');
  const { url } = site.server;
  const context = await browser.newContext({ ...options, baseURL: url, storageState: { cookies: [], origins: [] } });
  const accepted = await context.request.post('/api/auth/invitation/accept', {
    headers: { origin: url },
    data: { token, name, password: PASSWORD },
  });
  if (!accepted.ok()) throw new Error(`${name} could not accept the invitation: ${await accepted.text()}`);
  for (const { name: kind, value } of accepted.headersArray()) if (kind.toLowerCase() === 'set-cookie') learnCookie(value);
  // By the link shown on the screen the address is not proved, and then no decision counts.
  if (isConfirmed) await cli(site.server.dataDir, 'user', 'confirm-email', '--email', email);
  return { name, email, context, page: await context.newPage() };
}

export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Signed in as/ });
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'More' }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

export async function typePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A device with passkeys. */
export interface Authenticator {
  /** Whether it finds its owner's finger; it does at first. */
  verify(isVerified: boolean): Promise<void>;
  /** Its private keys (PKCS #8 in base64). */
  keys(): Promise<string[]>;
}

/** A device with passkeys that always verifies its user (CDP, WebAuthn domain). */
export async function addAuthenticator({ context, page }: Pick<Person, 'context' | 'page'>): Promise<Authenticator> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: async (isUserVerified) => void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(({ privateKey }) => privateKey),
  };
}
