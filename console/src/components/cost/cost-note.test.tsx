import { expect, it } from 'vitest';
import { renderStatic } from '../../testing/render-static.tsx';
import { CostNote, withCost } from './cost-note.tsx';

const plain = { platform: 'bluesky', credits: 1, surcharge: 0, charge: null };
const charge = { usd: 0.2, source: 'https://docs.example.org/prices', checkedOn: '2026-11-23' };
const dear = { platform: 'x', credits: 3, surcharge: 2, charge };
const costOf = (...posts: (typeof plain | typeof dear)[]) => ({
  unit: 'PUBLICATION' as const,
  quantity: posts.reduce((sum, { credits }) => sum + credits, 0),
  posts,
});
const wordsOf = (cost: ReturnType<typeof costOf>): string =>
  renderStatic(<CostNote cost={cost} nameOf={(platform) => platform.toUpperCase()} />);

it('says nothing where a post takes one credit for each network and no network charges', () => {
  expect(wordsOf(costOf(plain, plain))).not.toContain('<p');
  expect(withCost('Approve and publish', costOf(plain, plain))).toBe('Approve and publish');
});

it('says what a surcharge is for, and what the network charges as of when and from where', () => {
  const words = wordsOf(costOf(plain, dear));
  expect(words).toContain('Takes 4 credits, with a surcharge of 2 for X.');
  expect(words).toContain('X charges this service US$0.20 for it, as of 23 Nov 2026.');
  expect(words).toContain(`href="${charge.source}"`);
  expect(withCost('Approve and publish', costOf(plain, dear))).toBe('Approve and publish (4 credits)');
});
