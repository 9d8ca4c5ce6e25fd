import { expect, it } from 'vitest';
import { renderStatic } from '../../../testing/render-static.tsx';
import { AccountChoice } from './post-settings.tsx';
import { accountOf } from './previews.tsx';

const choiceOf = (count: number): string => {
  const accounts = Array.from({ length: count }, (_, place) => ({
    id: `con_${place}`,
    handle: `harbour-${place}`,
    platform: { id: 'bluesky', label: 'Bluesky' },
  }));
  return renderStatic(<AccountChoice accounts={accounts} value={[]} onChange={() => undefined} />);
};

it('offers a search among many accounts, and none among a few', () => {
  expect(choiceOf(42)).toContain('aria-label="Search accounts"');
  expect(choiceOf(3)).not.toContain('aria-label="Search accounts"');
});

it('previews a post as the chosen account, else as one that can publish', () => {
  const accounts = (['REVOKED', 'HEALTHY', 'HEALTHY'] as const).map((health, place) => ({
    ...{ id: `con_${place}`, handle: `harbour-${place}`, health },
    platform: { id: 'bluesky', label: 'Bluesky', publishing: 'ready' },
  }));
  expect(accountOf(accounts, 'bluesky', ['con_2'])?.id).toBe('con_2');
  expect(accountOf(accounts, 'bluesky', [])?.id).toBe('con_1');
  expect(accountOf(accounts, 'bluesky', ['con_of_another_network'])?.id).toBe('con_1');
  expect(accountOf(accounts, 'mastodon', ['con_2'])).toBeNull();
});
