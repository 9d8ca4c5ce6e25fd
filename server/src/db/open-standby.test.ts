import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../app.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { type Pair, startPair } from '../testing/servers/standby.ts';
import { testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';

let pair: Pair;
let app: App;
let web: HttpServer;
let agent: { authorization: string; workspaceId: string };

const givenSomebody = async () => {
  const { workspace } = await givenWorkspace(app.services);
  const { authorization } = await givenAgent(app.services, workspace);
  return { authorization, workspaceId: workspace.id };
};

beforeAll(async () => {
  pair = await startPair();
  app = await createApp({ ...testConfig({ url: pair.url } as never), databaseReadUrl: pair.standbyUrl });
  web = await buildWeb(app.services);
  agent = await givenSomebody();
  // Creates and starts two servers, which is slow next to the browser's tests.
});
afterAll(async () => {
  await web?.close();
  await app?.close();
  await pair?.stop();
});

async function write(text: string): Promise<void> {
  const payload = { workspace_id: agent.workspaceId, source_text: text, platforms: ['sandbox'], publish_mode: 'draft_only' };
  const { authorization } = agent;
  expect((await web.inject({ method: 'POST', url: '/api/v1/drafts', headers: { authorization }, payload })).statusCode).toBe(201);
}

async function newestOf({ authorization }: { authorization: string }): Promise<string | undefined> {
  const answer = await web.inject({ url: '/api/v1/drafts?limit=1', headers: { authorization } });
  expect(answer.statusCode).toBe(200);
  return answer.json().drafts[0]?.source_text;
}

/** Whether a list is read from the primary. */
const isAskedItself = async () => (await recordStatements(app.services, () => newestOf(agent))).some((sql) => /from "?drafts/.test(sql));

it('reads a list from the standby, which includes every caller’s own latest writes', async () => {
  for (let number = 1; number <= 30; number += 1) {
    await write(`Ferry ${number} leaves.`);
    expect(await newestOf(agent)).toBe(`Ferry ${number} leaves.`);
  }
  await expect.poll(isAskedItself).toBe(false);
});

it('separates customers there as well', async () => {
  await write('Only for this customer.');
  expect(await newestOf(await givenSomebody())).toBeUndefined();
});

it('reads from the primary while the standby lags, and from the standby again afterwards', async () => {
  await pair.freeze();
  await write('The standby does not know of this.');
  expect(await newestOf(agent)).toBe('The standby does not know of this.');
  expect(await isAskedItself()).toBe(true);
  await pair.thaw();
  await expect.poll(isAskedItself).toBe(false);
});

it('reads the figures for monitoring there too', async () => {
  const read = () => web.inject({ url: '/api/metrics' });
  expect((await read()).body).toContain('countersign_jobs_waiting 0');
  // Whether the database responds, and how far it has replayed.
  await expect.poll(() => recordStatements(app.services, read)).toEqual(['select 1', expect.stringContaining('pg_current_wal')]);
});

it('does not accept an independent database as a standby', async () => {
  const itself = await createApp({ ...testConfig({ url: pair.url } as never), databaseReadUrl: pair.url });
  expect(await itself.services.standby?.forksFor({ kind: 'system' })).toBeNull();
  await itself.close();
});

it('continues without a standby that is gone', async () => {
  await pair.killStandby();
  await write('No standby follows any more.');
  expect(await newestOf(agent)).toBe('No standby follows any more.');
  expect(await isAskedItself()).toBe(true);
});
