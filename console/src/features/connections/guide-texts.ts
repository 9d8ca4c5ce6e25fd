import { say } from '../../lib/catalogue.ts';

/** How an account is made ready at its network, by the network's id; `{return}` is the redirect address of this service. */
export const guideTexts = say('guides', {
  title: 'How to set it up',
  steps: {
    devto: [
      'Sign in at dev.to and open Settings, Extensions.',
      'Under “DEV Community API Keys”, name a key, for instance Countersign, and generate it.',
      'Copy the key and enter it below. DEV has no scopes: the key may do what the account may, until you revoke it there.',
      'DEV reviews no apps: an article is public at once. It takes no pictures from other services.',
    ],
  },
} as const);
