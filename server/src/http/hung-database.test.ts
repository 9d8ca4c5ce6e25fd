import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOrm } from '../db/orm.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { type HangingProxy, startHangingProxy } from '../testing/servers/hanging-proxy.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices, testConfig } from '../testing/test-services.ts';
import { buildServer } from './server.ts';

const database = useTestDatabase();
const api = useApi(database);
let proxy: HangingProxy;
beforeEach(async () => {
  proxy = await startHangingProxy(database.url);
});
afterEach(() => proxy.close());

it('responds 503 in time when its database hangs, and recovers when it continues', async () => {
  const orm = createOrm({ url: proxy.url, limits: { statement: 500, lock: 400, silence: 5_000 } });
  const config = { ...testConfig(database), masterKey: api.services.config.masterKey };
  const app = await buildServer(createTestServices(database, { orm, config }));
  const send = (key: string) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/drafts',
      headers: { authorization: `Bearer ${api.agent.key}`, 'idempotency-key': key },
      payload: { workspace_id: api.home.workspaceId, source_text: 'The harbour opens again.', platforms: ['sandbox'] },
    });
  expect((await send('before')).statusCode).toBe(201);
  proxy.hang();
  const startedAt = performance.now();
  const answers = await Promise.all(['one', 'two', 'three'].map(send));
  for (const answer of answers) {
    expectProblem(answer, 'database_unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(performance.now() - startedAt).toBeLessThan(40_000);
  proxy.goOn();
  await expect.poll(async () => (await send('one')).statusCode).toBe(201);
  await app.close();
  await orm.close();
});

it('stops within the time that work in progress has while its database hangs', async () => {
  const worker = fork(join(import.meta.dirname, '../main.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: proxy.url,
      ROLE: 'worker',
      LOG_LEVEL: 'silent',
      MASTER_KEY: testConfig(database).masterKey.toString('base64'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  expect(await once(worker, 'message')).toEqual(['serving', undefined]);
  proxy.hang();
  const stoppedAt = performance.now();
  worker.kill('SIGTERM');
  await once(worker, 'exit');
  // That is 14 s; a busy machine takes longer for the rest.
  expect(performance.now() - stoppedAt).toBeLessThan(30_000);
});
