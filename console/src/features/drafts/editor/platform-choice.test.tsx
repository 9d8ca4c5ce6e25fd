import { expect, it } from 'vitest';
import type { PlatformChoiceFragment } from '../../../gql/graphql.ts';
import { renderStatic } from '../../../testing/render-static.tsx';
import { PlatformChoice } from './platform-choice.tsx';

const platforms = ['Bluesky', 'Nostr', 'Reddit'].map((label): PlatformChoiceFragment => {
  const of = { id: label.toLowerCase(), label, publishing: 'ready', takesAltTextOf: [], videoRules: [], settings: [] };
  return {
    ...of,
    sendsImages: true,
    sendsVideo: true,
    sendsAnimations: true,
    sendsDocuments: false,
    searchesAccounts: false,
    isFederated: false,
  };
});

it('begins the list of networks, which scrolls, with those of the draft', () => {
  const choice = renderStatic(<PlatformChoice platforms={platforms} connected={new Set()} value={['reddit']} onChange={() => undefined} />);
  // The group's own value is a field after them.
  const ids = [...choice.matchAll(/value="(\w+)"/g)].map(([, id]) => id).slice(0, platforms.length);
  expect(ids).toEqual(['reddit', 'bluesky', 'nostr']);
});
