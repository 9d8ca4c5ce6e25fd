import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../app.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { HAS_POOLER, type Pooler, startPooler } from '../testing/servers/pooler.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import { startWorker, type Worker } from '../worker/start-worker.ts';
import { inTransaction } from './transaction.ts';

/** Few enough that each caller gets a connection that another one used before. */
const CONNECTIONS = 3;

const database = useTestDatabase();

describe.skipIf(!HAS_POOLER)('the whole service behind PgBouncer in transaction mode', () => {
  let pooler: Pooler;
  let app: App;
  let web: HttpServer;
  let worker: Worker;
  let stage: Stage;

  beforeAll(async () => {
    pooler = await startPooler(database.url, { default_pool_size: CONNECTIONS });
    const pooled = { databaseUrl: pooler.url, databaseDirectUrl: database.url, isDatabasePooled: true };
    app = await createApp({ ...testConfig(database), ...pooled });
    web = await buildWeb(app.services);
    worker = await startWorker(app.services, app.queue);
    stage = await givenStage(app.services);
  });
  afterAll(async () => {
    await worker?.stop();
    await web?.close();
    await app?.close();
    await pooler?.stop();
  });

  it('publishes what a person approves, and notifies a waiting caller at once', async () => {
    const { authorization } = await givenAgent(app.services, stage.workspace);
    const { approval, job } = await stage.submit();
    const read = (query = '') => web.inject({ url: `/api/v1/publish-jobs/${job?.id}${query}`, headers: { authorization } });
    const first = await read();
    const waiting = web.inject({
      url: `/api/v1/publish-jobs/${job?.id}?wait=20`,
      headers: { authorization, 'if-none-match': String(first.headers.etag) },
    });
    await stage.approve(approval);
    const response = await waiting;
    expect([response.statusCode, response.json().approval_state]).toEqual([200, 'approved']);
    await expect.poll(async () => (await read()).json().state, { interval: 20 }).toBe('published');
    expect(await stage.ledger()).toMatchObject({ problems: [] });
  });

  it('separates customers on shared connections', async () => {
    const homes = await Promise.all(Array.from({ length: 6 }, () => givenWorkspace(app.services)));
    const agents = await Promise.all(homes.map(({ workspace }) => givenAgent(app.services, workspace)));
    const write = (index: number) =>
      web.inject({
        method: 'POST',
        url: '/api/v1/drafts',
        headers: { authorization: agents[index]?.authorization },
        payload: {
          workspace_id: homes[index]?.workspaceId,
          source_text: `Pier ${index} opens.`,
          platforms: ['sandbox'],
          publish_mode: 'draft_only',
        },
      });
    const written = await Promise.all(Array.from({ length: 24 }, (_, each) => write(each % homes.length)));
    expect(new Set(written.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const read = await Promise.all(agents.map(({ authorization }) => web.inject({ url: '/api/v1/drafts', headers: { authorization } })));
    const seen = read.map((answer) => answer.json().drafts.map((draft: { source_text: string }) => draft.source_text));
    expect(seen).toEqual(homes.map((_, index) => Array(4).fill(`Pier ${index} opens.`)));
  });

  it('applies the time limits to its transactions, and leaves nothing on a connection', async () => {
    const read = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    const { services } = app;
    const limits = { statement: '15s', lock: '2s' };
    const inside = await inTransaction(
      { ...services, em: services.orm.em.fork(), actor: { kind: 'system' }, requestId: 'test' },
      async ({ em }) => [await em.execute(read), await em.execute(read)],
    );
    expect(inside).toEqual([[limits], [limits]]);
    const left = await Promise.all(Array.from({ length: CONNECTIONS }, whatIsLeft));
    expect(left).toEqual(Array(CONNECTIONS).fill({ statement: '0', who: null, role: 'none', prepared: 0 }));
  });

  async function whatIsLeft(): Promise<unknown> {
    const client = new Client({ connectionString: pooler.url });
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as statement, nullif(current_setting('app.account_ids', true), '') as who,
              current_setting('role') as role, (select count(*)::int from pg_prepared_statements) as prepared, pg_sleep(0.05)::text as slept`,
    );
    await client.end();
    const { slept: _slept, ...state } = rows[0] as { slept: string };
    return state;
  }
});
