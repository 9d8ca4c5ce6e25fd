import { expect, test } from 'vitest';
import type { CreditUse } from './queries.ts';
import { stackUse } from './stack-use.ts';

const names = { people: 'People', others: 'Other agents' };
const entry = (day: string, agent: string | null, used: number, unit: 'PUBLICATION' | 'AUTOPOSTING' = 'PUBLICATION') => ({
  day,
  unit,
  agentId: agent,
  agentName: agent && `Agent ${agent}`,
  used,
});
const use = (...entries: ReturnType<typeof entry>[]): CreditUse => ({ from: '2026-11-19', to: '2026-11-21', entries });

test('every day is present, even without use, and units are never mixed', () => {
  const stacked = stackUse(
    use(entry('2026-11-19', 'a', 2), entry('2026-11-21', null, 1), entry('2026-11-21', 'a', 7, 'AUTOPOSTING')),
    'PUBLICATION',
    names,
  );
  expect(stacked.days).toEqual([
    { day: '2026-11-19', total: 2, parts: [{ key: 'a', used: 2 }] },
    { day: '2026-11-20', total: 0, parts: [] },
    { day: '2026-11-21', total: 1, parts: [{ key: 'people', used: 1 }] },
  ]);
  expect(stacked).toMatchObject({ most: 2, total: 3, series: [{ name: 'Agent a' }, { name: 'People' }] });
});

test('beyond five agents, those with the least use are combined', () => {
  const stacked = stackUse(
    use(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, index) => entry('2026-11-20', id, 10 - index))),
    'PUBLICATION',
    names,
  );
  expect(stacked.series.map(({ key, total }) => `${key} ${total}`)).toEqual(['a 10', 'b 9', 'c 8', 'd 7', 'e 6', 'others 9']);
  expect(stacked.days[1]?.parts.at(-1)).toEqual({ key: 'others', used: 9 });
});
