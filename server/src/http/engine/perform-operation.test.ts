import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../access/actor.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { expectProblem, useApi } from '../../testing/api.ts';
import { givenAgent } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

/** It may read everything, webhook endpoints too. */
let authorization: string;
let draft: string;
/** What is read, by the path. */
const reads: string[] = [];
beforeAll(async () => {
  ({ authorization } = await givenAgent(api.services, api.home.workspace, { scopes: [...SCOPES] }));
  const made = await api.send('POST', '/api/v1/drafts', {
    workspace_id: api.home.workspaceId,
    source_text: 'The harbour opens again.',
    platforms: ['sandbox'],
    publish_mode: 'approval_queue',
  });
  const { draft_id, publish_job, approval } = made.json();
  const ids: Record<string, string> = { draft_id, job_id: publish_job.job_id, approval_id: approval.approval_id };
  draft = `/api/v1/drafts/${draft_id}`;
  for (const { isRead, route } of api.app.operations.values()) {
    const path = route.replace('GET ', '').replaceAll(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all);
    if (isRead && !path.includes('{')) reads.push(path);
  }
});

const read = (path: string, known?: string) =>
  api.send('GET', path, undefined, { authorization, ...(known === undefined ? {} : { 'if-none-match': known }) });
/** The customer asks for changes, which makes no new revision. */
const requestChanges = async () => {
  const approval = await api.services.orm.em.fork().findOneOrFail(Approval, { state: 'pending' });
  const owner = await userActor(api.services, api.home.accountId);
  const { id: approvalId, contentHash } = approval;
  await actAs(api.services, owner, (ctx) =>
    recordDecision(ctx, { approvalId, contentHash, decision: 'changes_requested', comment: 'Why?' }),
  );
};
const tagOf = async (path: string): Promise<string> => String((await read(path)).headers.etag);
describe('If-None-Match (RFC 9110, 13.1.2)', () => {
  it('is supported by every read; `*` matches anything', async () => {
    expect(reads.length).toBeGreaterThan(15);
    for (const path of reads) {
      const answer = await read(path, '*');
      expect([path, answer.statusCode, answer.body]).toEqual([path, 304, '']);
      expect(answer.headers.etag, path).toMatch(/^W\/"[^"]+"$/);
    }
  });

  it.each([
    ['the tag as it was given', (tag: string) => tag],
    ['the same as a strong one', (tag: string) => tag.replace('W/', '')],
    ['one in a list', (tag: string) => `"older", ${tag} ,W/"other"`],
    ['one in a list with empty places and a comma within another', (tag: string) => `, "a,b",, ${tag},`],
  ])('returns 304 for %s', async (_what, known) => {
    const paths = [...reads, draft];
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) expect([path, (await read(path, known(await tagOf(path)))).statusCode]).toEqual([path, 304]);
  });

  it.each([
    ['another tag', () => 'W/"other"'],
    ['a tag without its quotes', (tag: string) => tag.replaceAll('"', '')],
    ['a mark of weakness in small letters', (tag: string) => tag.replace('W/', 'w/')],
    ['the tag next to an invalid one', (tag: string) => `older, ${tag}`],
    ['`*` in a list', (tag: string) => `${tag}, *`],
    ['the tag within another', (tag: string) => `W/"a${tag.replaceAll(/^W\/|"/g, '')}"`],
    ['nothing', () => ''],
    ['a quote that does not end', (tag: string) => `"${tag.slice(0, -1)}`],
  ])('responds in full to %s', async (_what, known) => {
    const path = '/api/v1/drafts';
    const answer = await read(path, known(await tagOf(path)));
    expect(answer.statusCode).toBe(200);
    expect(answer.json().drafts).toHaveLength(1);
  });

  it('reflects every change to a draft, including decisions', async () => {
    const steps: [string, () => Promise<unknown>][] = [
      ['a decision', requestChanges],
      ['new words', async () => api.send('PATCH', draft, { source_text: 'It opens at eight.' }, { 'if-match': '*' })],
    ];
    for (const [what, change] of steps) {
      const before = await read(draft);
      expect((await read(draft, String(before.headers.etag))).statusCode).toBe(304);
      await change();
      const after = await read(draft, String(before.headers.etag));
      expect([what, after.statusCode]).toEqual([what, 200]);
      expect(after.headers.etag).not.toBe(before.headers.etag);
      expect(after.json().revision > before.json().revision).toBe(what === 'new words');
    }
  });
});

describe('If-Match (RFC 9110, 13.1.1)', () => {
  const change = (ifMatch: string) => api.send('PATCH', draft, { source_text: `Changed on ${ifMatch}.` }, { 'if-match': ifMatch });

  it('accepts a list that contains the revision', async () => {
    const first = (await read(draft)).json().revision;
    const { revision: now } = (await change(`"${first - 1}", "${first}"`)).json();
    expect(now).toBeGreaterThan(first);
    for (const older of [`"${first - 1}", "${first}"`, `W/"${now}"`]) expectProblem(await change(older), 'stale_revision');
    for (const other of [`${now}`, `"${now}", *`, `"${now}`]) {
      expect(expectProblem(await change(other), 'bad_user_input').remedy).toContain('in quotes');
    }
    const { revision: next } = (await change(`"other", "${now}"`)).json();
    expect(next).toBeGreaterThan(now);
    expect((await change(`"${next}", "${next + 6}"`)).json().revision).toBeGreaterThan(next);
  });
});
