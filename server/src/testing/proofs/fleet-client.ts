import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet, FleetAgent } from './fleet.ts';

/** What a well-behaved agent has seen of the service. */
export interface Seen {
  /** Responses by status; `lost` for missing ones. */
  answers: Map<string, number>;
  /** Responses that an agent should never get, as sentences. */
  faults: string[];
  /** The draft of each text that was taken. */
  drafts: Map<string, string>;
}

export const newSeen = (): Seen => ({ answers: new Map(), faults: [], drafts: new Map() });

/** Submits a text with one Idempotency-Key, and retries any failure at another process, after Retry-After if given. */
export async function submitPersistently(fleet: Fleet, agent: FleetAgent, text: string, seen: Seen): Promise<void> {
  const body = JSON.stringify({
    workspace_id: agent.workspaceId,
    source_text: text,
    platforms: [agent.platform],
    approval_required: false,
    publish_mode: 'auto',
  });
  const headers = { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  for (let number = 0; ; number += 1) {
    const web = fleet.programs.filter(({ role }) => role === 'web');
    const url = web[number % web.length]?.url ?? '';
    const answer = await fetch(`${url}/api/v1/drafts`, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch(() => null);
    const status = answer ? String(answer.response.status) : 'lost';
    seen.answers.set(status, (seen.answers.get(status) ?? 0) + 1);
    if (answer?.response.status === 201) {
      seen.drafts.set(text, (JSON.parse(answer.text) as { draft_id: string }).draft_id);
      return;
    }
    const retryAfter = answer?.response.headers.get('retry-after');
    // 409: the first request with this key is still being processed, by the draft standard.
    if (answer && !(['503', '409', '429'].includes(status) && Number(retryAfter) > 0)) {
      seen.faults.push(`${status}: ${answer.text.slice(0, 200)}`);
    }
    await sleep(answer ? Number(retryAfter ?? 1) * 1_000 : 200);
  }
}

export interface Tally {
  published: number;
  waiting: number;
  posts: number;
  duplicates: number;
  lost: number;
  otherwise: Record<string, number>;
}

/** The outcome of every accepted text, by the tables and the feed. */
export async function tallyFleet(fleet: Fleet, seen: Seen): Promise<Tally> {
  const em = fleet.orm.em.fork();
  const states = await em.execute<{ draft_id: string; state: string }[]>(
    'select j.draft_id, p.state from publications p join publish_jobs j on j.id = p.job_id',
  );
  const posts = await em.execute<{ text: string; times: number }[]>('select text, count(*)::int as times from sandbox_posts group by text');
  const stateOf = new Map(states.map(({ draft_id, state }) => [draft_id, state]));
  const count = (state: string) => states.filter((row) => row.state === state).length;
  const drafts = [...seen.drafts.values()];
  return {
    published: count('published'),
    waiting: drafts.filter((id) => ['pending', 'leased', 'sent', 'unknown'].includes(stateOf.get(id) ?? '')).length,
    posts: posts.reduce((sum, { times }) => sum + times, 0),
    duplicates: posts.reduce((sum, { times }) => sum + times - 1, 0),
    lost: drafts.filter((id) => !stateOf.has(id)).length,
    otherwise: Object.fromEntries(
      ['failed', 'cancelled', 'unknown', 'pending', 'leased', 'sent'].flatMap((state) => (count(state) > 0 ? [[state, count(state)]] : [])),
    ),
  };
}

/** Waits until nothing is in progress, within the given time, through database outages. */
export async function untilSettled(fleet: Fleet, seen: Seen, forMs: number): Promise<Tally> {
  const until = Date.now() + forMs;
  for (;;) {
    const tally = await tallyFleet(fleet, seen).catch(() => null);
    if (tally && (tally.waiting === 0 || Date.now() > until)) return tally;
    if (Date.now() > until + 60_000) throw new Error('The database did not come back.');
    await sleep(500);
  }
}

export const inWords = ({ answers }: Seen): string => [...answers].map(([status, times]) => `${times} × ${status}`).join(', ');
