import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Services } from '../../context.ts';
import { undocumented } from '../../testing/openapi/expect-documented.ts';
import { givenGround } from '../../testing/openapi/random-ground.ts';
import { withRealIds } from '../../testing/openapi/with-real-ids.ts';
import { SMALLEST_PNG } from '../../testing/pictures.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { buildWeb } from '../../web.ts';
import type { HttpServer } from '../engine/http-server.ts';

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
beforeAll(async () => {
  services = createTestServices(database);
  app = await buildWeb(services);
});
afterAll(() => app?.close());

it('responds in an archived workspace as each change is documented', async () => {
  const { known, agent } = await givenGround(services, (request) => app.inject(request));
  const now = services.clock.now();
  await services.orm.em.fork().nativeUpdate(Workspace, { id: known.workspace_id }, { archivedAt: now, pausedAt: now });
  const refused: string[] = [];
  for (const offered of [...app.operations.values()].filter(({ isRead }) => !isRead)) {
    const { id, example, consumes } = offered.operation;
    const { params = {}, query = {}, body } = withRealIds({ ...example }, known) as Record<string, Record<string, string>>;
    const [method = '', path = ''] = offered.route.split(' ');
    const url = `${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}?${new URLSearchParams(query)}`;
    const payload = consumes ? SMALLEST_PNG : body;
    const headers = { ...agent, 'if-match': '*', 'content-type': consumes ? 'image/png' : 'application/json' };
    const response = await app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) });
    expect.soft(undocumented(offered, response), `${id}: ${response.body}`).toBeNull();
    if (response.json().code === 'invalid_state') refused.push(id);
  }
  expect(refused).toContain('addMedia');
  expect(refused.length).toBeGreaterThan(10);
});
