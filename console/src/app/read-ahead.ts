import type { QueryClient } from '@tanstack/react-query';

/**
 * Preloads the frame and the post in the address while the viewer is still being queried. Only if the server saw a
 * session when it sent the page, announced as `Server-Timing: session`: scripts cannot read the cookie, and before
 * sign-in none of this is needed.
 */
export function readAhead(queryClient: QueryClient, pathname: string): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Server timing is hidden on plain http, except on localhost.
  if (!page?.serverTiming?.some(({ name }) => name === 'session')) return;
  void import('./shell/shell.tsx');
  const [, approvalId] = /^\/approvals\/([^/]+)/.exec(pathname) ?? [];
  if (approvalId) void import('./routes/approvals-route.tsx').then(({ readApproval }) => readApproval(queryClient, approvalId));
}
