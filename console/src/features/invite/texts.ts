import { say } from '../../lib/catalogue.ts';

export const texts = say('invite', {
  title: 'Invitation',
  looking: 'Opening the link…',
  notOpened: 'This link could not be opened.',
  notLoaded: 'The invitation cannot be used',
  noToken: 'This needs the link of an invitation',
  noTokenHow: 'Open the link you were sent; it works once. If it was used or is older than seven days, request a new one.',
  toConsole: 'To the console',
  join: (account: string): string => `Join ${account}`,
  invitedBy: (name: string, role: string): string => `${name} invites you ${role}.`,
  roles: {
    owner: 'as an owner: to approve posts and manage the account',
    approver: 'as an approver: to approve posts',
    editor: 'as an editor: to write drafts and comment',
    viewer: 'as a viewer: to see everything',
  },
  email: 'E-mail address',
  name: 'Your name',
  password: 'Password',
  accept: 'Accept the invitation',
  failed: 'You have not joined yet',
  knownHow: (email: string): string => `${email} already has an account here. Sign in to accept the invitation.`,
  otherHow: (other: string, email: string): string => `You are signed in as ${other}. The invitation is for ${email}: sign out first.`,
  signIn: 'Sign in',
  signOutFirst: 'Sign out and continue',
} as const);
