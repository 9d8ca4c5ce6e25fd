import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import type { OverviewWorkspace } from './queries.ts';
import { WaitsPanel } from './waits-panel.tsx';

const draft = { id: 'drf_1', title: 'Doors open at nine.', platforms: [], author: { kind: 'AGENT', name: 'Newsroom' }, pictures: [] };
const approvals = { edges: [{ node: { id: 'apr_1', createdAt: '2026-11-28T10:00:00Z', draft } }] };

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
await router.load();
const panelOf = (counts: Pick<OverviewWorkspace, 'waitingCount' | 'waitingApprovals' | 'waitingRemovals'>) =>
  renderStatic(
    <RouterContextProvider router={router as never}>
      <WaitsPanel workspace={{ ...counts, approvals } as unknown as OverviewWorkspace} />
    </RouterContextProvider>,
  );

it('says of posts that only others can decide on that they wait for others, also where a removal waits for the reader', () => {
  expect(panelOf({ waitingCount: 1, waitingApprovals: 1, waitingRemovals: 0 })).toContain('Waiting for you');
  const html = panelOf({ waitingCount: 1, waitingApprovals: 0, waitingRemovals: 1 });
  expect(html).toContain('Waiting for others');
  expect(html).toContain('1 removal waits for your signature');
});
