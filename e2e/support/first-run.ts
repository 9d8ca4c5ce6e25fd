import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { learnSecret } from './known-secrets.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';
import { hasOwnDatabases, takeDatabase } from './shared-database.ts';

/** The person of the first run: operator, and owner of the first account. */
export const OPERATOR = { name: 'Ada Harbour', email: 'ada@example.org', password: 'a long enough password', workspace: 'Harbour Café' };

learnSecret({ name: 'password of a person', value: OPERATOR.password });

/** The result of the first run. */
export interface FirstRun {
  accountId: string;
  workspaceId: string;
}

/** Of a signed-in person, in Playwright's own form. */
export interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Lax';
}

const KEPT = 'E2E_FIRST_RUN';

/**
 * Before all specs: the data folder of a finished first run, with no one signed in. Each site starts with a copy,
 * which saves creating and setting up a database; the first start and the first run have specs of their own.
 */
export default async function makeFirstRun(): Promise<() => Promise<void>> {
  if (hasOwnDatabases) return async () => undefined;
  const folder = await temporaryFolder();
  const server = await startServer({ dataDir: folder.path });
  const { made, cookies } = await setUp(server);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await fetch(`${server.url}/api/auth/sign-out`, { method: 'POST', headers: { origin: server.url, cookie } });
  await server.stop();
  // The workers inherit it.
  process.env[KEPT] = JSON.stringify({ path: folder.path, made });
  return folder.remove;
}

/** Copies the result of a first run into an empty folder and returns it; null if the folder got a prepared database. */
export async function copyFirstRun(to: string): Promise<FirstRun | null> {
  if (await takeDatabase(to)) return null;
  const kept = process.env[KEPT];
  if (kept === undefined) throw new Error('The specs run by playwright.config.ts, which makes the first run.');
  const { path, made } = JSON.parse(kept);
  // A thousand files: from Node.js it would take ten times as long, and lose the owners.
  await promisify(execFile)('cp', ['-pR', `${path}/.`, to]);
  return made;
}

/** The result of the first run, performed now if needed, and the operator's cookies of a new session. */
export async function begin(server: RunningServer, copied: FirstRun | null): Promise<{ made: FirstRun; cookies: Cookie[] }> {
  if (copied === null) return setUp(server);
  const { email, password } = OPERATOR;
  return { made: copied, cookies: cookiesOf(await post(server, '/api/auth/sign-in/email', { email, password })) };
}

async function setUp(server: RunningServer): Promise<{ made: FirstRun; cookies: Cookie[] }> {
  const token = new URL(server.setupLink()).hash.replace('#token=', '');
  const { workspace, ...person } = OPERATOR;
  const answer = await post(server, '/api/auth/setup', { token, ...person, workspace_name: workspace });
  const { account_id: accountId, workspace_id: workspaceId } = await answer.json();
  return { made: { accountId, workspaceId }, cookies: cookiesOf(answer) };
}

async function post({ url }: RunningServer, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
  return answer;
}

function cookiesOf(answer: Response): Cookie[] {
  return answer.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const secure = /;\s*secure/i.test(line);
    const where = { domain: 'localhost', path: '/', expires: -1 };
    return { name: pair.slice(0, at), value: pair.slice(at + 1), ...where, httpOnly: true, secure, sameSite: 'Lax' };
  });
}
