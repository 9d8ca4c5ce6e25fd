import { plural } from '../../components/texts.ts';
import type { ActorKind } from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';

export const texts = say('audit', {
  title: 'Audit log',
  order: 'Newest first',
  lead: 'Everything that was done in this account, by whom and when. No person and no agent can change or remove anything here; each entry is bound to all before it.',
  keptFrom: 'The operator keeps the log for a limited number of months; older entries are deleted. It begins on',
  empty: 'Nothing was recorded yet',
  emptyHow: 'Every change of this account, its drafts, decisions and credits is written down here.',
  none: 'No entry matches.',
  filters: { actor: 'Who', noun: 'What', from: 'From', to: 'Until', subject: 'ID' },
  everybody: 'Everyone',
  everything: 'Everything',
  subject: 'Its ID',
  kinds: {
    AGENT: 'An agent',
    USER: 'A person',
    CLIENT: 'A client, by a link',
    OPERATOR: 'The operator',
    SYSTEM: 'Automatic',
    ANONYMOUS: 'A person without an account',
  } satisfies Record<ActorKind, string>,
  facts: 'Details',
  id: 'ID',
  onlyThis: 'Filter',
  exports: 'Export',
  ndjson: 'As JSON, one entry a line (NDJSON)',
  csv: 'As a table (CSV)',
  verify: 'Check the chain',
  verified: 'The log is unchanged',
  verifiedHow: (linked: number, waiting: number): string =>
    `${plural(linked, 'entry', 'entries')} followed from the first to the last; each fits the one before it.${
      waiting > 0 ? ` ${plural(waiting, 'entry is', 'entries are')} too new to have a place in the chain yet.` : ''
    }`,
  tampered: 'The log was changed outside the service',
  tamperedHow: 'Compare it with a backup, and find out who could write to the database.',
  notVerified: 'The chain could not be followed',
} as const);

/** The subjects of actions: the first half of every action's name. */
export const NOUNS = say('nouns', {
  draft: 'Drafts',
  captions: 'Words',
  approval: 'Approvals',
  publish_job: 'Posts',
  publication: 'Sending',
  connection: 'Connections',
  grant: 'Agents’ access',
  key: 'Keys',
  credits: 'Credits',
  workspace: 'Workspace',
  member: 'Members',
  invitation: 'Invitations',
  account: 'Account',
  safety: 'Safety',
} as const);

/** Customers' names, where the log uses another. */
const NAMES: Record<string, string> = {
  publish_job: 'post',
  publication: 'post',
  payload: 'wording',
  grant: 'access',
  standing_approval: 'standing approval',
};

/** "publish_job.created" is "Post created". */
export function actionWords(action: string): string {
  const [noun = '', ...rest] = action.split('.');
  const words = [NAMES[noun] ?? noun, ...rest].join(' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
