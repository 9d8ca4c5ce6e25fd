import { expect, it } from 'vitest';
import { givenStanding } from '../../testing/matrix/standing.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { standingOfWorkspaces } from './read-standing.ts';

const database = useTestDatabase();

/** Creates this many newer ended ones. */
async function givenEnded(id: string, many: number): Promise<void> {
  const changed = `'id', t.id || n, 'template_hash', n, 'state', 'ended', 'end_reason', 'time', 'closed_at', t.ends_at`;
  await database.orm.em.fork().execute(
    `insert into standing_approvals select (jsonb_populate_record(t, jsonb_build_object(${changed}))).*
      from standing_approvals t, generate_series(1, ?::int) n where t.id = ?`,
    [many, id],
  );
}

it('lists active and proposed ones of each workspace, however many have ended since, there or elsewhere', async () => {
  const services = createTestServices(database);
  const [busy, quiet] = [await givenStage(services), await givenStage(services)];
  const of = ({ workspace, agent, owner }: typeof busy, state: 'proposed' | 'active') =>
    givenStanding(services, { workspace, agent, owner }, state);
  const there = [await of(quiet, 'active'), await of(quiet, 'proposed')];
  const here = [await of(busy, 'active'), await of(busy, 'proposed')];
  await givenEnded(here[0]?.id ?? '', 120);
  const shown = await standingOfWorkspaces(contextFor(services), [busy.workspaceId, quiet.workspaceId]);
  const idsIn = ({ workspaceId }: typeof busy) => (shown.get(workspaceId) ?? []).map(({ standing }) => standing.id);
  expect(idsIn(quiet)).toEqual(there.map(({ id }) => id));
  expect(idsIn(busy)).toHaveLength(50);
  expect(idsIn(busy).slice(0, 2)).toEqual(here.map(({ id }) => id));
});
