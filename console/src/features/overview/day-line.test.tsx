import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { DayLine } from './day-line.tsx';
import type { OverviewWorkspace } from './queries.ts';

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
await router.load();
const jobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    node: {
      id: `job_${index}`,
      state: 'SCHEDULED',
      scheduledAt: '2026-12-01T10:00:00Z',
      draft: { id: 'drf_1', title: 'Doors open.', platforms: [], pictures: [] },
    },
  }));
const lineOf = (read: number, goingOut: number) =>
  renderStatic(
    <RouterContextProvider router={router as never}>
      <DayLine workspace={{ figures: { goingOut }, next: { edges: jobs(read) } } as unknown as OverviewWorkspace} />
    </RouterContextProvider>,
  );

it('says how many more posts are due than it lists, and leads to the calendar', () => {
  const html = lineOf(20, 45);
  expect(html).toContain('40 more in the calendar');
  expect(html).toContain('href="/calendar"');
  expect(lineOf(5, 5)).not.toContain('more in');
});
