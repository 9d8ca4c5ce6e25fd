import type { OmissionReason } from '../gql/graphql.ts';
import { say } from '../lib/catalogue.ts';
import { locale, number } from '../lib/language.ts';

/** Texts shared by the screens; a feature's own are in its texts.ts. */
export const texts = say('components', {
  openAs: (platform: string, handle: string | null): string =>
    handle === null ? `Open on ${platform}` : `Open on ${platform} (${handle})`,
  retry: 'Try again',
  showMore: 'Show more',
  showLess: 'Show less',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  requestId: (id: string): string => `Request ${id}`,
  /** Names of request fields, by pointer. */
  fields: {
    text: 'The text',
    title: 'The title',
    tags: 'The tags',
    link: 'The link',
    platforms: 'The networks',
    scheduled_at: 'The time',
    connection_ids: 'The accounts',
    media_ids: 'The pictures',
    note_to_reviewer: 'The note',
  } as Record<string, string>,
  notLoaded: 'This could not be loaded',
  stale: (when: string): string => `No connection to the server. You see what was loaded on ${when}; trying again.`,
  exactly: 'Exact time',
  noteBy: (name: string): string => `Note from ${name} to the reviewer; not published`,
  counts: {
    weighted: 'Characters as this network weighs them: links count for a fixed length, some letters twice.',
    graphemes: 'Visible characters.',
    utf16: 'Characters; most emoji count twice.',
    code_points: 'Characters; an emoji may count more than once.',
    bytes: 'Bytes: letters beyond English count more than once.',
    emoji_as_bytes: 'Characters; an emoji counts for each of its bytes.',
    items: 'Items.',
  } as Record<string, string>,
  length: (length: number, limit: number): string => `${number(length)} / ${number(limit)}`,
  threadPart: (part: number, of: number): string => `Post ${part} of ${of}`,
  previews: (count: number): string => `${count} previews`,
  noConnection: 'no account connected',
  sameWords: 'same words',
  drawnAs: 'Shown as on',
  compare: { shorter: 'Shorter · Compare', longer: 'Longer · Compare', other: 'Other words · Compare' },
  comparedWith: (label: string): string => `Compared with ${label}: what is struck out is not said here.`,
  showAll: (characters: number): string => `Show all · ${number(characters)} more`,
  seenAtFirst: (characters: number, more: string): string => `Readers see the first ${plural(characters, 'character')} before “${more}”.`,
  moreParts: (posts: number): string => `Show all · ${plural(posts, 'more post')}`,
  picture: 'Picture',
  animation: 'Animated',
  document: 'PDF document',
  close: 'Close',
  credits: (quantity: number, unit: 'PUBLICATION' | 'AUTOPOSTING'): string =>
    unit === 'PUBLICATION' ? plural(quantity, 'credit') : plural(quantity, 'autoposting credit'),
  wordsOnly: 'words only',
  wordsOnlyHow: 'Words only: a person posts them.',
  unsaved: {
    title: 'Leave without saving?',
    what: 'What you changed here is not saved yet. If you leave now, it is gone. Nothing has been sent.',
    stay: 'Stay here',
    go: 'Leave without saving',
    signOut: 'This browser keeps changes of yours that are not saved yet. If you sign out now, they are gone.',
    kept: 'Kept in this browser',
    restored: (when: string): string => `Unsaved changes from ${when} restored.`,
    discard: 'Discard',
  },
  agent: 'agent',
  signedBy: (name: string): string => `Signed by ${name} with a passkey`,
  connectSandbox: 'Connect the sandbox',
  connectAnotherSandbox: 'Connect another sandbox',
  sandboxNotConnected: 'The sandbox is not connected',
  settings: {
    title: 'Settings',
    general: 'General',
    policies: 'Approval policy',
    planning: 'Planning',
    voice: 'Voice',
    safety: 'Safety',
    import: 'Import',
    members: 'Members',
    notifications: 'Notifications',
    security: 'Security',
  },
  identity: {
    title: 'Confirm it’s you',
    why: 'This change needs a confirmation, which is valid for five minutes.',
    password: 'Password',
    code: 'Code from your app',
    codeHint: 'Six digits. Each works once.',
    usePasskey: 'Use a passkey',
    submit: 'Continue',
    failed: 'Not confirmed',
    passkeysNot: 'You have a passkey, and this browser cannot use one. Sign in with a browser that can.',
  },
  passwordHint: 'At least 12 characters. A few words that do not belong together are fine.',
  tagsBeside: (tags: readonly string[]): string => `Tags beside the words: ${tags.map((tag) => `#${tag}`).join(' ')}`,
  altText: 'ALT',
  altTextMissing: 'No description (alt text)',
  oddLetter: 'Lookalike or invisible character.',
  oddLetters: 'The marked characters only look like the letters around them. Make sure you know who this is.',
  liftedBy: (name: string, reason: string): string => `Allowed by ${name}: ${reason}`,
  cardByNetwork: (network: string): string => `${network} makes this card itself, from the page as it is by then.`,
  cardMissing: (why: string): string => `Only the address is published: ${why}`,
  leftOut: (pieces: readonly string[], more: number): string =>
    `Left out: ${pieces.join('; ')}${more > 0 ? `; and ${more} more ${more === 1 ? 'place' : 'places'}` : ''}.`,
  leftOutUnneeded: (places: number): string => `${plural(places, 'place')} left out that no post needs.`,
  leftOutPiece: (text: string, why: string): string => `“${text}” (${why})`,
  shortened: (percent: number): string => `Shortened: the first paragraphs, ${percent} % of the source.`,
  nothingFits: 'Nothing of the source fits here whole. Write words for it.',
  leftOutWhy: {
    FURNITURE: 'page layout, not content',
    VOICE: 'words this workspace avoids',
    TOO_LONG: 'no room',
    REFUSED: 'not accepted there',
    MARKUP: 'cannot be shown in a post',
    NO_PLACE: 'fits only into the text, which is kept exactly',
    CONDENSED: 'the language model did not use it',
  } satisfies Record<OmissionReason, string>,
  plainNames: (names: readonly string[], network: string): string =>
    `${names.map((name) => `@${name}`).join(', ')}: not found on ${network}, stays plain text.`,
  networkSettings: 'Settings of the network',
  yes: 'Yes',
  no: 'No',
  choose: 'Choose',
  linkOf: (target: string): string => `Leads to ${target}`,
  mentionOf: (target: string): string => `Mentions ${target}`,
  tagOf: (target: string): string => `Tag ${target}`,
  letIn: {
    address: 'Give your agent this address. It requests access and shows a code.',
    addressLabel: 'the address of this service',
    code: 'Type the code here and decide what the agent may do.',
    codeDo: 'Enter its code',
    key: 'The agent fetches its key by itself. You and we will never see it.',
    command: 'For an agent that cannot ask, run this where the server runs. The key is written to the file agent.key and never shown:',
    commandLabel: 'the command that lets an agent in',
  },
  held: (count: number): string => `${plural(count, 'approved post')} cannot go out yet`,
  heldAll: 'See what is missing',
  gates: {
    summaryApproval: 'Only the approval is missing.',
    summaryFine: 'Nothing stops it.',
    summaryOpen: (besides: number, needsApproval: boolean): string =>
      `${plural(besides, 'thing')} ${besides === 1 ? 'stops' : 'stop'} it${needsApproval ? ' besides your approval' : ''}.`,
    names: {
      LAUNCH: 'Launch',
      ACCOUNT: 'Account',
      PERMISSION: 'Access',
      APPROVAL: 'Approval',
      CONNECTION: 'Connection',
      PAYLOAD: 'Fits the networks',
      SAFETY: 'Checks',
      CREDITS: 'Credits',
      SCHEDULE: 'Schedule',
    },
    statuses: { PASS: 'met', WAIT: 'waits', BLOCK: 'blocks' },
    partly: 'met in part',
    decide: 'Decide',
    findings: 'Review the finding',
    openDraft: 'Open the draft',
    askAgain: {
      label: 'Ask again with the new account',
      title: 'Ask again?',
      what: 'Existing requests and approvals end; approval is requested again, with the new account.',
      failed: 'Approval was not requested again',
    },
    leaveOut: {
      label: (name: string): string => `Continue without ${name}`,
      short: 'Leave out',
      title: (name: string): string => `Leave ${name} out?`,
      what: 'The rest stays exactly as it is. If it was approved and no passkey is required, this approves the rest; otherwise approval is requested again.',
      failed: 'Nothing was left out',
      done: (name: string): string => `Left out: ${name}.`,
    },
    ways: {
      LAUNCH: 'Launch steps',
      PERMISSION: 'Agents & access',
      CONNECTION: 'Connections',
      CREDITS: 'Credits',
    } as Partial<Record<string, string>>,
  },
} as const);

/** "X, LinkedIn and Threads". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

/** "1 credit", "3 credits". */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** The server counts up to here; one more means "more". */
const MOST_COUNTED = 1_000;

/** "7", or "1,000+" beyond the limit. */
export function cappedCount(count: number): string {
  return count > MOST_COUNTED ? `${number(MOST_COUNTED)}+` : number(count);
}
