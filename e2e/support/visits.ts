import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './server.ts';

/** Example data for the visits: one of everything that an address can name. */
export interface Things {
  approvalId: string;
  draftId: string;
  jobId: string;
  unknownJobId: string;
  /** Of a link for clients. */
  linkToken: string;
}

/** The addresses of each route of the console; a route may have several. */
export const VISITS: Record<string, (things: Things) => Record<string, string>> = {
  '/setup': () => ({ setup: '/setup' }),
  '/invite': () => ({ invite: '/invite' }),
  // The search makes it another page: of one address with another fragment nothing would be loaded.
  '/shared': ({ linkToken }) => ({ 'shared-nothing': '/shared', shared: `/shared?posts#token=${linkToken}` }),
  '/sign-in': () => ({ 'sign-in': '/sign-in' }),
  '/sign-up': () => ({ 'sign-up': '/sign-up' }),
  '/lost-password': () => ({ 'lost-password': '/lost-password' }),
  '/new-password': () => ({ 'new-password': '/new-password' }),
  '/': () => ({ overview: '/' }),
  '/approvals/{-$approvalId}': ({ approvalId }) => ({ approvals: '/approvals', approval: `/approvals/${approvalId}` }),
  '/calendar': () => ({ calendar: '/calendar', 'calendar-week': '/calendar?view=week' }),
  '/drafts': () => ({ drafts: '/drafts', 'new-draft': '/drafts?isWriting=true' }),
  '/drafts/$draftId': ({ draftId }) => ({ draft: `/drafts/${draftId}` }),
  '/jobs': () => ({ jobs: '/jobs', 'jobs-wall': '/jobs?view=wall' }),
  '/jobs/$jobId': ({ jobId, unknownJobId }) => ({ job: `/jobs/${jobId}`, 'job-unknown': `/jobs/${unknownJobId}` }),
  '/jobs/$jobId/proof': ({ jobId }) => ({ proof: `/jobs/${jobId}/proof` }),
  '/credits': () => ({ credits: '/credits' }),
  '/audit': () => ({ audit: '/audit' }),
  '/sandbox': () => ({ sandbox: '/sandbox' }),
  '/connections': () => ({ connections: '/connections' }),
  '/connections/return/{-$server}': () => ({ 'connections-return': '/connections/return/mastodon.example' }),
  '/agents': () => ({ agents: '/agents' }),
  '/webhooks': () => ({ webhooks: '/webhooks' }),
  '/grant': () => ({ grant: '/grant' }),
  '/settings': () => ({ settings: '/settings' }),
  '/settings/policies': () => ({ policies: '/settings/policies' }),
  '/settings/planning': () => ({ planning: '/settings/planning' }),
  '/settings/import': () => ({ import: '/settings/import' }),
  '/settings/voice': () => ({ voice: '/settings/voice' }),
  '/settings/safety': () => ({ safety: '/settings/safety' }),
  '/settings/members': () => ({ members: '/settings/members' }),
  '/settings/notifications': () => ({ notifications: '/settings/notifications' }),
  '/news': () => ({ news: '/news' }),
  '/mail/stop': () => ({ 'mail-stop': '/mail/stop?token=x' }),
  '/settings/security': () => ({ security: '/settings/security' }),
  '/operator': () => ({ operator: '/operator' }),
  $: () => ({ 'not-found': '/no/such/page' }),
};

/** Every address that the console's router knows. */
export function routesOfConsole(): string[] {
  const source = ['router.tsx', 'routes-outside.tsx']
    .map((file) => readFileSync(join(ROOT, 'console', 'src', 'app', file), 'utf8'))
    .join('');
  return [...source.matchAll(/^\s+path: '([^']+)'|path: '(\$)'/gm)].map(([, path, rest = '']) => path ?? rest);
}
