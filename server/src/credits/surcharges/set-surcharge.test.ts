import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { AuditEntry } from '../../audit/audit-entry.entity.ts';
import type { Services } from '../../context.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { setSurcharge } from './set-surcharge.ts';
import { creditsOn, readSurcharges } from './surcharge-queries.ts';

const database = useTestDatabase();
let services: Services;
let home: Awaited<ReturnType<typeof givenWorkspace>>;
beforeAll(async () => {
  services = createTestServices(database);
  home = await givenWorkspace(services);
});

const set = (actor: Actor, credits: number, platform = 'x') => actAs(services, actor, (ctx) => setSurcharge(ctx, { platform, credits }));
const takes = async (platform: string) => creditsOn(platform, await readSurcharges(services.orm.em.fork()));

it('is for the operator alone', async () => {
  for (const actor of [await userActor(services, home.accountId), await agentActor(services, home.workspace)])
    await expect(set(actor, 2)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(set({ kind: 'anonymous' }, 2)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await takes('x')).toBe(1);
});

it('takes whole credits from 0 to 100 for a platform that there is', async () => {
  for (const wrong of [-1, 1.5, 101, Number.NaN])
    await expect(set({ kind: 'operator' }, wrong)).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/credits' }] });
  await expect(set({ kind: 'operator' }, 1, 'myspace')).rejects.toMatchObject({
    code: 'validation_failed',
    fields: [{ pointer: '/platform', message: expect.stringContaining('bluesky') }],
  });
  await set({ kind: 'operator' }, 100, 'bluesky');
  expect(await takes('bluesky')).toBe(101);
});

it('counts from then on, and leaves who changed it from what in the audit log, once', async () => {
  const operator: Actor = { ...(await userActor(services, home.accountId)), isOperator: true };
  await set(operator, 2);
  expect(await takes('x')).toBe(3);
  await set(operator, 2);
  await set({ kind: 'operator' }, 0);
  expect(await takes('x')).toBe(1);
  const entries = await services.orm.em
    .fork()
    .find(AuditEntry, { action: 'surcharge.changed', subjectId: 'x' }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ actorId, details }) => [actorId ?? null, details])).toEqual([
    [operator.userId, { from: 0, credits: 2 }],
    [null, { from: 2, credits: 0 }],
  ]);
});

it('is held by the database too', async () => {
  const write = (credits: number) =>
    services.orm.em.fork().execute(`insert into platform_surcharges (platform, credits, set_at) values ('lemmy', ?, now())`, [credits]);
  for (const wrong of [-1, 101]) await expect(write(wrong)).rejects.toThrow('platform_surcharges_credits_check');
});
