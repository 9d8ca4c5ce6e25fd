import { say } from '../../lib/catalogue.ts';

export const texts = say('setup', {
  title: 'Set up Countersign',
  lead: 'You will be its operator and the owner of the first account.',
  name: 'Your name',
  email: 'E-mail address',
  password: 'Password',
  workspace: 'Name of the first workspace',
  workspaceHint: 'Whatever the posts are for: a brand, a shop, a project.',
  zone: (zone: string): string => `Time zone: ${zone}.`,
  submit: 'Create the account',
  failed: 'Nothing was created yet',
  usedToken: 'This set-up link is not valid any more',
  noToken: 'This needs the set-up link',
  noTokenHow:
    'Open the link that the server printed when it started; it works once. If it is used or lost, start the server again for a new one, or sign in if you have an account.',
  signIn: 'Sign in',
} as const);
