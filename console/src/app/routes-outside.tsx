import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { NotFound } from './fallbacks.tsx';
import { Root } from './root.tsx';
import { readMailStop, readNext } from './search.ts';

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root, notFoundComponent: NotFound });

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(() => import('../features/invite/invite-page.tsx'), 'InvitePage'),
});

const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  component: lazyRouteComponent(() => import('../features/shared/shared-page.tsx'), 'SharedPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readNext,
  component: lazyRouteComponent(() => import('./routes/sign-in-route.tsx'), 'SignInRoute'),
});

const lostPassword = createRoute({
  getParentRoute: () => root,
  path: '/lost-password',
  component: lazyRouteComponent(() => import('../features/sign-in/lost-password-page.tsx'), 'LostPasswordPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../features/sign-in/sign-up/sign-up-page.tsx'), 'SignUpPage'),
});

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyRouteComponent(() => import('../features/sign-in/new-password-page.tsx'), 'NewPasswordPage'),
});

const mailStop = createRoute({
  getParentRoute: () => root,
  path: '/mail/stop',
  validateSearch: readMailStop,
  component: lazyRouteComponent(() => import('./routes/mail-stop-route.tsx'), 'MailStopRoute'),
});

/** Routes without sign-in. */
export const outside = [setup, invite, shared, signIn, signUp, lostPassword, newPassword, mailStop] as const;
