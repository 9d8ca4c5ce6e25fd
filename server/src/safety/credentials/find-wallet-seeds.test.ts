import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { expect, it } from 'vitest';
import { findWalletSeeds } from './find-wallet-seeds.ts';

it.each([128, 256])('finds every random seed of %i bits, in both spellings of its list', (bits) => {
  for (const list of [wordlist, spanish]) {
    for (let made = 0; made < 100; made += 1) {
      const seed = generateMnemonic(list, bits);
      expect(findWalletSeeds(`→ ${seed}`)).toEqual([{ start: 2, end: 2 + seed.length }]);
    }
  }
});

it('checks few of the words of a text that is made of list words', () => {
  const many = Array.from({ length: 12_000 }, (_, index) => wordlist[(index * 37) % wordlist.length]).join(' ');
  const started = process.cpuUsage();
  findWalletSeeds('safe door alarm '.repeat(6_000));
  findWalletSeeds(many);
  const { user } = process.cpuUsage(started);
  expect(user / 1_000).toBeLessThan(2_000);
});
