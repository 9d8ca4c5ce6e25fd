import { expect, it } from 'vitest';
import { composeMail } from './compose-mail.ts';

const SHA256 = 'a'.repeat(64);
const { html } = await composeMail(
  {
    to: { email: 'ada@example.org', name: 'Ada', language: 'en' },
    subject: 'Newsroom requests your approval',
    workspace: 'Harbour Café',
    paragraphs: ['Newsroom requests your approval.'],
    quotes: [{ title: 'Bluesky', text: 'The pier opens.', pictures: [{ accountId: 'acc_1', sha256: SHA256, altText: 'The pier' }] }],
    list: [{ text: 'The ferry runs.', url: 'https://example.org/approvals/1' }],
    link: { label: 'Review', url: 'https://example.org/approvals' },
    stop: { url: 'https://example.org/stop', settingsUrl: 'https://example.org/settings' },
  } as Parameters<typeof composeMail>[0],
  'https://example.org',
  new Map([[SHA256, { mimeType: 'image/png', bytes: Buffer.from('png') }]]),
);
const textOf = async (paragraph: string): Promise<string> => {
  const message = { to: { email: 'ada@example.org', name: null, language: 'en' }, subject: paragraph, paragraphs: [paragraph] };
  const { subject, text } = await composeMail(message as Parameters<typeof composeMail>[0], 'https://example.org');
  expect(text).toContain(`\n${subject}\n`);
  return subject;
};
const styles = [...html.matchAll(/<(\w+)[^>]*? style="([^"]*)"/g)].map(([, tag = '', style = '']) => ({ tag, style }));

it('uses no layout and no colours that the engine of Outlook does not know', () => {
  expect(html).not.toMatch(/display:(inline-)?(flex|grid)|position:|float:|rgba?\(|hsla?\(|var\(|calc\(|\d(rem|vw|vh)\b/);
});

it('pads only table cells, and the link in a coloured cell, since Outlook ignores other padding', () => {
  const padded = styles.filter(({ style }) => /padding:(?!0[;"])/.test(style)).map(({ tag }) => tag);
  expect(new Set(padded)).toEqual(new Set(['td', 'a', 'ul']));
});

it('has no margin on one side alone, which Arabic would have on the other one', () => {
  expect(html).toContain('<img ');
  expect(html).not.toMatch(/margin:\S+ [1-9]\w* \S+ 0[;"]|margin-(left|right)/);
});

it('breaks long words and addresses, since a phone shows the mail as wide as its longest one', () => {
  expect(html).toContain('table-layout:fixed');
  const cells = styles.filter(({ tag, style }) => tag === 'td' && style.includes('border:1px'));
  expect(cells.length).toBeGreaterThan(1);
  expect(cells.filter(({ style }) => !style.includes('overflow-wrap:anywhere'))).toEqual([]);
});

it('keeps emojis of several parts whole, and puts no spaces where invisible characters were', async () => {
  expect(await textOf('For families 👩‍👩‍👧‍👦 and 🏳️‍🌈')).toBe('For families 👩‍👩‍👧‍👦 and 🏳️‍🌈');
  expect(await textOf('“\u2068مرحبًا\u2069” is\u200b out')).toBe('“مرحبًا” is out');
  expect(await textOf('Two\r\nlines\u2028and\u202emore')).toBe('Two lines andmore');
});

it('has a dark colour for each light one that it sets, in programs with dark mode', () => {
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const dark = /prefers-color-scheme:dark\)\{(.*?)\}\}/.exec(html)?.[1] ?? '';
  const classes = new Set([...html.matchAll(/ class="(\w+)"/g)].map(([, name]) => name));
  expect([...classes].filter((name) => !dark.includes(`.${name}{`))).toEqual([]);
});
