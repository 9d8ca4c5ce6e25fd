import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NODE, ROOT } from '../bin/toolchain.mjs';
import { timeCaptions } from './captions.mjs';
import { timeGrowth } from './growth.mjs';
import { processorTimes } from './processor.mjs';
import { timePublishing } from './publishing.mjs';
import { timeQueue } from './queue.mjs';
import { timeRequests } from './requests.mjs';
import { freePort, givenWorkspace, openPool, residentMegabytes, startService, stop } from './service.mjs';

const USAGE = `npm run bench -- [--seconds 5] [--only requests,publishing,captions,queue] [--posts 1400] [--waiting 100000]
npm run bench -- --only growth [--drafts 1000000] [--audit 10000000]
npm run bench -- phone    how long a slow phone waits until one can decide, and what a key takes at a full desk, in a browser

  --seconds  how long each path is asked
  --only     some of the parts
  --posts    how many posts are due at once
  --waiting  how many approvals wait in the long queue
  --drafts   how many a workspace has that has grown; it takes some gigabytes of disk
  --audit    how many lines its audit log has
`;
/** By then V8 has given back what the start took. */
const QUIET_MS = 60_000;
const SCOPES = 'drafts:write,captions:write,payloads:write,jobs:write,read,publish:auto';

await measure(readOptions());

async function measure({ seconds, parts, posts, waiting, drafts, audit }) {
  const rows = [];
  const row = (found) => {
    rows.push(found);
    print(found);
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const first = await startService(dataDir);
  await stop(first.server);
  const service = await startService(dataDir);
  const pool = await openPool(dataDir, 16);
  const floorPort = await freePort();
  const floor = spawn(NODE, [join(ROOT, 'server', 'bench', 'floor.mjs'), pool.url, String(floorPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(floor.stdout, 'data');
  const processor = () => processorTimes(service.server.pid, dataDir);
  try {
    const base = `${first.seconds.toFixed(1)} s for the first`;
    row({
      name: 'second start',
      figure: `${service.seconds.toFixed(2)} s`,
      floor: base,
      value: service.seconds,
      goal: 1,
      isMet: service.seconds <= 1,
    });
    memoryRow('memory right after the start');
    await sleep(QUIET_MS);
    memoryRow('memory at rest', 160);
    const workspace = (name) => givenWorkspace(dataDir, name, SCOPES);
    let created;
    if (parts.has('requests')) {
      created = await timeRequests({ home: await workspace('bench'), floorUrl: `http://127.0.0.1:${floorPort}`, seconds, row, processor });
      memoryRow('memory after those requests', 300);
    }
    if (parts.has('publishing'))
      await timePublishing({ dataDir, pool, home: await workspace('publishing'), many: posts, created, row, processor });
    if (parts.has('captions')) await timeCaptions({ row });
    if (parts.has('queue')) await timeQueue({ dataDir, pool, many: waiting, row, processor });
    if (parts.has('growth')) await timeGrowth({ dataDir, pool, seconds, many: drafts, lines: audit, row, processor });
  } finally {
    await stop(floor);
    await pool.end();
    await stop(service.server);
    rmSync(dataDir, { recursive: true, force: true });
  }
  const goals = rows.filter(({ goal }) => goal !== undefined);
  process.stdout.write(`\n${goals.filter(({ isMet }) => isMet).length} of ${goals.length} goals met\n`);

  function memoryRow(name, goal) {
    const memory = residentMegabytes(service.server.pid);
    if (memory === null) return;
    const { all: value, own } = memory;
    row({ name, figure: `${value.toFixed(0)} MB, ${own.toFixed(0)} of it its own`, floor: 'none', value, goal, isMet: value <= goal });
  }
}

function print({ name, figure, floor, value, goal, isMet }) {
  const judged = goal === undefined ? '' : `; goal ${goal}, ${isMet ? 'met' : 'not met'}`;
  process.stdout.write(`${name}: ${figure} (floor ${floor}): ${value.toFixed(3)}${judged}\n`);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: 'requests,publishing,captions,queue' },
      posts: { type: 'string', default: '1400' },
      waiting: { type: 'string', default: '100000' },
      drafts: { type: 'string', default: '1000000' },
      audit: { type: 'string', default: '10000000' },
      help: { type: 'boolean', default: false },
    },
  });
  const { only, help, ...texts } = values;
  if (help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const counts = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]));
  if (!Object.values(counts).every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write(`Every count is a whole number above 0.\n\n${USAGE}`);
    process.exit(1);
  }
  return { ...counts, parts: new Set(only.split(',')) };
}
