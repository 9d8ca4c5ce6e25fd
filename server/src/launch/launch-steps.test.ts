import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import type { Services } from '../context.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../testing/test-services.ts';
import { readLaunchSteps, readServiceState } from './launch-queries.ts';
import { LAUNCH_STEPS, signLaunchStep } from './launch-steps.ts';

const database = useTestDatabase();
const clock = createFixedClock();
let services: Services;
let home: Awaited<ReturnType<typeof givenWorkspace>>;
beforeAll(async () => {
  services = createTestServices(database, { clock });
  home = await givenWorkspace(services);
});

const em = () => services.orm.em.fork();
const sign = (actor: Actor, step: string) => actAs(services, actor, (ctx) => signLaunchStep(ctx, step));

it('is only for operators', async () => {
  for (const actor of [await userActor(services, home.accountId), await agentActor(services, home.workspace)]) {
    await expect(sign(actor, 'live_publishing')).rejects.toMatchObject({ code: 'insufficient_role' });
  }
  await expect(sign({ kind: 'anonymous' }, 'live_publishing')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await readLaunchSteps(em())).every(({ signedAt }) => signedAt === null)).toBe(true);
});

it('refuses an unknown step, and lists the known ones', async () => {
  await expect(sign({ kind: 'operator' }, 'champagne')).rejects.toMatchObject({
    code: 'validation_failed',
    fields: [{ pointer: '/step', message: expect.stringContaining('backups_tested') }],
  });
});

it('launches with the last step, keeps the first signature and audits each once', async () => {
  const operator: Actor = { ...(await userActor(services, home.accountId)), isOperator: true };
  const firstAt = clock.now();
  for (const { id } of LAUNCH_STEPS) {
    expect((await readServiceState(em())).unsignedSteps).toContain(id);
    await sign(operator, id);
  }
  expect((await readServiceState(em())).unsignedSteps).toEqual([]);
  clock.advance(60_000);
  await sign({ kind: 'operator' }, 'live_publishing');
  expect((await readLaunchSteps(em())).map(({ signedAt }) => signedAt)).toEqual(LAUNCH_STEPS.map(() => firstAt));
  const entries = await em().find(AuditEntry, { action: 'launch.signed' }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ subjectId, actorId }) => [subjectId, actorId])).toEqual(LAUNCH_STEPS.map(({ id }) => [id, operator.userId]));
});
