/** Words shared by the screens. A feature's own are in its own texts.ts. */
export const texts = {
  retry: 'Try again',
  showMore: 'Show more',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  requestId: (id: string): string => `Request ${id}`,
  notLoaded: 'This could not be loaded',
  nothingChanged: 'Nothing was changed and nothing has been sent.',
  stale: 'The server does not answer. What you see may be out of date; trying again.',
  exactly: 'Exact time',
  counts: {
    weighted: 'characters as the platform weighs them',
    graphemes: 'characters',
    utf16: 'characters (UTF-16 units)',
    code_points: 'characters (code points)',
    bytes: 'bytes',
    items: 'items',
  } as Record<string, string>,
  length: (length: number, limit: number, unit: string): string => `${length} of ${limit} ${unit}`,
  threadPart: (part: number, of: number): string => `Post ${part} of ${of}`,
  noConnection: 'no account connected',
  credits: (quantity: number, unit: 'PUBLICATION' | 'AUTOPOSTING'): string =>
    unit === 'PUBLICATION' ? plural(quantity, 'publication credit') : plural(quantity, 'autoposting credit'),
  agent: 'agent',
  connectSandbox: 'Connect the sandbox',
  connectAnotherSandbox: 'Connect another sandbox',
  sandboxNotConnected: 'The sandbox is not connected',
  linkOf: (target: string): string => `Leads to ${target}`,
  mentionOf: (target: string): string => `Mentions ${target}`,
  tagOf: (target: string): string => `Tag ${target}`,
  letIn: {
    address: 'Give your agent this address and have it ask for access. It shows a code.',
    addressLabel: 'the address of this service',
    code: 'Type the code here and decide what the agent may do.',
    codeDo: 'Enter a code',
    key: 'The agent fetches its key by itself. You and we will never see it.',
    command: 'For an agent that cannot ask, run this where the server runs. The key goes into the file agent.key and onto no screen:',
    commandLabel: 'the command that lets an agent in',
  },
  gates: {
    summaryApproval: 'Only the approval is missing.',
    summaryFine: 'All nine conditions are met.',
    summaryOpen: (open: number): string => `${plural(open, 'condition')} of nine ${open === 1 ? 'is' : 'are'} not met yet.`,
    names: {
      LAUNCH: 'Launch',
      ACCOUNT: 'Account',
      PERMISSION: 'Permission',
      APPROVAL: 'Approval',
      CONNECTION: 'Connection',
      PAYLOAD: 'Content fits',
      SAFETY: 'Safety',
      CREDITS: 'Credits',
      SCHEDULE: 'Schedule',
    },
    statuses: { PASS: 'met', WAIT: 'waits', BLOCK: 'blocks' },
    ways: {
      LAUNCH: 'Launch steps',
      PERMISSION: 'Agents & access',
      CONNECTION: 'Connections',
      CREDITS: 'Credits',
    } as Partial<Record<string, string>>,
  },
} as const;

/** "1 credit", "3 credits". */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
