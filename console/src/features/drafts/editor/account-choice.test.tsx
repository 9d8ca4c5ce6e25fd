import { expect, it } from 'vitest';
import { renderStatic } from '../../../testing/render-static.tsx';
import { AccountChoice } from './post-settings.tsx';

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
