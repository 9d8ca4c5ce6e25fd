import { expect, it } from 'vitest';
import { validatePost } from '../network-words.ts';
import type { PostMedia } from '../platform.ts';
import { NETWORKS } from '../registry.ts';

const picture = (width: number, height: number, bytes = 100_000): PostMedia => ({
  kind: 'image',
  bytes,
  file: { mediaId: 'med_1', sha256: '0'.repeat(64), mimeType: 'image/jpeg', width, height },
});

function faultsOf(networkId: string, ...media: PostMedia[]): string[] {
  const network = NETWORKS.find(({ id }) => id === networkId);
  if (!network) throw new Error(`There is no network ${networkId}.`);
  const violations = validatePost(network, { text: 'Boats\n\nAt dawn.', tags: [], thread: [], link: null, media });
  return violations.filter(({ field }) => field.startsWith('media')).map(({ field, message, remedy }) => `${field}: ${message} ${remedy}`);
}

it.each<[string, PostMedia, string]>([
  [
    'google_business',
    picture(1_200, 249),
    'The shorter side of the picture has 249 pixels; Google Business Profile requires at least 250. Use a larger picture.',
  ],
  [
    'google_business',
    picture(300, 250, 9_999),
    'The picture has 9 kilobytes; Google Business Profile requires at least 10. Use a larger picture.',
  ],
  [
    'telegram',
    picture(6_001, 4_000),
    'Width and height of the picture together have 10,001 pixels; Telegram allows at most 10,000. Make it smaller.',
  ],
  ['vk', picture(8_000, 6_001), 'Width and height of the picture together have 14,001 pixels; VK allows at most 14,000. Make it smaller.'],
  ['linkedin', picture(6_400, 5_650), 'The picture has 36,160,000 pixels; LinkedIn allows at most 36,152,319. Make it smaller.'],
  ['mastodon', picture(7_680, 4_321), 'The picture has 33,185,280 pixels; Mastodon allows at most 33,177,600. Make it smaller.'],
  ['pinterest', picture(1_000, 1_500, 20_500_000), 'The picture has 21 megabytes; Pinterest allows at most 20. Make it smaller.'],
])('%s takes no picture of another size', (network, image, fault) => {
  expect(faultsOf(network, image)).toEqual([`media/0: ${fault}`]);
});

it('Pinterest takes only pictures of one size in a carousel', () => {
  expect(faultsOf('pinterest', picture(1_000, 1_500), picture(1_000, 1_500), picture(1_500, 1_000))).toEqual([
    'media/2: The picture is 1500 × 1000 pixels; Pinterest requires all pictures of a post to be as large as the first one, 1000 × 1500. Crop the pictures to the same size, or use only one.',
  ]);
  expect(faultsOf('pinterest', picture(1_000, 1_500), picture(1_000, 1_500))).toEqual([]);
});

it.each(NETWORKS.map(({ id }) => id))('a common photograph fits %s', (id) => {
  expect(faultsOf(id, picture(1_200, 1_200)).filter((fault) => fault.includes('pixels') || fault.includes('kilobytes'))).toEqual([]);
});
