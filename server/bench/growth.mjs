// What agents ask for over REST in a workspace that has grown for years, against the same with a thousand drafts.
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './load.mjs';
import { untilCalm } from './processor.mjs';
import { multiply, multiplyAudit } from './rows.mjs';
import { draftOf, givenWorkspace, send, URL_OF_SERVICE } from './service.mjs';

const FEW = 1_000;
const CONNECTIONS = 10;
const GOAL = 1.3;
/** Every sweep comes at least once in that time. */
const UNASKED_SECONDS = 65;
const UNASKED_GOAL_MS = 20;
const SCOPES = 'drafts:write,captions:write,payloads:write,jobs:write,read';

export async function timeGrowth({ dataDir, pool, seconds, many, lines, row, processor }) {
  const home = await givenWorkspace(dataDir, 'growth', SCOPES);
  const submit = async () => (await send('POST', '/api/v1/drafts', home.headers, draftOf(home.workspaceId, 'approval_queue'))).body;
  const submitted = await submit();
  await multiply(pool, submitted.draft_id, FEW - 1);
  const before = await timePaths({ home, submitted, pool, seconds, processor });
  await multiply(pool, (await submit()).draft_id, many - FEW);
  await multiplyAudit(pool, home.accountId, lines);
  const after = await timePaths({ home, submitted, pool, seconds, processor });
  for (const [name, { slowest, perSecond }] of Object.entries(after)) {
    const value = slowest / before[name].slowest;
    row({
      name: `${many.toLocaleString('en')} drafts and ${lines.toLocaleString('en')} lines of audit, ${name}, c=${CONNECTIONS}`,
      figure: `p97.5 ${slowest} ms, ${perSecond.toFixed(0)}/s`,
      floor: `${before[name].slowest} ms, ${before[name].perSecond.toFixed(0)}/s with ${FEW.toLocaleString('en')}`,
      value,
      goal: GOAL,
      isMet: value <= GOAL,
    });
  }
  await timeUnasked({ many, pool, row, processor });
}

/** What it takes of the processor by itself, while nobody asks. */
async function timeUnasked({ many, pool, row, processor }) {
  await pool.query('checkpoint');
  await untilCalm(processor);
  const before = processor();
  await sleep(UNASKED_SECONDS * 1_000);
  const after = processor();
  if (!before || !after) return;
  const [service, postgres] = ['service', 'postgres'].map((part) => (after[part] - before[part]) / UNASKED_SECONDS);
  row({
    name: `${many.toLocaleString('en')} drafts that wait, while nobody asks`,
    figure: `${service.toFixed(1)} ms of the processor a second in the service, ${postgres.toFixed(1)} in PostgreSQL`,
    floor: 'none',
    value: service + postgres,
    goal: UNASKED_GOAL_MS,
    isMet: service + postgres <= UNASKED_GOAL_MS,
  });
}

/** How long one in forty takes at least, by path. */
async function timePaths({ home, submitted, pool, seconds, processor }) {
  // As it is by itself some minutes after so many rows have come: they are counted, and written to their files.
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  await untilCalm(processor);
  // Once for nothing: each connection plans anew what it asks once rows have been counted.
  await askAll({ home, submitted, seconds: 2 });
  return askAll({ home, submitted, seconds });
}

async function askAll({ home: { headers, workspaceId }, submitted, seconds }) {
  const precheck = { workspace_id: workspaceId, draft_id: submitted.draft_id, approval_required: true, publish_mode: 'approval_queue' };
  const paths = {
    'read a job': { path: `/publish-jobs/${submitted.publish_job.job_id}` },
    precheck: { path: '/usage/precheck', method: 'POST', body: precheck },
    'who am I': { path: '/me' },
    'credits and use': { path: '/usage' },
    'list 25 drafts': { path: '/drafts?limit=25' },
    'list 25 jobs': { path: '/publish-jobs?limit=25' },
    'create a draft': { path: '/drafts', method: 'POST', status: 201, body: draftOf(workspaceId, 'draft_only') },
    'submit for approval': { path: '/drafts', method: 'POST', status: 201, body: draftOf(workspaceId, 'approval_queue') },
  };
  const times = {};
  for (const [name, { path, ...request }] of Object.entries(paths)) {
    const { perSecond, p97_5: slowest } = await load({
      url: `${URL_OF_SERVICE}/api/v1${path}`,
      connections: CONNECTIONS,
      seconds,
      headers,
      ...request,
    });
    times[name] = { perSecond, slowest };
  }
  return times;
}
