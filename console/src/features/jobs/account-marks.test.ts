import { expect, test } from 'vitest';
import { accountMarks } from './account-marks.ts';

const on = (label: string, handle: string | null) => ({
  platform: { id: label.toLowerCase(), label, publishing: 'LIVE' as const },
  connection: handle === null ? null : { id: handle, handle },
});
const labels = (...publications: ReturnType<typeof on>[]) => accountMarks(publications as never).map(({ label }) => label);

test('names the network, or the accounts if a post has several on it', () => {
  expect(labels(on('Sandbox', 'harbour'), on('Bluesky', null))).toEqual(['Sandbox', 'Bluesky']);
  expect(labels(on('Sandbox', 'harbour'), on('Sandbox', 'pier'), on('X', 'pier'))).toEqual(['harbour', 'pier', 'X']);
});

test('accounts with the same name are counted', () => {
  expect(labels(on('Sandbox', 'harbour'), on('Sandbox', 'harbour'))).toEqual(['Sandbox × 2']);
});
