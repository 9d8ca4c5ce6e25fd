import { expect, it } from 'vitest';
import { Notice } from '../access/notice.entity.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { recordModelCall } from '../captions/model/model-budget.ts';
import { ModelCall } from '../captions/model/model-call.entity.ts';
import type { RetentionConfig } from '../config/retention-config.ts';
import { EvidenceSchema } from '../http/v1/publish-jobs.schemas.ts';
import { newId } from '../new-id.ts';
import { buildEvidence } from '../publishing/evidence/build-evidence.ts';
import type { Evidence } from '../publishing/evidence/evidence-document.ts';
import { verifyEvidence } from '../publishing/evidence/verify-evidence.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, testConfig } from '../testing/test-services.ts';
import { applyRetention, createRetentionJob, keptFrom, readGrowth } from './apply-retention.ts';

const database = useTestDatabase();
const MOST = 10_000;

/** A workspace with data of every kind, after so many months. */
async function givenPast(months: RetentionConfig['months'], later: number) {
  const engine = createEngine(database);
  const clock = createFixedClock();
  const services = { ...engine.services, clock, config: testConfig(database, { retention: { months, auditArchive: null } }) };
  const stage = await givenStage(services);
  const out = await givenQueued(stage);
  await engine.settle(out.publicationId);
  const waiting = await stage.submit({ sourceText: 'Not decided yet.' });
  await recordModelCall(contextFor(services), stage.workspaceId, { model: 'words', inputTokens: 1, outputTokens: 1, costMicros: null });
  await sealAudit(services);
  const about = { accountId: stage.accountId, workspaceId: stage.workspaceId, userId: stage.owner.userId };
  const tell = (subjectId: string) =>
    services.orm.em
      .fork()
      .insert(Notice, { id: newId('ntc'), kind: 'approval_waits', message: 'Look.', createdAt: clock.now(), subjectId, ...about });
  for (const { approval } of [waiting, out]) await tell(approval?.id ?? '');
  clock.advance(later * 31 * 86_400_000);
  const left = async () => {
    const em = services.orm.em.fork();
    const notices = await em.find(Notice, { accountId: stage.accountId });
    return { notices: notices.map(({ subjectId }) => subjectId), calls: await em.count(ModelCall, { accountId: stage.accountId }) };
  };
  return { services, stage, out, waiting, tell, left };
}

it('keeps everything by default', async () => {
  const { services, left } = await givenPast({}, 60);
  expect(await applyRetention(contextFor(services), MOST)).toEqual({});
  expect(await left()).toMatchObject({ notices: [expect.anything(), expect.anything()], calls: 1 });
});

it('drops older data by the beginning of a month, and nothing that is still needed', async () => {
  const { services, stage, waiting, left } = await givenPast({ audit: 12, notices: 12, 'model-calls': 12 }, 14);
  const dropped = await applyRetention(contextFor(services), MOST);
  expect(dropped).toMatchObject({ notices: expect.any(Number), 'model-calls': expect.any(Number) });
  expect(dropped.audit).toBeGreaterThan(5);
  expect(await left()).toEqual({ notices: [waiting.approval?.id], calls: 0 });

  const from = keptFrom(services, 'audit');
  expect(from?.toISOString()).toMatch(/^\d{4}-\d\d-01T00:00:00.000Z$/);
  const report = await verifyAudit(contextFor(services), { accountId: stage.accountId });
  expect(report).toMatchObject({ isConsistent: true, sealed: 0, unsealed: 1, keptFrom: from });
});

it('the evidence of a post contains the log’s retention, and is as genuine as before', async () => {
  const { services, stage, out } = await givenPast({ audit: 3 }, 5);
  await applyRetention(contextFor(services), MOST);
  const evidence = JSON.parse(JSON.stringify(await buildEvidence(contextFor(services, stage.owner), out.jobId))) as Evidence;
  expect(evidence).toMatchObject({ audit: [], audit_kept_from: keptFrom(services, 'audit')?.toISOString() });
  // REST strips unknown members, so every member must be listed.
  expect(Object.keys((EvidenceSchema as unknown as { properties: object }).properties)).toEqual(
    expect.arrayContaining(Object.keys(evidence)),
  );
  const { verdict, notShown } = await verifyEvidence(evidence, { keys: [evidence.seal.key], passkeys: null });
  expect(verdict).toBe('genuine');
  expect(notShown.join(' ')).toContain(`before ${evidence.audit_kept_from}`);
});

it('a worker drops a batch per run, and pauses for an hour once nothing is left', async () => {
  const { services, tell, out, left } = await givenPast({ notices: 3 }, 5);
  const job = createRetentionJob();
  await job(services);
  expect((await left()).notices).toHaveLength(1);
  await job(services);
  await tell(out.approval?.id ?? '');
  await job(services);
  expect((await left()).notices).toHaveLength(2);
  services.clock.advance(3_600_000);
  await job(services);
  expect((await left()).notices).toHaveLength(1);
});

it('reports the retention, and the largest tables', async () => {
  const { services } = await givenPast({ audit: 24 }, 0);
  const { kept, tables } = await readGrowth(contextFor(services));
  expect(kept).toContainEqual({ kind: 'audit', months: 24, keptFrom: keptFrom(services, 'audit') });
  expect(kept).toContainEqual({ kind: 'notices', months: null, keptFrom: null });
  const sizes = tables.map(({ bytes }) => bytes);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  // They are too small for PostgreSQL's statistics.
  const em = services.orm.em.fork();
  for (const { table, rows } of tables) expect([{ rows }], table).toEqual(await em.execute(`select count(*)::int as rows from "${table}"`));
});
