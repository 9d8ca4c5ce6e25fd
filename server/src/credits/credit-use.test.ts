import { describe, expect, it } from 'vitest';
import { actAs, agentActor } from '../testing/actors.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../testing/test-services.ts';
import { addCredits } from './add-credits.ts';
import { forecast } from './burn-down.ts';
import { holdCredit, releaseHolds, settleHolds } from './credit-holds.ts';
import { listEntries } from './credit-queries.ts';
import { type CreditUse, creditUse, creditUses } from './credit-use.ts';

const database = useTestDatabase();

async function arrange() {
  const clock = createFixedClock(new Date('2026-11-20T23:30:00Z'));
  const services = createTestServices(database, { clock });
  const { accountId, workspace } = await givenWorkspace(services);
  const system = { kind: 'system' } as const;
  await actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, { accountId, product: 'api_publication_pack', quantity: 1 }));
  await actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, { accountId, product: 'api_autoposting_topup', quantity: 1 }));
  let number = 0;
  const spend = async (unit: 'publication' | 'autoposting', grantId: string | null, end: 'settled' | 'released' = 'settled') => {
    number += 1;
    const publicationId = `pub_${accountId}_${number}`;
    await actAs(services, system, async (ctx) => {
      await holdCredit(ctx, { accountId, publicationId, unit, credits: 1, workspaceId: null, grantId });
      await (end === 'settled' ? settleHolds(ctx, [publicationId]) : releaseHolds(ctx, [publicationId]));
    });
  };
  const use = (timeZone: string, days = 7) => creditUse(contextFor(services), { accountId, timeZone, days });
  return { services, clock, accountId, workspace, spend, use };
}

describe('use of credits', () => {
  it('is counted on the days of the time zone, by unit and agent, and only what was spent', async () => {
    const { services, workspace, spend, use } = await arrange();
    const tide = await agentActor(services, workspace);
    await spend('publication', tide.grantId);
    await spend('publication', tide.grantId);
    await spend('publication', null);
    await spend('autoposting', tide.grantId);
    await spend('publication', tide.grantId, 'released');
    const byAgent = { agentId: tide.agentId, agentName: tide.agentName };
    const entries = (day: string) => [
      { day, unit: 'publication', ...byAgent, used: 2 },
      { day, unit: 'publication', agentId: null, agentName: null, used: 1 },
      { day, unit: 'autoposting', ...byAgent, used: 1 },
    ];
    // 23:30 on the 20th in London is noon on the 21st in Auckland.
    expect((await use('UTC')).entries).toEqual(expect.arrayContaining(entries('2026-11-20')));
    expect((await use('UTC')).entries).toHaveLength(3);
    expect(await use('Pacific/Auckland')).toMatchObject({ from: '2026-11-15', to: '2026-11-21' });
    expect((await use('Pacific/Auckland')).entries).toEqual(expect.arrayContaining(entries('2026-11-21')));
  });

  it('excludes older days and other accounts', async () => {
    const { clock, spend, use } = await arrange();
    await spend('publication', null);
    const other = await arrange();
    await other.spend('publication', null);
    clock.advance(3 * 86_400_000);
    expect((await use('UTC', 3)).entries).toEqual([]);
    expect((await use('UTC', 4)).entries).toMatchObject([{ day: '2026-11-20', used: 1 }]);
  });

  it('is read once for all callers about an account, each with their own days', async () => {
    const { services, clock, accountId, spend } = await arrange();
    await spend('publication', null);
    clock.advance(3 * 86_400_000);
    await spend('publication', null);
    const wish = { accountId, timeZone: 'UTC' };
    let uses: CreditUse[] = [];
    const statements = await recordStatements(services, async () => {
      uses = await creditUses(contextFor(services), [
        { ...wish, days: 2 },
        { ...wish, days: 30 },
      ]);
    });
    expect(statements).toHaveLength(1);
    expect(uses.map(({ from, entries }) => [from, entries.length])).toEqual([
      ['2026-11-22', 1],
      ['2026-10-25', 2],
    ]);
  });

  it('can be read in the ledger by bucket and kind', async () => {
    const { services, accountId, spend } = await arrange();
    await spend('publication', null);
    await spend('autoposting', null, 'released');
    const kinds = async (filter: object) =>
      (await listEntries(contextFor(services), accountId, { limit: 10, ...filter })).items.map(
        ({ entry }) => `${entry.bucket} ${entry.kind}`,
      );
    expect(await kinds({ bucket: 'topup' })).toEqual(['topup release', 'topup hold', 'topup purchase']);
    expect(await kinds({ kind: 'hold' })).toEqual(['topup hold', 'pack hold']);
    expect(await kinds({ bucket: 'pack', kind: 'settle' })).toEqual(['pack settle']);
  });
});

describe('a forecast', () => {
  const use = (perDay: [day: string, used: number][]): CreditUse => ({
    from: '2026-10-24',
    to: '2026-11-21',
    entries: perDay.map(([day, used]) => ({ day, unit: 'publication', agentId: null, agentName: null, used })),
  });

  it('is the mean of the whole days since the first use, without today', () => {
    const days = use([
      ['2026-11-11', 12],
      ['2026-11-14', 8],
      ['2026-11-21', 100],
    ]);
    expect(forecast('publication', 41, days)).toEqual({
      unit: 'publication',
      available: 41,
      used: 20,
      basisDays: 10,
      perDay: 2,
      daysLeft: 20,
    });
  });

  it('uses the last 28 days at most', () => {
    expect(forecast('publication', 28, use([['2026-10-24', 28]]))).toMatchObject({ basisDays: 28, perDay: 1, daysLeft: 28 });
    expect(forecast('publication', 28, use([['2026-10-23', 28]]))).toMatchObject({ used: 0, perDay: null });
  });

  it('is unknown after less than a week, with fewer than five credits, or for the other unit', () => {
    expect(forecast('publication', 9, use([['2026-11-16', 50]])).daysLeft).toBeNull();
    expect(forecast('publication', 9, use([['2026-11-01', 4]])).daysLeft).toBeNull();
    expect(forecast('autoposting', 9, use([['2026-11-01', 40]])).daysLeft).toBeNull();
  });
});
