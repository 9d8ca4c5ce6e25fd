import { expect, it } from 'vitest';
import type { CaptionViewFragment } from '../../gql/graphql.ts';
import { renderStatic } from '../../testing/render-static.tsx';
import { CaptionList } from './caption-list.tsx';
import type { DraftView } from './queries.ts';

const caption = {
  ...{
    id: 'cap_1',
    platform: 'bluesky',
    text: 'The band plays.',
    tags: [],
    thread: [],
    settings: {},
    origin: 'EXTRACTIVE',
    modelUse: null,
  },
  keptPercent: null,
  omissions: [{ text: 'Not after 5 May.', reason: 'TOO_LONG', isEssential: true }],
} satisfies CaptionViewFragment;
const draft = (payloads: readonly object[]) => ({ captions: [caption], payloads }) as unknown as DraftView;

it('shows omissions unless a card shows them', () => {
  expect(renderStatic(<CaptionList draft={draft([])} />)).toContain('Left out: “Not after 5 May.” (no room)');
  expect(renderStatic(<CaptionList draft={draft([{}])} />)).not.toContain('Left out');
});
