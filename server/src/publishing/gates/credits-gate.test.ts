import { expect, it } from 'vitest';
import type { Budget } from '../../credits/budget-queries.ts';
import { creditsGate } from './credits-gate.ts';
import { gateInEnglish } from './gate.ts';

const RENEWS_AT = new Date('2026-12-01T00:00:00Z');

function verdict(
  credits: { required: number; available: number },
  budget: Pick<Budget, 'creditsPerMonth' | 'used'>,
  scheduledAt: Date | null = null,
) {
  const { creditsPerMonth, used } = budget;
  return gateInEnglish(
    creditsGate({
      credits: {
        unit: 'publication',
        posts: [],
        ...credits,
        budget: { ...budget, left: Math.max(0, creditsPerMonth - used), renewsAt: RENEWS_AT },
      },
      targets: [],
      now: new Date('2026-11-21T12:00:00Z'),
      scheduledAt,
      timeZone: 'UTC',
      quietHours: [{ weekdays: [1], from: '22:00', to: '07:00' }],
    }),
  );
}

it('holds posts that exceed the budget in their own month, and blocks those that never fit, for all combinations', () => {
  const soon = new Date('2026-11-30T12:00:00Z');
  // In quiet hours, so it is published in December.
  const tonight = new Date('2026-11-30T23:30:00Z');
  for (const required of [1, 3])
    for (const used of [0, 1, 2, 3, 9])
      for (const creditsPerMonth of [2, 3])
        for (const available of [2, 70])
          for (const scheduledAt of [null, soon, tonight, RENEWS_AT]) {
            const gate = verdict({ required, available }, { creditsPerMonth, used }, scheduledAt);
            const usedThen = scheduledAt === tonight || scheduledAt === RENEWS_AT ? 0 : used;
            const expected =
              available < required
                ? ['insufficient_credits', 'block']
                : required > creditsPerMonth
                  ? ['budget_too_small', 'block']
                  : usedThen + required > creditsPerMonth
                    ? ['monthly_budget_used', 'wait']
                    : ['credits_available', 'pass'];
            expect([gate.code, gate.status]).toEqual(expected);
            if (gate.status !== 'pass') expect(gate.remedy).toMatch(/^[A-Z].*\.$/);
          }
});

it('needs no credits for a post with a reservation', () => {
  expect(verdict({ required: 0, available: 0 }, { creditsPerMonth: 1, used: 9 }).code).toBe('credits_held');
});
