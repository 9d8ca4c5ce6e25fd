// The built service as a process of its own, its command line, and a workspace to measure with.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { environmentOf, FLAGS, NODE, ROOT } from '../bin/toolchain.mjs';

export const PORT = await freePort();
export const URL_OF_SERVICE = `http://127.0.0.1:${PORT}`;
export const PASSWORD = 'a password for the benchmark';

/** Where nobody listens. */
export async function freePort() {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the built server, and says how long it took until it answered. */
export async function startService(dataDir) {
  const started = performance.now();
  const server = spawn(NODE, [...FLAGS, join(ROOT, 'server', 'dist', 'main.js')], {
    env: environmentOf({
      ...process.env,
      PORT: String(PORT),
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      RATE_LIMITS: 'off',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    server.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Countersign is at')) resolve();
      else if (process.env.LOG_LEVEL) process.stderr.write(chunk);
    });
  });
  return { server, seconds: (performance.now() - started) / 1_000 };
}

export async function stop(child) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * What a process holds in memory, in MB: `all` of it, and of that its `own`; the rest are files, above all Node itself, that it shares with
 * every other process of the same. Null where the system does not say.
 */
export function residentMegabytes(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [all, own] = ['VmRSS', 'RssAnon'].map((name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024);
    return Number.isNaN(all + own) ? null : { all, own };
  } catch {
    return null;
  }
}

/** The answer of the operator's command line. */
export async function cs(dataDir, ...args) {
  const child = spawn(NODE, [join(ROOT, 'server', 'dist', 'cli', 'main.js'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`cs ${args.join(' ')} ended with ${code}.`);
  return JSON.parse(output);
}

/** A connection to the service's own database. */
export async function openPool(dataDir, size) {
  const { Pool } = createRequire(join(ROOT, 'server', 'package.json'))('pg');
  const { openEmbeddedDatabase } = await import(join(ROOT, 'server', 'dist', 'db', 'embedded-postgres', 'embedded-postgres.js'));
  const database = await openEmbeddedDatabase({ dataDir, log: () => {} });
  const pool = new Pool({ connectionString: database.url, max: size });
  return {
    url: database.url,
    query: (...args) => pool.query(...args),
    connect: () => pool.connect(),
    end: async () => {
      await pool.end();
      await database.close();
    },
  };
}

/** An approved customer with the sandbox connected, and an agent's key. */
export async function givenWorkspace(dataDir, name, scopes) {
  const file = (suffix, content) => {
    const path = join(dataDir, `${name}.${suffix}`);
    if (content !== undefined) writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const email = `${name}@example.org`;
  const password = ['--owner-password-file', file('password', PASSWORD)];
  const account = await cs(dataDir, 'account', 'create', '--name', name, '--owner-email', email, ...password, '--approve');
  const of = ['--workspace', account.workspace_id];
  await cs(dataDir, 'connection', 'add', ...of, '--platform', 'sandbox', '--credentials-file', file('sandbox', '{}'));
  await cs(dataDir, 'grant', 'create', ...of, '--agent-name', 'Bench', '--scopes', scopes, '--key-file', file('key'));
  const key = readFileSync(file('key'), 'utf8').trim();
  return {
    accountId: account.account_id,
    workspaceId: account.workspace_id,
    email,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  };
}

/** A draft of the workspace; the text is its own each time. */
export const draftOf = (workspaceId, publishMode, more = {}) => ({
  workspace_id: workspaceId,
  source_text: 'Harbour news [<n>]: the ferry runs every ten minutes, and the lighthouse is open on Sundays.',
  platforms: ['sandbox'],
  approval_required: publishMode !== 'auto',
  publish_mode: publishMode,
  ...more,
});

/** One request by hand; throws what was refused. */
export async function send(method, path, headers, body) {
  const answer = await fetch(`${URL_OF_SERVICE}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} was refused: ${await answer.text()}`);
  return { answer, body: await answer.json() };
}
