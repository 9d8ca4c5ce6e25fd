import { plural } from '../../components/texts.ts';
import { say } from '../../lib/catalogue.ts';

export const texts = say('overview', {
  title: 'Overview',
  figures: {
    title: 'Status',
    waiting: (count: number): string => (count === 1 ? 'waits for you' : 'wait for you'),
    goingOut: (count: number): string => (count === 1 ? 'is published within a day' : 'are published within a day'),
    stuck: ({ heldBack, unknown, failed }: { heldBack: number; unknown: number; failed: number }): string => {
      const parts = [
        { count: heldBack, word: 'held back' },
        { count: unknown, word: 'unconfirmed' },
        { count: failed, word: 'failed this week' },
      ].filter(({ count }) => count > 0);
      if (parts.length === 0) return 'held back or failed';
      return parts.map(({ count, word }) => (parts.length > 1 ? `${count} ${word}` : word)).join(' · ');
    },
    credits: (left: number, promised: number): string =>
      `${left === 1 ? 'credit' : 'credits'} left${promised > 0 ? `, ${promised} needed for planned posts` : ''}`,
  },
  needs: {
    title: 'Needs you',
    nothing: 'Nothing went wrong, and nothing is held back.',
    onlyWaiting: 'Nothing went wrong, and nothing is held back. Only your decisions are awaited.',
    credits: (left: number, unit: 'PUBLICATION' | 'AUTOPOSTING'): string =>
      `${left === 0 ? 'No' : left} ${unit === 'PUBLICATION' ? '' : 'autoposting '}${left === 1 ? 'credit is' : 'credits are'} left`,
    creditsWhy: (promised: number, asked: number): string =>
      [
        promised > 0 ? `Approved posts need ${promised}` : '',
        asked > 0 ? `${promised > 0 ? 'those' : 'Posts'} that wait for you need ${asked}` : '',
      ]
        .filter(Boolean)
        .join(', ')
        .concat('.'),
    creditsDo: 'Get credits',
    unknown: (title: string): string => `Did it arrive? “${title}”`,
    unknownWhy: (platform: string): string => `${platform} has not answered. We won’t send it twice; have a look and tell us.`,
    unknownDo: 'Resolve',
    broken: (platform: string, handle: string): string => `${platform}: ${handle} has to be connected again`,
    brokenDo: 'Connect again',
    held: (count: number): string => `${plural(count, 'approved post')} ${count === 1 ? 'is' : 'are'} held back`,
    heldOthers: (count: number): string => `${plural(count, 'more approved post')} ${count === 1 ? 'is' : 'are'} held back`,
    connect: 'Connect',
    agents: 'See the agent',
    look: 'Open',
    all: 'See all',
    failed: (title: string): string => `Failed: “${title}”`,
    proposal: (agent: string): string => `Posts of ${agent} could be published automatically`,
    failedOthers: (count: number): string => `${count} more failed this week`,
  },
  waits: 'Waiting for you',
  waitsOthers: 'Waiting for others',
  waitsEmpty: 'Nothing waits for a decision. What agents submit appears here first.',
  waitsAll: 'All approvals',
  next: 'Next 24 hours',
  nextEmpty: 'Nothing is scheduled in this period. Approved posts appear here with their time.',
  now: 'now',
  out: 'Published',
  outEmpty: 'Nothing has been published yet.',
  all: 'See all',
  agents: {
    title: 'Agents, last 30 days',
    all: 'All agents',
    asked: (count: number): string => `${count} submitted`,
    approved: (share: number): string => `${share} % approved`,
    sentBack: (share: number): string => `${share} % sent back`,
    rejected: (share: number): string => `${share} % rejected`,
  },
  factor: {
    title: 'Only a password protects this account',
    why: 'Owners and operators control access, payments and publishing. Setting up an authenticator app or a passkey takes a minute.',
    do: 'Set one up',
    later: 'Not on this device',
  },
  first: 'First steps',
  firstDone: (done: number, of: number): string => `${done} of ${plural(of, 'step')} done`,
  sandbox: 'Connect the sandbox',
  sandboxWhy:
    'It publishes to a feed page in this console, so that you can try everything without anybody seeing it. A post there takes no credits.',
  agent: 'Let an agent in',
  agentWhy: 'It prepares posts and can never approve them. You say what else it may not do.',
  post: 'Countersign the first post',
  postWhy: 'When the agent submits a draft it waits for you under Approvals. You can also write one yourself.',
  postDo: 'Write a draft',
  postOut: 'Published. Open it',
} as const);
