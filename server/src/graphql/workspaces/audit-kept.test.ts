import { expect, it } from 'vitest';
import { cutAudit } from '../../audit/cut-audit.ts';
import { sealAudit } from '../../audit/seal-audit.ts';
import { givenAudit } from '../../testing/audit.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock, testConfig } from '../../testing/test-services.ts';

const database = useTestDatabase();
const graphql = useGraphql(database, { clock: createFixedClock(new Date('2026-11-24T10:00:00Z')) });

interface Answer {
  workspace: { auditKeptFrom: string | null };
  auditReport: { isConsistent: boolean; keptFrom: string | null };
}

const QUERY = 'query ($id: ID!) { workspace(id: $id) { auditKeptFrom } auditReport(workspaceId: $id) { isConsistent keptFrom } }';

it('shows members the start of the audit log once older entries were dropped', async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const owner = graphql.browserOf(await givenUser(services, accountId));
  const read = async (): Promise<Answer> => (await graphql.ask<Answer>(owner, QUERY, { id: workspace.id })).data;
  await givenAudit(services, accountId, 3);
  await sealAudit(services);
  expect(await read()).toEqual({ workspace: { auditKeptFrom: null }, auditReport: { isConsistent: true, keptFrom: null } });

  const keptFrom = new Date('2099-01-01T00:00:00Z');
  await cutAudit(contextFor(services), { keptFrom, most: 1e6, archive: null });
  const expected = keptFrom.toISOString();
  expect(await read()).toEqual({ workspace: { auditKeptFrom: expected }, auditReport: { isConsistent: true, keptFrom: expected } });
});

it('shows only operators how long growing tables are kept', async () => {
  const { services } = graphql;
  services.config = testConfig(database, { retention: { months: { audit: 24, notices: 6 }, auditArchive: null } });
  const { accountId } = await givenWorkspace(services);
  const read = async (caller: Caller) =>
    (await graphql.ask<{ operator: object | null }>(caller, '{ operator { keptByAge { kind months keptFrom } } }')).data.operator;
  expect(await read(graphql.browserOf(await givenUser(services, accountId, { isOperator: true })))).toEqual({
    keptByAge: [
      { kind: 'audit', months: 24, keptFrom: '2024-11-01T00:00:00.000Z' },
      { kind: 'notices', months: 6, keptFrom: '2026-05-01T00:00:00.000Z' },
      { kind: 'model-calls', months: null, keptFrom: null },
    ],
  });
  expect(await read(graphql.browserOf(await givenUser(services, accountId)))).toBeNull();
});
