// The program of npm run demo: an agent using the client generated from the API's description, as its developer would
// write it.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { CLIENT } from './api-client.mjs';
import { ROOT } from './toolchain.mjs';

const USAGE = `npm run demo -- [--source FILE] [--platforms sandbox,bluesky] [--key-file agent.key] [--url http://localhost:4000] [--minutes 30]

  --source     any text or Markdown file (the project's own README when left out)
  --platforms  where it is meant to go
  --key-file   the agent's API key, as "npm run -s cs -- grant create … --key-file agent.key" wrote it
  --url        where the server is
  --minutes    how long to wait for a person's decision`;

const POLL_MS = 1_000;
const ENDED = ['published', 'partially_published', 'failed', 'cancelled'];

const { values: options } = readOptions();
const source = resolve(options.source ?? join(ROOT, 'README.md'));
const keyFile = resolve(options['key-file']);
if (!existsSync(source)) stop(`There is no file ${source}.`);
if (!existsSync(keyFile)) {
  stop(
    `There is no key file ${keyFile}. Let the agent in first, with the workspace id from the console's settings:\n\n` +
      '  npm run -s cs -- grant create --workspace wsp_… --agent-name "Demo agent" \\\n' +
      '    --scopes drafts:write,captions:write,payloads:write,jobs:write,read --key-file agent.key',
  );
}
const key = readFileSync(keyFile, 'utf8').trim();

const api = await import(pathToFileURL(join(CLIENT, 'sdk.gen.ts')).href);
const { client } = await import(pathToFileURL(join(CLIENT, 'client.gen.ts')).href);
client.setConfig({ baseUrl: options.url, auth: key });

const me = await call(api.readMe);
const workspaceId = me.workspace.workspace_id;
say(`Agent "${me.agent.name}" in workspace "${me.workspace.name}"`);

const ask = { workspace_id: workspaceId, approval_required: true };
const draft = await call(api.createDraft, {
  body: { ...ask, source_text: readFileSync(source, 'utf8'), platforms: options.platforms.split(','), publish_mode: 'draft_only' },
});
say(`Draft ${draft.draft_id} from ${source}`);

const { captions } = await call(api.createCaptions, { body: { ...ask, draft_id: draft.draft_id, publish_mode: 'draft_only' } });
for (const caption of captions) {
  say(`\n${caption.platform}: ${caption.length} of ${caption.limit} ${caption.unit}, ${caption.origin}`);
  for (const text of [caption.text, ...(caption.thread ?? [])]) say(indent(text));
}

const { payloads } = await call(api.createPayloads, { body: { workspace_id: workspaceId, draft_id: draft.draft_id } });
say('');
for (const payload of payloads) {
  say(`Payload for ${payload.platform}: ${payload.valid ? 'fits' : 'does not fit'}, sha256 ${payload.payload_hash}`);
  for (const violation of payload.violations) say(indent(`${violation.message} ${violation.remedy}`));
}

const check = await call(api.precheckUsage, { body: { ...ask, draft_id: draft.draft_id, publish_mode: 'approval_queue' } });
say(`Precheck: needs ${check.credits.required}, leaves ${check.credits.after}`);

let job = await call(api.createPublishJob, { body: { ...ask, draft_id: draft.draft_id, publish_mode: 'approval_queue' } });
say(`Publish job ${job.job_id}\n`);
say(`>>> A person has to decide: open ${job.approval_url} and approve. Nothing goes out before that.\n`);

job = await waitForEnd(job);
say(`\nThe job is ${job.state}.`);
for (const publication of job.publications) {
  say(`  ${publication.platform}: ${publication.provider_url ?? publication.failure?.message ?? publication.state}`);
}
process.exit(job.state === 'published' ? 0 : 1);

function readOptions() {
  try {
    const parsed = parseArgs({
      options: {
        source: { type: 'string' },
        platforms: { type: 'string', default: 'sandbox' },
        'key-file': { type: 'string', default: 'agent.key' },
        url: { type: 'string', default: 'http://localhost:4000' },
        minutes: { type: 'string', default: '30' },
        help: { type: 'boolean', default: false },
      },
    });
    if (parsed.values.help) {
      say(USAGE);
      process.exit(0);
    }
    return parsed;
  } catch (error) {
    return stop(`${error.message}\n\n${USAGE}`);
  }
}

/** Polls the job until it has ended, follows it if it is superseded, and prints each obstacle. */
async function waitForEnd(first) {
  const deadline = Date.now() + Number(options.minutes) * 60_000;
  let current = first;
  let said = '';
  while (!ENDED.includes(current.state) || current.superseded_by) {
    const waitsFor = current.publishing_readiness.gates.filter((gate) => gate.status !== 'pass').map((gate) => gate.message);
    const line = `${current.state}, approval ${current.approval_state}${waitsFor.length ? `: ${waitsFor.join(' ')}` : ''}`;
    if (line !== said) say(line);
    said = line;
    if (Date.now() > deadline) stop(`Nobody decided within ${options.minutes} minutes; the job stays as it is.`);
    await pause(POLL_MS);
    current = await call(api.readPublishJob, { path: { job_id: current.superseded_by ?? current.job_id } });
  }
  return current;
}

/** One operation. Writes have an Idempotency-Key, so repeating them after a lost response is safe. */
async function call(operation, given = {}) {
  const headers = given.body ? { 'idempotency-key': randomUUID() } : {};
  for (;;) {
    const { data, error, response } = await operation({ ...given, headers });
    if (!response) stop(`No server answers at ${options.url}. Start one with "npm start".`);
    if (response.ok) return data;
    if (response.status !== 503 && response.status !== 429)
      stop(
        `${operation.name}: ${error.status} ${error.code}. ${error.detail} ${error.remedy}\n${JSON.stringify(error.errors ?? [], null, 2)}`,
      );
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
}

function indent(text) {
  return text.replace(/^/gm, '    ');
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
