import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Context, Services } from '../../context.ts';
import { cookieName } from '../../http/auth/cookies.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { buildWeb } from '../../web.ts';
import { givenAgent, givenUser } from '../factories.ts';
import { useTestDatabase } from '../test-database.ts';
import { createTestServices } from '../test-services.ts';
import { send } from './ask.ts';
import type { Caller } from './callers.ts';
import { queriesBelow } from './deep-queries.ts';
import { type Everything, givenEverything } from './everything.ts';
import { graphqlTrials, restTrials, schema } from './trials.ts';

const walls = vi.hoisted(() => ({ second: true }));

/** Disables authorisation: every permission check passes. */
vi.mock('../../access/authorise.ts', async (original) => ({
  ...(await original<typeof import('../../access/authorise.ts')>()),
  requireScope: () => undefined,
  requireRole: async () => undefined,
  requireApprovedAccount: async () => undefined,
  canIn: () => true,
  roleIn: () => 'owner',
  async requireWorkspace(ctx: Context, id: string) {
    const found = await ctx.em.findOne(Workspace, { id });
    // Pretends that a row hidden by row-level security was found.
    return found ?? new Proxy({ id, accountId: foreign.accountId }, { get: (row, key) => Reflect.get(row, key) ?? null });
  },
}));

/** Row-level security can be disabled as well, to verify that the test would notice. */
vi.mock('../../db/row-security/tenant-session.ts', async (original) => {
  const real = await original<typeof import('../../db/row-security/tenant-session.ts')>();
  return {
    ...real,
    forkFor: (...[orm, actor]: Parameters<typeof real.forkFor>) => (walls.second ? real.forkFor(orm, actor) : orm.em.fork()),
  };
});

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
let own: Everything;
let foreign: Everything;
let callers: Caller[];

beforeAll(async () => {
  services = createTestServices(database);
  app = await buildWeb(services);
  own = await givenEverything(database);
  foreign = await givenEverything(database);
  const { accountId, workspace } = own;
  const agent = await givenAgent(services, workspace);
  const person = await givenUser(services, accountId, { role: 'owner' });
  const common = { place: 'own', home: 'ordinary', scopes: [] } as const;
  callers = [
    { ...common, name: 'an agent', kind: 'agent', headers: { authorization: agent.authorization } },
    {
      ...common,
      name: 'an owner',
      kind: 'person',
      headers: { cookie: `${cookieName(services.config)}=${person.sessionToken}`, 'sec-fetch-site': 'same-origin' },
    },
  ];
});
afterAll(() => app?.close());

/** Every row of the other account in any table: all rows that contain its id, or an id of anything it owns. */
async function foreignRows(): Promise<string[]> {
  const tables = [...new Set([...services.orm.em.getMetadata().getAll().values()].map(({ tableName }) => tableName))].filter(Boolean);
  const ids = [foreign.accountId, foreign.workspaceId, foreign.owner.userId, ...Object.values(foreign.subject)].filter(
    // A hash or the name of a finding may be the same in both accounts; an id never is.
    (id) => typeof id === 'string' && /^[a-z]{3}_/.test(id),
  );
  const rows: string[] = [];
  for (const table of tables) {
    const found = await services.orm.em.fork().execute<{ row: string }[]>(`select t::text as row from "${table}" t order by 1`);
    rows.push(...found.map(({ row }) => `${table} ${row}`).filter((row) => ids.some((id) => row.includes(id))));
  }
  return rows;
}

/** A response with any data that were not in the request. */
function isTelling(answer: { body: string; statusCode: number }, ask: unknown): boolean {
  const sent = JSON.stringify(ask);
  const known = (answer.body.match(/[a-z]{3}_[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []).filter((id) => !sent.includes(id));
  return known.length > 0 && answer.statusCode < 300 && foreignIds.some((id) => known.includes(id));
}

let foreignIds: string[];

/** Sends every operation, or with a step of 2 every second one. */
async function tryAll(step = 1) {
  const before = await foreignRows();
  foreignIds = [...new Set(before.flatMap((row) => row.match(/[a-z]{3}_[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []))];
  const told: string[] = [];
  let asked = 0;
  for (const caller of callers) {
    const reads = Object.keys(schema.getQueryType()?.getFields() ?? {}).flatMap((name) => queriesBelow(name, foreign.subject, caller));
    const asks = [...reads, ...[...restTrials, ...graphqlTrials].map((trial) => trial.ask(foreign.subject, caller))];
    for (const ask of asks.filter((_, index) => index % step === 0)) {
      const answer = await send(app, ask, caller.headers);
      asked += 1;
      if (isTelling(answer, ask)) told.push(`${caller.name}: ${JSON.stringify(ask)}: ${answer.body}`);
    }
  }
  const after = await foreignRows();
  const changed = [...after.filter((row) => !before.includes(row)), ...before.filter((row) => !after.includes(row))];
  return { asked, told, changed };
}

describe('without authorisation', () => {
  it('no operation shows or changes a row of a foreign workspace', async () => {
    const { asked, told, changed } = await tryAll();
    console.info(
      `second wall: ${asked} operations on foreign things with the policies off: ${told.length} told of a foreign row, ${changed.length} foreign rows changed`,
    );
    expect(told).toEqual([]);
    expect(changed).toEqual([]);
  });

  it('without row-level security either, operations show and change foreign rows', async () => {
    walls.second = false;
    // Half of the operations are enough to show what row-level security prevents.
    const { asked, told, changed } = await tryAll(2);
    console.info(`no wall at all: ${asked} operations: ${told.length} told of a foreign row, ${changed.length} foreign rows changed`);
    expect(told.length).toBeGreaterThan(10);
    expect(changed.length).toBeGreaterThan(10);
  });
});
