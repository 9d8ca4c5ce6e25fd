import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OAUTH_CLIENT_PLATFORMS } from '../config/oauth-clients-config.ts';
import { testPlatforms } from '../testing/platforms.ts';
import type { Platform } from './platform.ts';

const ROOT = join(import.meta.dirname, '../../..');
const [section = '', apps = ''] = readFileSync(join(ROOT, 'docs/networks.md'), 'utf8').split('## Apps to register');
const rows = section.split('\n').flatMap((line) => {
  const [, network = '', connected = '', pictures = '', prevented = '', proved = ''] = line.split('|').map((cell) => cell.trim());
  return network && !/^(network|-+)$/.test(network) ? [{ network, connected, pictures, prevented, proved }] : [];
});
const platforms = testPlatforms();
const PREVENTED: Record<Platform['duplicateClass'], RegExp> = {
  idempotent: /^a repeated request is the same post/,
  askable: /^the network is asked first$/,
  guarded: /^the network refuses the same words$/,
  blind: /^never sent again$/,
};

it('the README names every network, and those that are tested against a real server', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').split('## Networks')[1]?.split('\n## ')[0]?.replaceAll('\n', ' ') ?? '';
  const sending = platforms.filter(({ publishing, id }) => publishing === undefined && id !== 'sandbox');
  expect(sending.filter(({ label }) => !readme.includes(label)).map(({ label }) => label)).toEqual([]);
  const [, real = ''] = /([^.]*) are tested against real servers/.exec(readme.split('prevented.')[1] ?? '') ?? [];
  expect(real.trim().split(/, | and /)).toEqual(sending.filter(({ provenBy }) => provenBy === 'real server').map(({ label }) => label));
});

it('the table of networks matches the connectors', () => {
  const sending = platforms.filter(({ publishing }) => publishing === undefined);
  expect(rows.map(({ network, proved }) => [network, proved])).toEqual(sending.map(({ label, provenBy }) => [label, provenBy]));
  for (const [index, { takesImages, duplicateClass, oauth, repeatableForSeconds }] of sending.entries()) {
    const { pictures = '', prevented = '', connected = '' } = rows[index] ?? {};
    expect(pictures).toMatch({ fetched: /^fetched/, uploaded: /^yes/, none: /^no$/ }[takesImages ?? 'none']);
    expect(prevented).toMatch(PREVENTED[duplicateClass]);
    expect(prevented.includes(', for ')).toBe(repeatableForSeconds !== undefined);
    expect(connected.includes('its own sign-in')).toBe(oauth !== null);
  }
});

it('the apps to register are listed with their scopes, and the console has their pages and guides', () => {
  const consoleFile = (path: string) => readFileSync(join(ROOT, 'console/src', path), 'utf8');
  const { networkGuides } = JSON.parse(consoleFile('languages/en.json')) as { networkGuides: { guides: Record<string, unknown> } };
  const pages = new Map(
    [...consoleFile('features/operator/network-guide.tsx').matchAll(/^ {2}(\w+): '(https:.*)',$/gm)].map(([, id = '', page]) => [id, page]),
  );
  const listed = [...apps.matchAll(/^\| ([^|]+) \| \[.*\]\((.*)\) \| (.*) \| .* \|$/gm)].map(([, label, page, scopes]) => ({
    label,
    page,
    scopes: scopes?.replaceAll('`', '').split(' '),
  }));
  const registered = OAUTH_CLIENT_PLATFORMS.map((id) => platforms.find((platform) => platform.id === id));
  expect(listed).toEqual(
    registered.map((platform) => ({ label: platform?.label, page: pages.get(platform?.id ?? ''), scopes: platform?.oauth?.scopes })),
  );
  expect(Object.keys(networkGuides.guides).sort()).toEqual([...OAUTH_CLIENT_PLATFORMS].sort());
});

it('the networks without a connector are named below it', () => {
  const wordsOnly = platforms.filter(({ publishing }) => publishing === 'none yet').map(({ label }) => label);
  const named = /nothing is sent: ([^.]*)\./.exec(section.replaceAll('\n', ' '))?.[1];
  expect(named?.split(', ') ?? []).toEqual(wordsOnly);
});

it('the networks that take threads are named below it, with the most posts of one', () => {
  const threaded = platforms.filter(
    ({ rules, publishing }) => !publishing && rules.some(({ field, max }) => field === 'thread' && max > 1),
  );
  const [, named = '', most = ''] = /becomes a thread on ([^.]*), of at most (\d+) posts/.exec(section) ?? [];
  expect(named.split(/, | and /)).toEqual(threaded.map(({ label }) => label));
  expect(threaded.every(({ rules }) => rules.some(({ field, max }) => field === 'thread' && max === Number(most)))).toBe(true);
});

it.each(platforms.map((platform) => [platform.label, platform] as const))(
  'what is entered to connect %s is said to be for videos too, if it takes them',
  (_, { fields, oauth, takesVideo }) => {
    for (const { help } of [...fields, ...(oauth?.fields ?? [])])
      if (/picture/i.test(help ?? '')) expect(/video/i.test(help ?? '')).toBe(takesVideo !== undefined);
  },
);

it.each<[string, keyof Platform]>([
  ['Videos are sent to', 'takesVideo'],
  ['Animated pictures (GIF) are sent to', 'takesAnimations'],
  ['Documents (PDF) are sent to', 'takesDocuments'],
  ['Published posts are edited on', 'edits'],
  ['Published posts are removed from', 'retract'],
])('what some networks have is named below it with them: %s', (words, property) => {
  const taking = platforms.filter((platform) => platform[property] && !platform.publishing).map(({ label }) => label);
  const [, rest = ''] = section.replaceAll('\n', ' ').split(`${words} `);
  expect(rest.split('.')[0]?.split(/, | and /)).toEqual(taking);
});
