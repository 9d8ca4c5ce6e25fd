import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, type ParsedLocation, redirect } from '@tanstack/react-router';
import { forgetDesk } from '../lib/forget-desk.ts';
import { asApiError } from '../lib/http/api-error.ts';
import { followPerson } from '../lib/persons-language.ts';
import { followWorkspace, type Viewer, viewerQuery } from '../lib/viewer.ts';
import { Crashed, NotFound } from './fallbacks.tsx';
import { readAhead } from './read-ahead.ts';
import { outside, root } from './routes-outside.tsx';
import {
  readAgentsSearch,
  readApprovalSearch,
  readAuditSearch,
  readCalendarSearch,
  readConnectionsSearch,
  readConnectReturn,
  readCreditsSearch,
  readDraftsSearch,
  readGrantSearch,
  readJobsSearch,
  readNewsSearch,
} from './search.ts';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

/** Without a connection the desk opens with the data of the last visit; undefined if there are none. */
async function withoutServer(queryClient: QueryClient, error: unknown): Promise<Viewer | undefined> {
  if (asApiError(error).code !== 'unreachable') return undefined;
  const { restoreDesk } = await import('../lib/kept-desk.ts');
  return (await restoreDesk(queryClient)) ?? undefined;
}

/** The viewer, if the server can be reached and knows them; leads to the sign-in if they are signed out. */
async function enter(queryClient: QueryClient, { href, pathname }: ParsedLocation): Promise<Viewer | undefined> {
  // The shell reports an unreachable server; only a definite "signed out" leads to the sign-in.
  const asked = queryClient.fetchQuery({ ...viewerQuery, staleTime: 0, retry: false }).catch((error) => withoutServer(queryClient, error));
  readAhead(queryClient, pathname);
  const viewer = await asked;
  // Nothing is drawn that the next page would draw again in another language.
  if (viewer && followPerson(viewer)) await new Promise(() => {});
  if (viewer === null) {
    void forgetDesk();
    throw redirect({ to: '/sign-in', search: { next: href } });
  }
  return viewer;
}

