import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { CostNote, withCost } from './cost-note.tsx';

const plain = { platform: 'bluesky', credits: 1, surcharge: 0 };
const dear = { platform: 'x', credits: 3, surcharge: 2 };
const costOf = (...posts: (typeof plain | typeof dear)[]) => ({
  unit: 'PUBLICATION' as const,
  quantity: posts.reduce((sum, { credits }) => sum + credits, 0),
  posts,
});
const wordsOf = (cost: ReturnType<typeof costOf>): string =>
  renderStatic(<CostNote cost={cost} nameOf={(platform) => platform.toUpperCase()} />);

it('is empty if a post costs one credit per network', () => {
  expect(wordsOf(costOf(plain, plain))).not.toContain('<p');
  expect(withCost('Approve and publish', costOf(plain, plain))).toBe('Approve and publish');
});

it('names the surcharge', () => {
  const words = wordsOf(costOf(plain, dear));
  expect(words).toContain('Uses 4 credits, including a surcharge of 2 for X.');
  expect(withCost('Approve and publish', costOf(plain, dear))).toBe('Approve and publish (4 credits)');
});
