// The queue of approvals with very many waiting, against the same page of a workspace where 25 wait.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../bin/toolchain.mjs';
import { draftOf, givenWorkspace, PASSWORD, PORT, send, URL_OF_SERVICE } from './service.mjs';

const FEW = 25;
const TRIES = 20;
const GOAL_MS = 10;
const SCOPES = 'drafts:write,captions:write,payloads:write,jobs:write';

/** Over HTTP, signed in as a person, with the console's own documents: a page of the list with all that a row shows. */
export async function timeQueue({ dataDir, pool, many, row }) {
  const quiet = await givenQueue('quiet', FEW, { dataDir, pool });
  const crowded = await givenQueue('crowded', many, { dataDir, pool });
  await pool.query('analyze');
  const { page, counts } = readDocuments();
  const first = { state: 'PENDING' };
  // Once for nothing: a server that has just started is slow at first.
  await median(() => quiet.ask(page, first));
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

/** Copies of a draft with everything that hangs on it, under ids, words, times and targets of their own. */
async function multiply(pool, draftId, many) {
  const client = await pool.connect();
  const batch = draftId.slice(-8);
  const id = (prefix) => `'${prefix}_${batch}-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`;
  const words = `'Harbour news number ' || n || ': the lighthouse is open' || case when n % 5000 = 7 then ' zephyr' else '' end`;
  const due = `now() + ((n::bigint * 7919) % 10000) * interval '1 hour'`;
  const copy = (table, where, changes) =>
    client.query(
      `insert into ${table} select copy.* from ${table} t, generate_series(1, ${many}) n, jsonb_populate_record(t, jsonb_build_object(${changes})) copy where ${where}`,
      [draftId],
    );
  const ofDraft = `'draft_id', ${id('drf')}`;
  // What triggers would add is copied too.
  const tables = ['drafts', 'approvals', 'publish_jobs', 'publications'];
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await copy('drafts', 't.id = $1', `'id', ${id('drf')}, 'source_text', ${words}, 'scheduled_at', case when n % 2 = 0 then ${due} end`);
  await copy('caption_sets', 't.draft_id = $1', `'id', ${id('cps')}, ${ofDraft}`);
  const ofSet = 't.caption_set_id = (select id from caption_sets where draft_id = $1)';
  await copy('captions', ofSet, `'id', ${id('cap')}, 'caption_set_id', ${id('cps')}`);
  await copy('payloads', 't.draft_id = $1', `'id', ${id('pay')}, ${ofDraft}, 'text_hash', n::text`);
  const platforms = `case when n % 500 = 9 then array['sandbox', 'mastodon'] else array['sandbox'] end`;
  const facts = `'words', ${words}, 'platforms', ${platforms}, 'has_findings', n % 300 = 5, 'scheduled_at', case when n % 2 = 0 then ${due} end, 'due_at', ${due}`;
  await copy('approvals', 't.draft_id = $1', `'id', ${id('apr')}, ${ofDraft}, ${facts}`);
  await copy('publish_jobs', 't.draft_id = $1', `'id', ${id('job')}, ${ofDraft}, 'approval_id', ${id('apr')}`);
  await copy('draft_authors', 't.draft_id = $1', `'id', ${id('ath')}, ${ofDraft}`);
  const ofJob = 't.job_id = (select id from publish_jobs where draft_id = $1)';
  await copy('publish_job_revisions', ofJob, `'id', ${id('rvn')}, 'job_id', ${id('job')}, 'approval_id', ${id('apr')}`);
  await copy('publications', ofJob, `'id', ${id('pub')}, 'job_id', ${id('job')}, 'payload_id', ${id('pay')}`);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  client.release();
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
  for (let i = 0; i < TRIES; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(TRIES / 2)];
}
