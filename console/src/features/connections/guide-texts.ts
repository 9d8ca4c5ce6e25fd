import { say } from '../../lib/catalogue.ts';

/** What a customer does at a network before connecting, by the network's id. */
export const guideTexts = say('guides', {
  title: 'How to set it up',
  steps: {
    devto: [
      'Sign in at dev.to and open Settings, Extensions.',
      'Under “DEV Community API Keys”, name a key, for instance Countersign, and generate it.',
      'Copy the key and enter it below. DEV has no scopes: the key may do what the account may, until you revoke it there.',
      'DEV reviews no apps: an article is public at once. It takes no pictures from other services.',
    ],
    hashnode: [
      'The blog needs Hashnode Pro: without it Hashnode refuses to publish through its API.',
      'Open Account Settings, Developer at Hashnode and generate a personal access token.',
      'Enter the token below, and the address of the blog if the account has more than one. You have to be its owner or an editor: what contributors write is reviewed there first.',
      'Hashnode has no scopes and reviews no apps: the token may do what the account may, until you revoke it there.',
    ],
    ghost: [
      'In Ghost’s administration, open Settings, Integrations and add a custom integration, for instance Countersign. On Ghost(Pro) this needs a plan that includes it.',
      'Copy its API URL and its Admin API key, which has a colon in it. The Content API key can only read.',
      'Enter both below. The integration may write posts and upload pictures until you delete it there; Ghost reviews no apps.',
      'Posts are published on the site for everyone. No newsletter is sent.',
    ],
    lemmy: [
      'Make an account for this on a server, mark it as a bot in its settings, and join the community with it.',
      'Read the rules of the server and of the community: some allow no automatic posts, and a new server may have to confirm the account first.',
      'Enter the server, the name, the password and the community. The password is used once; with two-factor authentication enter the current code too.',
      'Lemmy has no scopes and reviews no apps: the session may do what the account may. Change the password there to end it.',
    ],
    postiz: [
      'In Postiz, connect the account as a channel, and open Settings, Developers, Public API. Copy the API key.',
      'The address is https://api.postiz.com, or of your own server what NEXT_PUBLIC_BACKEND_URL says there, often with /api at its end. A server in a private network has to be allowed by the operator.',
      'Enter both below, and the name of one channel: X, LinkedIn, Facebook, Instagram, Threads, Bluesky, Mastodon, Nostr or VK. If a name is not unique, enter the id; a wrong name shows the list.',
      'Only what was approved here goes to Postiz, at its time and once. Whether it was published is what Postiz reports; turn off plugs that add comments to the channel’s posts.',
    ],
  },
} as const);
