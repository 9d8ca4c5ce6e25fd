import { expect, test } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { AgentWeeks } from './agent-weeks.tsx';

const week = (day: number, approved: number, rejected = 0) => ({ endsAt: `2026-11-${day}T12:00:00Z`, approved, sentBack: 0, rejected });

test('describes the share approved in each week with decisions', () => {
  const drawn = renderStatic(<AgentWeeks weeks={[week(10, 1, 3), week(17, 0), week(24, 4)]} />);
  expect(drawn).toContain('aria-label="Last eight weeks: to 10 Nov 1 of 4 approved; to 24 Nov 4 of 4 approved"');
});

test('draws nothing for fewer than two weeks', () => {
  expect(renderStatic(<AgentWeeks weeks={[week(10, 0), week(17, 3)]} />)).not.toContain('role="img"');
});
