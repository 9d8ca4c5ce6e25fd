// A program: Ghost itself with SQLite, on loopback. It prints its address and an Admin API key as JSON.
// Its folder is that of `ghost` from npm with its dependencies; see ghost-site.ts.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const [, , folder] = process.argv;
const home = mkdtempSync(join(tmpdir(), 'ghost-'));
const database = join(home, 'ghost.db');
cpSync(join(folder, 'content'), join(home, 'content'), { recursive: true });

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const ghost = spawn(process.execPath, ['--require', join(import.meta.dirname, 'ghost-sqlite.cjs'), 'index.js'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'development',
    url,
    server__host: '127.0.0.1',
    server__port: String(port),
    database__client: 'better-sqlite3',
    database__connection__filename: database,
    paths__contentPath: `${join(home, 'content')}/`,
    mail__transport: 'stub',
    logging__transports: '["stdout"]',
    privacy__useUpdateCheck: 'false',
  },
});
let output = '';
for (const stream of [ghost.stdout, ghost.stderr]) stream.on('data', (text) => (output = (output + text).slice(-4_000)));
ghost.on('exit', (code) => {
  rmSync(home, { recursive: true, force: true });
  if (code) process.stderr.write(output);
  process.exit(code ?? 0);
});
// Its parent has ended.
process.stdin.on('end', () => ghost.kill()).resume();

while (!/Ghost booted/.test(output)) await wait(100);
process.stdout.write(`${JSON.stringify({ url, adminKey: readKey() })}\n`);

/** Of an integration that comes with Ghost, with the role of a custom one. */
function readKey() {
  const query =
    "select k.id, k.secret from api_keys k join integrations i on i.id = k.integration_id where k.type = 'admin' and i.type = 'builtin'";
  const { id, secret } = new DatabaseSync(database, { readOnly: true }).prepare(query).get();
  return `${id}:${secret}`;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}
