// The queue of approvals with very many waiting, against the same page of a workspace where 25 wait.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../bin/toolchain.mjs';
import { untilCalm } from './processor.mjs';
import { multiply } from './rows.mjs';
import { draftOf, givenWorkspace, PASSWORD, PORT, send, URL_OF_SERVICE } from './service.mjs';

const FEW = 25;
const TRIES = 20;
/** On a quiet machine. */
const GOAL_MS = 15;
const SCOPES = 'drafts:write,captions:write,payloads:write,jobs:write';

/** Over HTTP, signed in as a person, with the console's own documents: a page of the list with all that a row shows. */
export async function timeQueue({ dataDir, pool, many, row, processor }) {
  const quiet = await givenQueue('quiet', FEW, { dataDir, pool });
  const crowded = await givenQueue('crowded', many, { dataDir, pool });
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  await untilCalm(processor);
  const { page, counts } = readDocuments();
  const first = { state: 'PENDING' };
  const floor = await median(() => quiet.ask(page, first));
  const after = (await crowded.ask(page, first)).workspace.approvals.pageInfo.endCursor;
  const reads = {
    'oldest first': [page, first],
    'soonest first': [page, { ...first, sort: 'SOONEST' }],
    'newest first': [page, { ...first, sort: 'NEWEST' }],
    'the next page': [page, { ...first, after }],
    'a platform of 1 in 500': [page, { ...first, platform: 'mastodon' }],
    'with findings': [page, { ...first, hasFindings: true }],
    'within a week': [page, { ...first, goesOut: 'WITHIN_A_WEEK' }],
    'a word of 20': [page, { ...first, search: 'zephyr' }],
    'a word of all': [page, { ...first, search: 'harb' }],
    'the navigation’s counts': [counts, {}],
  };
  for (const [name, [document, variables]] of Object.entries(reads)) {
    const figure = await median(() => crowded.ask(document, variables));
    row({
      name: `${many.toLocaleString('en')} waiting, ${name}`,
      figure: `${figure.toFixed(1)} ms, ${(figure / floor).toFixed(2)} of a page where ${FEW} wait`,
      floor: `${floor.toFixed(1)} ms`,
      value: figure,
      goal: GOAL_MS,
      isMet: figure <= GOAL_MS,
    });
  }
}

/** A customer with so many approvals waiting: one is submitted, and all the others are made after it in the database. */
async function givenQueue(name, many, { dataDir, pool }) {
  const { workspaceId, email, headers } = await givenWorkspace(dataDir, name, SCOPES);
  const { body } = await send('POST', '/api/v1/drafts', headers, draftOf(workspaceId, 'approval_queue'));
  await multiply(pool, body.draft_id, many - 1);
  const cookie = await signIn(email);
  return { ask: (query, variables) => ask(cookie, query, { workspaceId, ...variables }) };
}

async function signIn(email) {
  const answer = await fetch(`${URL_OF_SERVICE}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${PORT}` },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The sign-in was refused: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function ask(cookie, query, variables) {
  const answer = await fetch(`${URL_OF_SERVICE}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${PORT}`, cookie },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(`A query was refused: ${JSON.stringify(errors)}`);
  return data;
}

/** The console's own documents. */
function readDocuments() {
  const { parse, print, separateOperations } = createRequire(join(ROOT, 'server', 'package.json'))('graphql');
  const folder = join(ROOT, 'console', 'src');
  const all = globSync('**/*.graphql', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const { Approvals, Viewer } = separateOperations(parse(all.join('\n')));
  return { page: print(Approvals), counts: print(Viewer) };
}

async function median(work) {
  const times = [];
  // As often for nothing before: what runs for the first time is compiled, and each connection plans it.
  for (let i = 0; i < TRIES; i++) await work();
  for (let i = 0; i < TRIES; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(TRIES / 2)];
}
