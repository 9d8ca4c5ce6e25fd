import { cappedCount } from '../components/texts.ts';
import { say } from '../lib/catalogue.ts';

export const texts = say('app', {
  brand: 'Countersign',
  skip: 'Skip to the content',
  navigation: 'Main',
  workspace: 'Workspace',
  menu: 'Menu',
  more: 'More',
  closeMenu: 'Close the menu',
  signedInAs: 'Signed in as',
  signOut: 'Sign out',
  search: 'Search or jump…',
  theme: 'Colours',
  language: 'Language',
  themes: { light: 'Light', dark: 'Dark', auto: 'As the system' },
  waiting: (count: number): string => `${cappedCount(count)} waiting`,
  waitingShort: cappedCount,
  news: (unseen: number): string => (unseen > 0 ? `News, ${newsCount(unseen)} new` : 'News'),
  newsShort: newsCount,
  noWorkspace: 'You have no workspace yet',
  noWorkspaceHow: 'Ask the owner of your account for access, or sign in as a different person.',
  notApproved: 'This account waits for the operator’s approval. You can look around; nothing can be published yet.',
  suspended: 'This account is suspended. Nothing is published until the operator restores it.',
  archived: 'This workspace is archived: it is read-only and publishes nothing. An owner can restore it under Settings.',
  live: {
    words: { live: 'Live', connecting: 'Connecting…', lost: 'Not live' },
    hints: {
      live: 'Changes appear automatically.',
      connecting: 'Connecting to the server.',
      lost: 'The live connection was lost and is being restored. Until then this page refreshes every few seconds.',
    },
  },
  notFound: 'There is no such page',
  notFoundHow: 'The address may be incomplete or from an older version.',
  toOverview: 'To the overview',
  /** In English in every language: shown when a language could not be loaded. */
  languageMissed: (name: string): string =>
    `The console could not be loaded in ${name}, so it speaks English. Reload the page to try again.`,
  crashed: 'This page stopped working',
  crashedHow: 'Nothing has been sent because of it.',
  docs: 'API documentation',
  security: 'Security',
  pages: {
    overview: 'Overview',
    approvals: 'Approvals',
    calendar: 'Calendar',
    drafts: 'Drafts',
    jobs: 'Sent & held',
    sandbox: 'Sandbox feed',
    agents: 'Agents & access',
    connections: 'Connections',
    credits: 'Credits',
    audit: 'Audit log',
    settings: 'Settings',
    operator: 'Operator',
  },
} as const);

/** The server counts up to 99; 100 means "more". */
function newsCount(unseen: number): string {
  return unseen > 99 ? '99+' : String(unseen);
}
