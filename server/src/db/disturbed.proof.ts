import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { type Fleet, type FleetAgent, letFleetAgentIn, startFleet } from '../testing/proofs/fleet.ts';
import { prove } from '../testing/proofs/prove.ts';

const TENANTS = ['harbour', 'market', 'museum'];
const AGENTS_EACH = 7;

let fleet: Fleet | undefined;
afterEach(() => fleet?.close());

/** A draft as known to an agent, by its external id. */
interface Request {
  agent: FleetAgent;
  mode: 'draft_only' | 'approval_queue';
  /** Null without a response. */
  status: number | null;
  draftId?: string;
  jobId?: string;
}

/** The database rows of a request. */
interface Rows {
  external_id: string;
  id: string;
  workspace_id: string;
  source_text: string;
  job_id: string | null;
  /** The rows of a complete request, by table. */
  authors: number;
  audits: number;
  approvals: number;
  publications: number;
  payloads: number;
  revisions: number;
  events: number;
}

/** How many rows each draft has in a table; grouped once, since not every table has an index by draft. */
const perDraft = (name: string, from: string, draft = 'draft_id') =>
  `${name} as (select ${draft} as draft_id, count(*)::int as found from ${from} group by ${draft})`;

const COUNTED = ['authors', 'audits', 'approvals', 'publications', 'payloads', 'revisions', 'events'];

const ROWS = `with ${[
  perDraft('authors', 'draft_authors'),
  perDraft('audits', `audit_entries where action = 'draft.created'`, 'subject_id'),
  perDraft('approvals', 'approvals'),
  perDraft('publications', 'publications p join publish_jobs j on j.id = p.job_id', 'j.draft_id'),
  perDraft('payloads', 'payloads'),
  perDraft('revisions', 'publish_job_revisions r join publish_jobs j on j.id = r.job_id', 'j.draft_id'),
  perDraft('events', `events where type = 'draft.submitted'`),
].join(', ')}
  select d.external_id, d.id, d.workspace_id, d.source_text, j.id as job_id,
    ${COUNTED.map((name) => `coalesce(${name}.found, 0) as ${name}`).join(', ')}
  from drafts d left join publish_jobs j on j.draft_id = d.id
    ${COUNTED.map((name) => `left join ${name} on ${name}.draft_id = d.id`).join(' ')}
  where d.external_id is not null`;

/** Terminates a session of the service, or cancels the statement that it runs, chosen at random. */
const DISTURB = (does: 'pg_cancel_backend' | 'pg_terminate_backend') => `select ${does}(pid) from (
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and application_name = 'countersign web'
      and state <> 'idle' order by random() limit 1) busy`;

async function letAgentsIn(running: Fleet): Promise<FleetAgent[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-agents-'));
  const agents: FleetAgent[] = [];
  for (const tenant of TENANTS) {
    const first = await letFleetAgentIn(running, 1, tenant);
    agents.push(first);
    for (let number = 2; number <= AGENTS_EACH; number += 1) {
      const keyFile = join(folder, `${tenant}-${number}`);
      const of = ['--workspace', first.workspaceId, '--agent-name', `${tenant} ${number}`];
      await running.cs('grant', 'create', ...of, '--scopes', 'drafts:write,captions:write,jobs:write,read', '--key-file', keyFile);
      agents.push({ ...first, key: (await readFile(keyFile, 'utf8')).trim() });
    }
  }
  await rm(folder, { recursive: true, force: true });
  return agents;
}

