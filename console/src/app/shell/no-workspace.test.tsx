import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { NoWorkspace } from './no-workspace.tsx';

async function shownAt(path: string): Promise<string> {
  const root = createRootRoute({ component: NoWorkspace });
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '$', component: () => 'The page itself' })]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  return renderStatic(<RouterProvider router={router as never} />);
}

it.each(['/operator', '/settings/security', '/settings/notifications'])('shows a page that needs no workspace: %s', async (path) => {
  expect(await shownAt(path)).toContain('The page itself');
});

it.each(['/', '/settings', '/jobs'])('says that there is no workspace instead of %s', async (path) => {
  const html = await shownAt(path);
  expect(html).toContain('You have no workspace yet');
  expect(html).not.toContain('The page itself');
});
