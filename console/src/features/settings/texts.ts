import { plural } from '../../components/texts.ts';

export const texts = {
  title: 'Settings',
  workspace: 'This workspace',
  name: 'Name',
  id: 'Identifier',
  account: 'Account',
  timeZone: 'Time zone',
  policies: 'What has to happen before anything goes out',
  approvals: 'Approvals',
  approvalsNeeded: (count: number): string =>
    count === 1 ? 'One person has to approve.' : `${plural(count, 'different person', 'different people')} have to approve.`,
  self: 'Own words',
  selfAllowed: 'Whoever wrote the last revision may approve it too.',
  selfRefused: 'Whoever wrote the last revision may not approve it; somebody else has to.',
  auto: 'Without a person',
  autoAllowed: 'Agents with the permission for it may publish without an approval here.',
  autoRefused: 'Never. Nothing goes out without an approval, whatever a request asks for.',
  you: 'You',
  email: 'E-mail address',
  may: 'You may',
  decide: 'approve, reject and ask for changes',
  createDraft: 'write drafts',
  manageConnections: 'connect accounts',
  viewCredits: 'see the credits',
  mayNothing: 'look at everything, and change nothing',
  note: 'These are facts for now: they cannot be changed here yet.',
} as const;
