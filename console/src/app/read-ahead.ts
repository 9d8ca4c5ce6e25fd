import type { QueryClient } from '@tanstack/react-query';

/**
 * Loads the frame, and asks for the post that the address names, while it is still being asked who is there. Only where the server saw a session
 * when it sent the page, and says so as `Server-Timing: session`: no script can read the cookie, and whoever signs in first
 * needs nothing of it yet.
 */
export function readAhead(queryClient: QueryClient, pathname: string): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Not told to pages over plain http, but for localhost.
  if (!page?.serverTiming?.some(({ name }) => name === 'session')) return;
  void import('./shell/shell.tsx');
  const [, approvalId] = /^\/approvals\/([^/]+)/.exec(pathname) ?? [];
  if (approvalId) void import('./routes/approvals-route.tsx').then(({ readApproval }) => readApproval(queryClient, approvalId));
}
