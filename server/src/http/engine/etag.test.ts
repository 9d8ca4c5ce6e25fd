import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../access/actor.ts';
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
const tagOf = async (path: string): Promise<string> => String((await read(path)).headers.etag);
/** All that are read, but for those that answer a draft: its tag is its revision. */
const otherReads = async () => {
  const tags = await Promise.all(reads.map(async (path) => ({ path, tag: await tagOf(path) })));
  return tags.filter(({ tag }) => tag.startsWith('W/'));
};

describe('If-None-Match (RFC 9110, 13.1.2)', () => {
  it('is heeded by every read: `*` is whatever there is', async () => {
    expect(reads.length).toBeGreaterThan(15);
    for (const path of reads) {
      const answer = await read(path, '*');
      expect([path, answer.statusCode, answer.body]).toEqual([path, 304, '']);
      expect(answer.headers.etag, path).toMatch(/^(W\/)?"[^"]+"$/);
    }
  });

  it.each([
    ['the tag as it was given', (tag: string) => tag],
    ['the same as a strong one', (tag: string) => tag.replace('W/', '')],
    ['one in a list', (tag: string) => `"older", ${tag} ,W/"other"`],
    ['one in a list with empty places and a comma within another', (tag: string) => `, "a,b",, ${tag},`],
  ])('knows an answer by %s', async (_what, known) => {
    const tagged = await otherReads();
    expect(tagged.length).toBeGreaterThan(10);
    for (const { path, tag } of tagged) expect([path, (await read(path, known(tag))).statusCode]).toEqual([path, 304]);
  });

  it.each([
    ['another tag', () => 'W/"other"'],
    ['a tag without its quotes', (tag: string) => tag.replaceAll('"', '')],
    ['a mark of weakness in small letters', (tag: string) => tag.replace('W/', 'w/')],
    ['the tag beside what is none', (tag: string) => `older, ${tag}`],
    ['`*` in a list', (tag: string) => `${tag}, *`],
    ['the tag within another', (tag: string) => `W/"a${tag.replaceAll(/^W\/|"/g, '')}"`],
    ['nothing', () => ''],
    ['a quote that does not end', (tag: string) => `"${tag.slice(0, -1)}`],
  ])('answers in full to %s', async (_what, known) => {
    const path = '/api/v1/drafts';
    const answer = await read(path, known(await tagOf(path)));
    expect(answer.statusCode).toBe(200);
    expect(answer.json().drafts).toHaveLength(1);
  });

  it('does not keep from a caller what people said of a draft, which makes no new revision of it', async () => {
    const tag = await tagOf(draft);
    await api.send('POST', `${draft}/comments`, { text: 'Is the time right?' });
    const answer = await read(draft, tag);
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, tag]);
  });
});

describe('If-Match (RFC 9110, 13.1.1)', () => {
  const change = (ifMatch: string) => api.send('PATCH', draft, { source_text: `Changed on ${ifMatch}.` }, { 'if-match': ifMatch });

  it('takes a list, in which the revision has to stand', async () => {
    const first = (await read(draft)).json().revision;
    const { revision: now } = (await change(`"${first - 1}", "${first}"`)).json();
    expect(now).toBeGreaterThan(first);
    for (const older of [`"${first - 1}", "${first}"`, `W/"${now}"`, `${now}`, `"${now}", *`, `"${now}`])
      expectProblem(await change(older), 'stale_revision');
    expect((await change(`"other", "${now}"`)).json().revision).toBeGreaterThan(now);
  });
});
