// npm run bench: figures as ratios against a floor measured in the same run, since machines differ.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { become, ensureBuilt, ensureInstalled, NODE, ROOT } from './toolchain.mjs';

const CLIENTS = 16;
const SECONDS = 5;

if (process.argv[2] === 'measure') await measure();
else {
  await ensureInstalled();
  await ensureBuilt('server');
  // The measuring itself runs on the pinned Node and with the server's own modules.
  become([join(ROOT, 'server', 'bin', 'bench.mjs'), 'measure']);
}

async function measure() {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const first = await startServer(dataDir);
  await stop(first.server);
  const { server, seconds } = await startServer(dataDir);
  print('second start', seconds, 's', seconds / first.seconds, `the first start with its empty database, ${first.seconds.toFixed(1)} s`);
  try {
    await compareDrafts(dataDir);
    await timeCaptions();
    const { timeQueue } = await import('./bench-queue.mjs');
    const pool = await openPool(dataDir);
    await timeQueue({ url: 'http://127.0.0.1:4555', dataDir, pool, cs, print }).finally(() => pool.end());
  } finally {
    await stop(server);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts the built server and says how long it took until it answered. */
async function startServer(dataDir) {
  const started = performance.now();
  const server = spawn(NODE, [join(ROOT, 'server', 'dist', 'main.js')], {
    env: { ...process.env, PORT: '4555', DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of server.stdout) if (String(chunk).includes('Countersign is at')) break;
  return { server, seconds: (performance.now() - started) / 1_000 };
}

async function stop(server) {
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** Creating a draft over HTTP, against the least that a durable write costs: one INSERT and its commit. */
async function compareDrafts(dataDir) {
  const { key, workspaceId } = await letAgentIn(dataDir);
  const body = JSON.stringify({
    workspace_id: workspaceId,
    source_text: 'We are open again on Saturday.',
    platforms: ['sandbox'],
    approval_required: true,
    publish_mode: 'draft_only',
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const drafts = await perSecond(async () => {
    const answer = await fetch('http://127.0.0.1:4555/api/v1/drafts', { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`A draft was refused: ${await answer.text()}`);
    await answer.arrayBuffer();
  });
  const pool = await openPool(dataDir);
  await pool.query('create table bench_floor (id bigint generated always as identity, body text not null)');
  const floor = await perSecond(() => pool.query('insert into bench_floor (body) values ($1)', [body]));
  await pool.end();
  print('drafts over HTTP', drafts, 'a second', drafts / floor, `one INSERT and commit, ${floor.toFixed(0)} a second`);
}

async function letAgentIn(dataDir) {
  const password = join(dataDir, 'password');
  writeFileSync(password, 'a password for the benchmark', { mode: 0o600 });
  const keyFile = join(dataDir, 'agent.key');
  const account = await cs(
    dataDir,
    'account',
    'create',
    '--name',
    'Bench',
    '--owner-email',
    'bench@example.org',
    '--owner-password-file',
    password,
    '--approve',
  );
  await cs(
    dataDir,
    'grant',
    'create',
    '--workspace',
    account.workspace_id,
    '--agent-name',
    'Bench',
    '--scopes',
    'drafts:write',
    '--key-file',
    keyFile,
  );
  return { key: readFileSync(keyFile, 'utf8').trim(), workspaceId: account.workspace_id };
}

async function cs(dataDir, ...args) {
  const child = spawn(NODE, [join(ROOT, 'server', 'dist', 'cli', 'main.js'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return JSON.parse(output);
}

async function openPool(dataDir) {
  const { createRequire } = await import('node:module');
  const { Pool } = createRequire(join(ROOT, 'server', 'package.json'))('pg');
  const { openEmbeddedDatabase } = await import(join(ROOT, 'server', 'dist', 'db', 'embedded-postgres', 'embedded-postgres.js'));
  const database = await openEmbeddedDatabase({ dataDir, log: () => {} });
  const pool = new Pool({ connectionString: database.url, max: CLIENTS });
  const end = pool.end.bind(pool);
  pool.end = async () => {
    await end();
    await database.close();
  };
  return pool;
}

/** How often `work` was done in a second by all clients together. */
async function perSecond(work) {
  let done = 0;
  const until = Date.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (Date.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return done / SECONDS;
}

/** Captions for both platforms out of 5 KB, against reading the same text once with Intl.Segmenter. */
async function timeCaptions() {
  const { createExtractiveGenerator } = await import(join(ROOT, 'server', 'dist', 'captions', 'extractive', 'extractive-generator.js'));
  const { createPlatforms } = await import(join(ROOT, 'server', 'dist', 'platforms', 'registry.js'));
  const platforms = [...createPlatforms({ sandboxFeed: {}, website: 'http://localhost:4555', clients: {} }).values()];
  const sourceText = readFileSync(join(ROOT, 'README.md'), 'utf8').slice(0, 5_120);
  const generator = createExtractiveGenerator();
  const captions = await p95(() => generator.generate({ sourceText, link: null, platforms, tone: null, language: null }));
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const floor = await p95(() => [...segmenter.segment(sourceText)].length);
  print('captions of 5 KB, p95', captions, 'ms', captions / floor, `segmenting the text once, ${floor.toFixed(1)} ms`);
}

async function p95(work) {
  const times = [];
  for (let i = 0; i < 200; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
}

function print(what, figure, unit, ratio, floor) {
  process.stdout.write(`${what}: ${figure.toFixed(1)} ${unit}, ${ratio.toFixed(2)} of the floor (${floor})\n`);
}
