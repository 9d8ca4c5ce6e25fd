import { say } from '../../lib/catalogue.ts';

export const texts = say('comments', {
  title: 'Comments',
  say: 'Say something',
  answer: 'Answer',
  send: 'Send',
  leave: 'Cancel',
  shared: 'Also for the client and the agent',
  hint: 'Write @ and a name to call somebody.',
  failed: 'That was not kept',
  resolve: 'Done',
  reopen: 'Open again',
  resolved: 'Done',
  internal: 'Only for you and your colleagues',
  earlier: 'The newest are shown; there are earlier ones.',
  earlierAnswers: 'The newest answers are shown; there are earlier ones.',
  about: 'About',
  onWords: 'Comment on this',
  notOnWords: 'Not about these words',
  showWords: 'Show where these words stand',
  gone: 'These words are not in the post any more.',
  kinds: { person: '', agent: 'Agent', client: 'Client' },
} as const);