prove(
  'disturbed',
  'every 201 has all of its rows and no refusal has any, whatever ends statements, sessions and requests',
  async (count) => {
    const minutes = Number(process.env.PROOF_MINUTES ?? count(1_000, 50) / 100);
    fleet = await startFleet({ web: 1, workers: 0 });
    const running = fleet;
    const agents = await letAgentsIn(running);
    const url = `${running.programs[0]?.url}/api/v1`;
    const requests = new Map<string, Request>();
    const foreign: string[] = [];
    let reads = 0;
    const until = Date.now() + minutes * 60_000;

    const write = async (agent: FleetAgent, externalId: string, isFaulty: boolean) => {
      const mode = Math.random() < 0.5 ? 'draft_only' : 'approval_queue';
      const request: Request = { agent, mode, status: null };
      requests.set(externalId, request);
      const isAborted = Math.random() < 0.1;
      const response = await fetch(`${url}/drafts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          workspace_id: agent.workspaceId,
          source_text: `${agent.name} opens on Friday, ${externalId}.`,
          platforms: ['sandbox'],
          publish_mode: mode,
          // Captions for a platform that the draft does not have are refused, after the draft was created.
          ...(isFaulty && { captions: [{ platform: 'bluesky', text: 'The pier opens on Friday.' }] }),
          external_id: externalId,
        }),
        signal: AbortSignal.timeout(isAborted ? Math.ceil(Math.random() * 150) : 60_000),
      }).catch(() => null);
      const body = (await response?.json().catch(() => null)) as { draft_id?: string; publish_job?: { job_id: string } } | null | undefined;
      if (!response || !body) return;
      Object.assign(request, { status: response.status, draftId: body.draft_id, jobId: body.publish_job?.job_id });
    };
    const read = async (agent: FleetAgent) => {
      const headers = { authorization: `Bearer ${agent.key}` };
      const response = await fetch(`${url}/drafts?limit=25`, { headers, signal: AbortSignal.timeout(60_000) }).catch(() => null);
      if (response?.status !== 200) return;
      reads += 1;
      const text = await response.text();
      for (const other of TENANTS)
        if (other !== agent.name && text.includes(`${other} opens`)) foreign.push(`${agent.name} reads ${other}`);
    };
    const work = agents.map(async (agent, place) => {
      for (let number = 0; Date.now() < until; number += 1) {
        await write(agent, `${agent.name}-${place}-${number}`, number % 7 === 3);
        if (number % 5 === 0) await read(agent);
      }
    });
    const done = { pg_cancel_backend: 0, pg_terminate_backend: 0 };
    const disturbing = (async () => {
      while (Date.now() < until) {
        await sleep(20 + Math.random() * 200);
        const does = Math.random() < 0.5 ? 'pg_cancel_backend' : 'pg_terminate_backend';
        done[does] += (await running.orm.em.fork().execute<object[]>(DISTURB(does))).length;
      }
    })();
    await Promise.all([...work, disturbing]);

    const rows = new Map((await running.orm.em.fork().execute<Rows[]>(ROWS)).map((row) => [row.external_id, row]));
    const faults: string[] = [];
    const statuses = new Map<string, number>();
    let unanswered = 0;
    for (const [externalId, { agent, mode, status, draftId, jobId }] of requests) {
      const found = rows.get(externalId);
      const answer = String(status ?? 'none');
      statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
      // No response, or 503: the connection may have been lost with the commit.
      const isOpen = status === null || status === 503;
      if (status === 201 && (found?.id !== draftId || (found?.job_id ?? undefined) !== jobId))
        faults.push(`${externalId}: 201 without its rows`);
      if (status !== 201 && !isOpen && found) faults.push(`${externalId}: ${answer} left rows`);
      if (!found) continue;
      if (isOpen) unanswered += 1;
      const once = mode === 'approval_queue' ? 1 : 0;
      const { authors, audits, approvals, publications, payloads, revisions, events } = found;
      if (String([authors, audits, approvals, publications, payloads, revisions, events]) !== String([1, 1, once, once, once, once, once]))
        faults.push(`${externalId}: in part, ${JSON.stringify(found)}`);
      if (found.workspace_id !== agent.workspaceId || !found.source_text.startsWith(agent.name)) faults.push(`${externalId}: another’s`);
    }
    expect([faults.slice(0, 5), foreign.slice(0, 5)]).toEqual([[], []]);
    expect([...rows.keys()].filter((externalId) => !requests.has(externalId))).toEqual([]);
    // Otherwise it would prove nothing.
    expect(Math.min(statuses.get('201') ?? 0, statuses.get('422') ?? 0)).toBeGreaterThan(0);
    expect(Math.min(done.pg_cancel_backend, done.pg_terminate_backend, statuses.get('none') ?? 0)).toBeGreaterThan(0);
    const answers = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
    return [
      `${minutes} minutes, ${TENANTS.length} tenants, ${agents.length} agents, ${requests.size} requests: ${answers}; ${done.pg_cancel_backend} statements cancelled, ${done.pg_terminate_backend} sessions ended`,
      `every 201 has all of its rows, no refusal has any; of the requests without an answer or with a 503, ${unanswered} were written, each whole; ${reads} lists of drafts, none with another tenant's`,
    ];
  },
);
