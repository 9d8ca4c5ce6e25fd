import { afterAll, beforeAll, expect } from 'vitest';
import { Draft } from '../../drafts/draft.entity.ts';
import { useApi } from '../../testing/api.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let url = '';
beforeAll(async () => {
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.app.close());

prove('H1', 'one key, one effect', async (count) => {
  const posts = count(1_000, 100);
  const body = JSON.stringify({ workspace_id: api.home.workspaceId, source_text: 'The harbour opens again.', platforms: ['sandbox'] });
  const headers = { authorization: api.agent.authorization, 'content-type': 'application/json', 'idempotency-key': 'one' };
  const sendAll = () =>
    Promise.all(
      Array.from({ length: posts }, async () => {
        const answer = await fetch(`${url}/api/v1/drafts`, { method: 'POST', headers, body });
        return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
      }),
    );
  const first = await sendAll();
  const made = first.filter(({ status }) => status === 201);
  const later = first.filter(({ status, retryAfter }) => [409, 503].includes(status) && Number(retryAfter) > 0);
  const replays = await sendAll();
  const equal = replays.filter(({ status, text }) => status === 201 && text === made[0]?.text).length;
  const rows = await database.orm.em.fork().count(Draft, {});
  expect([rows, new Set(made.map(({ text }) => text)).size, made.length + later.length, equal]).toEqual([1, 1, posts, posts]);
  return [
    `${posts} POSTs at once with one key over HTTP: ${rows} row, ${made.length} answered with it, ${later.length} asked to retry`,
    `${posts} replays: ${equal} equal to the first answer byte for byte`,
  ];
});
