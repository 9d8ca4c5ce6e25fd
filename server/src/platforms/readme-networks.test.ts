import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Platform } from './platform.ts';
import { createPlatforms } from './registry.ts';

const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const PROVED = { 'real server': 'a real server', 'reference stand-in': 'a stand-in', sandbox: 'the sandbox', nothing: 'nothing' };
const sandboxFeed = { countTry: async () => 1, post: async () => ({ id: '', url: '' }), find: async () => null };

const platforms: Platform[] = [...createPlatforms({ sandboxFeed, website: 'https://posts.example', clients: {} }).values()];
const rowOf = ({ label, takesImages, provenBy }: Platform): string =>
  `| ${label} | goes out by itself | ${takesImages ? 'yes' : 'no'} | ${PROVED[provenBy]} |`;

it('the README says of every network what its connector says, and of no other', () => {
  const [, section = ''] = README.split('## Networks');
  const rows = section.split('\n## ')[0]?.match(/^\| (?!network).*$/gm);
  expect(rows).toEqual(platforms.filter(({ publishing }) => publishing !== 'none yet').map(rowOf));
  const byHand = platforms.filter(({ publishing }) => publishing === 'none yet').map(({ label }) => label);
  expect(section).toContain(`For ${byHand.join(', ')} words are written`);
});
