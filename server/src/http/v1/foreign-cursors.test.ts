import { beforeAll, expect, it } from 'vitest';
import { cursorOf } from '../../db/keyset-page.ts';
import { useApi } from '../../testing/api.ts';
import { givenGround } from '../../testing/openapi/random-ground.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

type Ground = Awaited<ReturnType<typeof givenGround>>;
/** One made its things before the other, and one after. */
let [before, own, after]: Ground[] = [];
beforeAll(async () => {
  for (const keep of [(ground: Ground) => (before = ground), (ground: Ground) => (own = ground), (ground: Ground) => (after = ground)])
    keep(await givenGround(api.services, (request) => api.app.inject(request)));
});

it.each([
  ['drafts', 'drafts', 'draft_id'],
  ['publish-jobs', 'publish_jobs', 'job_id'],
  ['approvals', 'approvals', 'approval_id'],
  ['media', 'media', 'media_id'],
])("with another workspace's cursor the list of %s shows nothing of theirs, whoever's things are older", async (path, field, id) => {
  for (const foreign of [before, after]) {
    const cursor = cursorOf(foreign?.known[id] ?? '');
    const answer = await api.app.inject({ url: `/api/v1/${path}?cursor=${cursor}`, headers: own?.agent });
    expect(answer.statusCode, answer.body).toBe(200);
    const shown = (answer.json()[field] as Record<string, string>[]).map((one) => one[id]);
    expect(shown.filter((one) => one !== own?.known[id])).toEqual([]);
  }
  const all = await api.app.inject({ url: `/api/v1/${path}`, headers: own?.agent });
  expect((all.json()[field] as Record<string, string>[]).map((one) => one[id])).toEqual([own?.known[id]]);
});
