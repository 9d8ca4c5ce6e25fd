import { say } from '../../lib/catalogue.ts';

/** What each scope of a grant permits, as the rest of a sentence after "It may". */
const words: Record<string, string> = say('scopes', {
  'drafts:write': 'Write and change drafts',
  'captions:write': 'Write the words for each platform',
  'payloads:write': 'Prepare what each platform will get',
  'jobs:write': 'Submit posts, which wait for your approval',
  read: 'Read this workspace’s drafts, posts, credits and networks',
  'publish:auto': 'Publish without an approval, only where the workspace allows that too',
  'webhooks:write': 'Register webhooks',
});

export function scopeWords(scope: string): string {
  return words[scope] ?? scope;
}

/** The one scope that lets something out without a person. */
export const UNATTENDED = 'publish:auto';
