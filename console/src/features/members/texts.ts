import type { Role } from '../../gql/graphql.ts';
import { say } from '../../lib/catalogue.ts';

const roles: Record<Role, { name: string; what: string }> = {
  OWNER: { name: 'Owner', what: 'An owner approves posts, and manages people, agents, connections and credits.' },
  APPROVER: { name: 'Approver', what: 'An approver approves posts and writes drafts.' },
  EDITOR: { name: 'Editor', what: 'An editor writes drafts and comments. Others approve them.' },
  VIEWER: { name: 'Viewer', what: 'A viewer sees everything and changes nothing.' },
};

export const texts = say('members', {
  title: 'Members',
  people: (account: string): string => `People of ${account}`,
  you: '(you)',
  since: 'member since',
  unconfirmed: 'Address not confirmed.',
  unconfirmedHow:
    'Their approvals do not count yet. They sign out and choose “Forgot your password?”: the mailed link confirms the address. Without mail, the operator of this service confirms it.',
  unconfirmedYou:
    'Your approvals do not count yet. Sign out and choose “Forgot your password?”: the mailed link confirms the address. Without mail, ask the operator of this service to confirm it.',
  roles,
  role: 'Role',
  roleOf: (name: string): string => `Role of ${name}`,
  roleChanged: (name: string): string => `The role of ${name} was changed.`,
  roleFailed: 'The role was not changed',
  remove: 'Remove',
  removeAsk: (name: string): string => `Remove ${name}?`,
  removeWhat: 'They lose access to this account immediately. Their past decisions remain.',
  removeFailed: 'Not removed',
  invite: 'Invite a person',
  email: 'E-mail address',
  makeLink: 'Create the link',
  inviteFailed: 'No invitation was created',
  linkMade: (email: string): string => `The link for ${email}`,
  mailed: (email: string): string => `The invitation is on its way to ${email}`,
  mailedHow:
    'The mail has its own link, which also confirms the address. If it does not arrive, send this one yourself; it works once, for seven days, and is shown only once.',
  linkWhy: 'Send it over a channel you trust. It works once, for seven days, and is shown only once.',
  link: 'the link of the invitation',
  invitations: 'Open invitations',
  invitationsEmpty: 'No pending invitations',
  invitationsEmptyHow: 'Invited people are listed here until they accept.',
  invited: 'invited',
  works: 'works until',
  takeBack: 'Revoke',
  takeBackAsk: (email: string): string => `Revoke the invitation of ${email}?`,
  takeBackWhat: 'The link stops working at once.',
  takeBackFailed: 'Not revoked',
  leave: 'Leave the account',
  leaveAsk: (name: string): string => `Leave ${name}?`,
  leaveWhat: 'You lose access to this account immediately. To return you need a new invitation.',
  leaveFailed: 'You are still a member',
  ownersOnly: 'Owners of the account invite people and change roles.',
} as const);

export const roleChoices = (['OWNER', 'APPROVER', 'EDITOR', 'VIEWER'] as const).map((value) => ({ value, label: texts.roles[value].name }));