/** Everything behind the sign-in; rendered only once the viewer is known. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context: { queryClient }, location, preload }) => {
    const viewer = queryClient.getQueryData(viewerQuery.queryKey) ?? (await enter(queryClient, location));
    // That of a link in an email. A link that is only pointed at opens nothing.
    const { workspace, ...search } = location.search as { workspace?: string };
    if (!viewer || preload || !workspace) return;
    followWorkspace(viewer, workspace);
    // Once: a reload keeps the workspace that was opened since.
    throw redirect({ to: '.', search, hash: true, replace: true });
  },
  // Not needed before sign-in.
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  pendingComponent: ShellSkeleton,
  pendingMs: 300,
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
});
const approvals = createRoute({
  getParentRoute: () => shell,
  path: '/approvals/{-$approvalId}',
  validateSearch: readApprovalSearch,
  component: lazyRouteComponent(() => import('./routes/approvals-route.tsx'), 'ApprovalsRoute'),
});
const drafts = createRoute({
  getParentRoute: () => shell,
  path: '/drafts',
  validateSearch: readDraftsSearch,
  component: lazyRouteComponent(() => import('./routes/drafts-route.tsx'), 'DraftsRoute'),
});
const draft = createRoute({
  getParentRoute: () => shell,
  path: '/drafts/$draftId',
  component: lazyRouteComponent(() => import('./routes/draft-route.tsx'), 'DraftRoute'),
});
const jobs = createRoute({
  getParentRoute: () => shell,
  path: '/jobs',
  validateSearch: readJobsSearch,
  component: lazyRouteComponent(() => import('./routes/jobs-route.tsx'), 'JobsRoute'),
});
const job = createRoute({
  getParentRoute: () => shell,
  path: '/jobs/$jobId',
  component: lazyRouteComponent(() => import('./routes/job-route.tsx'), 'JobRoute'),
});
const proof = createRoute({
  getParentRoute: () => shell,
  path: '/jobs/$jobId/proof',
  component: lazyRouteComponent(() => import('./routes/proof-route.tsx'), 'ProofRoute'),
});
const credits = createRoute({
  getParentRoute: () => shell,
  path: '/credits',
  validateSearch: readCreditsSearch,
  component: lazyRouteComponent(() => import('./routes/credits-route.tsx'), 'CreditsRoute'),
});
const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./routes/audit-route.tsx'), 'AuditRoute'),
});
const sandbox = createRoute({
  getParentRoute: () => shell,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('../features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
});
const connections = createRoute({
  getParentRoute: () => shell,
  path: '/connections',
  validateSearch: readConnectionsSearch,
  component: lazyRouteComponent(() => import('./routes/connections-route.tsx'), 'ConnectionsRoute'),
});
const connectReturn = createRoute({
  getParentRoute: () => shell,
  path: '/connections/return/{-$server}',
  validateSearch: readConnectReturn,
  component: lazyRouteComponent(() => import('./routes/connect-return-route.tsx'), 'ConnectReturnRoute'),
});
const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  validateSearch: readAgentsSearch,
  component: lazyRouteComponent(() => import('./routes/agents-route.tsx'), 'AgentsRoute'),
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});
const grant = createRoute({
  getParentRoute: () => shell,
  path: '/grant',
  validateSearch: readGrantSearch,
  component: lazyRouteComponent(() => import('./routes/grant-route.tsx'), 'GrantRoute'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
});
const policies = createRoute({
  getParentRoute: () => shell,
  path: '/settings/policies',
  component: lazyRouteComponent(() => import('../features/settings/policies-page.tsx'), 'PoliciesPage'),
});
const planning = createRoute({
  getParentRoute: () => shell,
  path: '/settings/planning',
  component: lazyRouteComponent(() => import('../features/settings/planning-page.tsx'), 'PlanningPage'),
});
const importing = createRoute({
  getParentRoute: () => shell,
  path: '/settings/import',
  component: lazyRouteComponent(() => import('../features/settings/import-page.tsx'), 'ImportPage'),
});
const voice = createRoute({
  getParentRoute: () => shell,
  path: '/settings/voice',
  component: lazyRouteComponent(() => import('../features/settings/voice-page.tsx'), 'VoicePage'),
});
const safety = createRoute({
  getParentRoute: () => shell,
  path: '/settings/safety',
  component: lazyRouteComponent(() => import('../features/settings/safety-page.tsx'), 'SafetyPage'),
});
const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/calendar',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./routes/calendar-route.tsx'), 'CalendarRoute'),
});
const members = createRoute({
  getParentRoute: () => shell,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('../features/members/members-page.tsx'), 'MembersPage'),
});
const security = createRoute({
  getParentRoute: () => shell,
  path: '/settings/security',
  component: lazyRouteComponent(() => import('../features/security/security-page.tsx'), 'SecurityPage'),
});
const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/settings/notifications',
  component: lazyRouteComponent(() => import('../features/notifications/notifications-page.tsx'), 'NotificationsPage'),
});
const news = createRoute({
  getParentRoute: () => shell,
  path: '/news',
  validateSearch: readNewsSearch,
  component: lazyRouteComponent(() => import('./routes/news-route.tsx'), 'NewsRoute'),
});
const operator = createRoute({
  getParentRoute: () => shell,
  path: '/operator',
  component: lazyRouteComponent(() => import('../features/operator/operator-page.tsx'), 'OperatorPage'),
});

/** Inside the shell, so the navigation is there. */
const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

const screens = [
  overview,
  approvals,
  drafts,
  draft,
  jobs,
  job,
  proof,
  credits,
  audit,
  sandbox,
  connections,
  connectReturn,
  agents,
  webhooks,
  grant,
  settings,
  policies,
  planning,
  importing,
  voice,
  safety,
  calendar,
  members,
  notifications,
  news,
  security,
  operator,
  nowhere,
] as const;

export const router = createRouter({
  routeTree: root.addChildren([...outside, shell.addChildren(screens)]),
  // Provided by the app.
  context: { queryClient: undefined as unknown as QueryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
