import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { AuditEntry } from '../audit/audit.entities.ts';
import type { Services } from '../context.ts';
import { actAs, agentActor, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { creditsOn, readSurcharges, setSurcharge } from './surcharges.ts';

const database = useTestDatabase();
let services: Services;
let home: Awaited<ReturnType<typeof givenWorkspace>>;
beforeAll(async () => {
  services = createTestServices(database);
  home = await givenWorkspace(services);
});

const set = (actor: Actor, credits: number, platform = 'x', creditsWithLink?: number | null) =>
  actAs(services, actor, (ctx) => setSurcharge(ctx, { platform, credits, creditsWithLink }));
const takes = async (platform: string, hasLink = false) => creditsOn({ platform, hasLink }, await readSurcharges(contextFor(services)));

it('is for operators only', async () => {
  for (const actor of [await userActor(services, home.accountId), await agentActor(services, home.workspace)])
    await expect(set(actor, 2)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(set({ kind: 'anonymous' }, 2)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await takes('x')).toBe(1);
});

it('accepts whole credits from 0 to 100 for a known platform', async () => {
  for (const wrong of [-1, 1.5, 101, Number.NaN])
    await expect(set({ kind: 'operator' }, wrong)).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/credits' }] });
  await expect(set({ kind: 'operator' }, 1, 'myspace')).rejects.toMatchObject({
    code: 'validation_failed',
    fields: [{ pointer: '/platform', message: expect.stringContaining('bluesky') }],
  });
  await set({ kind: 'operator' }, 100, 'bluesky');
  expect(await takes('bluesky')).toBe(101);
});

it('has a separate value for posts with a link if the network charges by it, and only then', async () => {
  const operator = { kind: 'operator' } as const;
  for (const wrong of [-1, 1.5, 101, Number.NaN])
    await expect(set(operator, 2, 'x', wrong)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ pointer: '/credits_with_link' }],
    });
  await expect(set(operator, 2, 'lemmy', 20)).rejects.toMatchObject({
    code: 'validation_failed',
    fields: [{ pointer: '/credits_with_link', message: 'Lemmy charges the same for a post with a link: leave it out.' }],
  });
  expect([await takes('x'), await takes('lemmy', true)]).toEqual([1, 1]);
  await set(operator, 2, 'x', 20);
  expect([await takes('x'), await takes('x', true)]).toEqual([3, 21]);
  // A link may also cost less; without its own amount it costs the same.
  await set(operator, 2, 'x', 0);
  expect([await takes('x'), await takes('x', true)]).toEqual([3, 1]);
  await set(operator, 2, 'x');
  expect([await takes('x'), await takes('x', true)]).toEqual([3, 3]);
  await set(operator, 0, 'x');
  const entries = await services.orm.em
    .fork()
    .find(AuditEntry, { action: 'surcharge.changed', subjectId: 'x' }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ details }) => details)).toEqual([
    { from: 0, credits: 2, fromWithLink: null, creditsWithLink: 20 },
    { from: 2, credits: 2, fromWithLink: 20, creditsWithLink: 0 },
    { from: 2, credits: 2, fromWithLink: 0, creditsWithLink: null },
    { from: 2, credits: 0 },
  ]);
});

it('applies to later posts, and audits the old and the new value once', async () => {
  const operator: Actor = { ...(await userActor(services, home.accountId)), isOperator: true };
  await set(operator, 2, 'threads');
  expect(await takes('threads')).toBe(3);
  await set(operator, 2, 'threads');
  await set({ kind: 'operator' }, 0, 'threads');
  expect(await takes('threads')).toBe(1);
  const entries = await services.orm.em
    .fork()
    .find(AuditEntry, { action: 'surcharge.changed', subjectId: 'threads' }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ actorId, details }) => [actorId ?? null, details])).toEqual([
    [operator.userId, { from: 0, credits: 2 }],
    [null, { from: 2, credits: 0 }],
  ]);
});

it('is enforced by the database too', async () => {
  const write = (credits: number) =>
    services.orm.em.fork().execute(`insert into platform_surcharges (platform, credits, set_at) values ('lemmy', ?, now())`, [credits]);
  for (const wrong of [-1, 101]) await expect(write(wrong)).rejects.toThrow('platform_surcharges_credits_check');
  const withLink = services.orm.em
    .fork()
    .execute(`insert into platform_surcharges (platform, credits, credits_with_link, set_at) values ('lemmy', 1, 101, now())`);
  await expect(withLink).rejects.toThrow('platform_surcharges_credits_with_link_check');
});
