import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { givenAgent } from '../testing/factories.ts';
import { approve, seen, useOauth } from '../testing/oauth.ts';
import { prove } from '../testing/proofs/prove.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { startKeyAdder } from '../testing/servers/key-adder.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { NOT_OURS } from './conformance-exceptions.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const run = promisify(execFile);

const database = useTestDatabase();
const web = useOauth(database);
let folder: string;
let server: Awaited<ReturnType<typeof startKeyAdder>>;
let suite: string;

beforeAll(async () => {
  const stage = await givenStage(web.services);
  await stage.submit();
  const { authorization } = await givenAgent(web.services, stage.workspace);
  server = await startKeyAdder(web.url, authorization);
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', SUITE]);
  suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The suite exits with a code of its own if anything failed; its output lists the failures. */
async function suiteSays(args: string[]): Promise<string> {
  const output = await run(process.execPath, [suite, ...args], { maxBuffer: 64 * 1_048_576 }).catch(
    (ended: { stdout: string; stderr: string }) => ended,
  );
  return output.stdout + output.stderr;
}

/** Each scenario of the summary, and how many of its checks failed. */
function failuresIn(output: string): Map<string, number> {
  return new Map(
    [...output.matchAll(/^[✓✗] ([\w/-]+): \d+ passed, (\d+) failed/gm)].map(([, name = '', failed]) => [name, Number(failed)]),
  );
}

interface Check {
  id: string;
  status: string;
}

/** Every check that was made, as `scenario:check`, from what the suite writes down of each scenario. */
function checksIn(results: string): { name: string; status: string }[] {
  return globSync('*/checks.json', { cwd: results }).flatMap((file) => {
    const scenario = dirname(file)
      .replace(/^server-/, '')
      .replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const checks = JSON.parse(readFileSync(join(results, file), 'utf8')) as Check[];
    return checks.map(({ id, status }) => ({ name: `${scenario}:${id}`, status }));
  });
}

for (const [at, revision] of (['2026-07-28', '2025-11-25'] as const).entries()) {
  prove(`M${at + 1}`, `the protocol's own conformance suite passes at ${revision}, except for tests that do not apply`, async () => {
    const results = join(folder, revision);
    const output = await suiteSays(['server', '--url', `${server.url}/api/mcp`, '--requirements', revision, '-o', results]);
    const checks = checksIn(results);
    const passed = checks.filter(({ status }) => status === 'SUCCESS');
    expect(passed.length, output).toBeGreaterThan(30);
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ name }) => name);
    const listed = Object.keys(NOT_OURS[revision]);
    const isListed = (name: string) => listed.some((one) => name === one || name.startsWith(`${one}:`));
    expect({ revision, faults: failed.filter((name) => !isListed(name)) }).toEqual({ revision, faults: [] });
    // A list that names what has long passed would hide what breaks tomorrow.
    const stale = listed.filter((one) => !failed.some((name) => name === one || name.startsWith(`${one}:`)));
    expect({ revision, stale }).toEqual({ revision, stale: [] });
    return `${passed.length} checks of ${revision} pass, 0 fail that apply; ${listed.length} scenarios or checks do not apply, each named with its reason`;
  });
}

prove('M3', 'the authorization server conforms to the protocol', async () => {
  const port = await freePort();
  const { body } = await web.form(
    'register',
    JSON.stringify({ client_name: 'Suite', redirect_uris: [`http://127.0.0.1:${port}/callback`], grant_types: ['authorization_code'] }),
    { 'content-type': 'application/json' },
  );
  const { client_id: clientId } = body as { client_id: string };
  const args = ['authorization', '--url', web.url, '--client-id', clientId, '--resource', `${web.url}/api/mcp`, '--port', String(port)];
  const child = execFile(process.execPath, [suite, ...args]);
  let output = '';
  let isAnswered = false;
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
    const [address] = /http:\/\/\S+\/api\/oauth\/authorize\?\S+/.exec(output) ?? [];
    if (address && !isAnswered) {
      isAnswered = true;
      void allowInBrowser(address);
    }
  });
  await ended;
  const failures = failuresIn(output);
  expect(
    [...failures].filter(([, count]) => count > 0),
    output,
  ).toEqual([]);
  expect(failures.size, output).toBeGreaterThan(0);
  return `${failures.size} scenarios of an authorization server, one of them with a person who allows it: all pass`;
});

/** What the person's browser does: follows to the grant screen, allows, and goes back to where it is sent. */
async function allowInBrowser(address: string): Promise<void> {
  const { headers } = await web.get(address.slice(web.url.length));
  const requestId = new URL(headers.get('location') ?? '').searchParams.get('request') ?? '';
  const { body } = await approve(web, await seen(web, { requestId }), { scopes: ['read'] });
  await fetch((body as { data: { approveGrantRequest: { redirectUrl: string } } }).data.approveGrantRequest.redirectUrl);
}
