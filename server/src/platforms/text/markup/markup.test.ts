import { describe, expect, it } from 'vitest';
import { testPlatforms } from '../../../testing/platforms.ts';
import type { JsonObject, Platform, Post } from '../../platform.ts';
import { NETWORKS } from '../../registry.ts';
import { readWords } from '../read-words.ts';
import { readMarkup } from './read-markup.ts';

const postOf = (text: string, title?: string): Post => ({ text, tags: [], thread: [], link: null, ...(title && { title }) });
const platformOf = (id: string): Platform => testPlatforms().find((one) => one.id === id) ?? expect.fail(`There is no ${id}.`);
const wordsOf = (id: string, post: Post) => readWords(NETWORKS.find((one) => one.id === id) ?? expect.fail(), post).parts[0];

const ARTICLE = [
  'It **opens** on [Friday](https://example.org/pier), see https://example.org/b.',
  '## How to get *there*',
  '1. By boat\n2. By `bus --line 7`\n   - or on foot',
  '```sh\nnpm run tide\n\nnpm run <ebb>\n```',
  '> Bring a coat.',
  '| Day | Hours |\n|---|---|\n| Monday | 9 to 17 |',
  '![A boat](https://example.org/boat.png)',
].join('\n\n');

const SEEN = [
  'It opens on Friday, see https://example.org/b.',
  'How to get there',
  '1. By boat\n2. By bus --line 7\n  • or on foot',
  'npm run tide\n\nnpm run <ebb>',
  'Bring a coat.',
  'Day | Hours\nMonday | 9 to 17',
  'A boat',
].join('\n\n');

/** Texts whose characters mean something to some network, and no Markdown by their structure. */
const PLAIN = [
  '2 * 3 * 4 = 24, a_b_c and *one star* or _two_',
  'Lines\nof their own\n\nand a paragraph',
  '- a\n- b\n+ c\n* d\n12. e\n3) f',
  '#1 in town, #tag, C# and a\\b',
  'A heading?\n=====\nNo.\n---\nNeither.',
  '<b>bold</b> & &amp; <!-- note --> <script>',
  '~~no~~ ^up^ ||spoiler|| [not a link] (https://example.org/a_b_c) ![x]',
  '`code` and ``more``',
  '{{ liquid }} {% tag %}',
  ':tada: @name r/boats >! secret !<',
  '    four spaces\n\ttab',
  '>quote without a space\n:::spoiler x\n:::',
  'See https://example.org/_a_*b*~c and https://example.org/x(y).',
];

describe('Markdown', () => {
  it.each(['telegram', 'slack', 'discord', 'devto', 'lemmy'])('%s shows it without marks, and its links', (id) => {
    const { parts } = platformOf(id).preview(
      postOf(ARTICLE, NETWORKS.find((one) => one.id === id)?.requires.includes('title') ? 'A title' : undefined),
    );
    expect(parts[0]?.text).toBe(SEEN);
    expect(parts[0]?.facets.map(({ start, end, target }) => [SEEN.slice(start, end), target])).toEqual([
      ['Friday', 'https://example.org/pier'],
      ['https://example.org/b', 'https://example.org/b'],
      ['A boat', 'https://example.org/boat.png'],
    ]);
  });

  it('DEV, Hashnode, Reddit and Lemmy receive it as it was written', () => {
    for (const id of ['devto', 'hashnode', 'reddit', 'lemmy']) expect(wordsOf(id, postOf(ARTICLE, 'A title')).sent).toBe(ARTICLE);
  });

  it.each(NETWORKS.filter(({ markup }) => markup === 'markdown' || markup === 'discord').map(({ id }) => id))(
    'the payload of %s has the text as it counts there, with its escapes',
    (id) => {
      const post = { ...postOf('2 * 3 * 4 = 24', id === 'discord' ? undefined : 'A longer title'), tags: ['boats'] };
      expect(wordsOf(id, post).sent).toBe('2 \\* 3 \\* 4 = 24');
      expect(JSON.stringify(platformOf(id).build(post))).toContain('2 \\\\* 3 \\\\* 4 = 24');
    },
  );

  it('hides nothing: HTML is text, and titles of links are left out', () => {
    const text = '## A\n\n<div hidden>x</div>\n\na <kbd>b</kbd> <i>c</i><br>d [e](https://example.org "f")\n\n<!-- g -->';
    const words = wordsOf('reddit', postOf(text, 'A title'));
    expect(words.text).toBe('A\n\n<div hidden>x</div>\n\na b c\nd e\n\n<!-- g -->');
    expect(readMarkup(words.sent).text).toBe(words.text);
    expect(words.sent).toContain('[e](https://example.org)');
  });

  it('keeps short lines apart, and joins those that an editor wrapped', () => {
    const wrapped = 'The harbour is open from nine in the morning until seven in the\nevening.';
    const words = wordsOf('devto', postOf(`**Hours**\\\nMon 9\nTue 10\n\n${wrapped}`, 'A title'));
    expect(words.sent).toBe(`**Hours**  \nMon 9  \nTue 10\n\n${wrapped}`);
    expect(words.text).toBe(`Hours\nMon 9\nTue 10\n\n${wrapped.replace('\n', ' ')}`);
  });

  it('Discord receives its own marks, and everything else escaped', () => {
    expect(platformOf('discord').build(postOf(ARTICLE)).content).toBe(
      [
        'It **opens** on [Friday](https://example.org/pier), see https://example.org/b.',
        '## How to get *there*',
        '1. By boat\n2. By `bus --line 7`\n  • or on foot',
        '```sh\nnpm run tide\n\nnpm run <ebb>\n```',
        '> Bring a coat.',
        'Day \\| Hours\nMonday \\| 9 to 17',
        '[A boat](https://example.org/boat.png)',
      ].join('\n\n'),
    );
  });

  it('Telegram receives the text and its entities', () => {
    const { text, entities } = platformOf('telegram').build(postOf(ARTICLE));
    expect(text).toBe(SEEN);
    const formatted = (entities as { type: string; offset: number; length: number }[]).map(({ type, offset, length }) => [
      type,
      SEEN.slice(offset, offset + length),
    ]);
    expect(formatted).toEqual([
      ['bold', 'opens'],
      ['text_link', 'Friday'],
      ['bold', 'How to get there'],
      ['italic', 'there'],
      ['code', 'bus --line 7'],
      ['pre', 'npm run tide\n\nnpm run <ebb>'],
      ['blockquote', 'Bring a coat.'],
      ['text_link', 'A boat'],
    ]);
  });

  it('Slack receives sections, code and quotes', () => {
    const { blocks } = platformOf('slack').build(postOf('**A** [*b*](https://example.org)\n\n```\nc\n```\n\n> d\n\n- e'));
    const [{ elements }] = blocks as unknown as [{ elements: JsonObject[] }];
    expect(elements).toEqual([
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'A', style: { bold: true } },
          { type: 'text', text: ' ' },
          { type: 'link', url: 'https://example.org', text: 'b', style: { italic: true } },
        ],
      },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'c' }] },
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'd' }] },
      { type: 'rich_text_section', elements: [{ type: 'text', text: '• e' }] },
    ]);
  });

  it('WordPress receives HTML', () => {
    const { title, content } = platformOf('wordpress').build(postOf(`# The *new* pier\n\n${ARTICLE}`));
    expect(title).toBe('The new pier');
    expect(content).toBe(
      [
        '<p>It <strong>opens</strong> on <a href="https://example.org/pier">Friday</a>, see <a href="https://example.org/b">https://example.org/b</a>.</p>',
        '<h2>How to get <em>there</em></h2>',
        '<ol><li>By boat</li><li>By <code>bus -&#45;line 7</code>',
        '<ul><li>or on foot</li></ul></li></ol>',
        '<pre><code>npm run tide',
        '',
        'npm run &#60;ebb&#62;</code></pre>',
        '<blockquote><p>Bring a coat.</p></blockquote>',
        '<table><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><td>Monday</td><td>9 to 17</td></tr></tbody></table>',
        '<p><a href="https://example.org/boat.png">A boat</a></p>',
      ].join('\n'),
    );
  });

  it('a salutation is no title, in bold neither', () => {
    expect(platformOf('lemmy').preview(postOf('**Dear all,**\n\nThe boats are here.\n\n# Boats')).title).toBe('The boats are here.');
  });

  it('a given title is text, with its marks', () => {
    expect(platformOf('wordpress').preview(postOf(ARTICLE, '# *Title* _x_')).title).toBe('# *Title* _x_');
  });
});

describe('a plain text', () => {
  it.each(PLAIN)('is read back from its Markdown as it was written: %j', (text) => {
    const words = wordsOf('reddit', postOf(text, 'A title'));
    expect(words.text).toBe(text);
    const shown = readMarkup(words.sent).text;
    const spaces = (written: string) => written.replaceAll('\t', '    ').replaceAll('\u00a0', ' ');
    expect(spaces(shown)).toBe(spaces(text));
  });

  it.each(PLAIN)('is shown by every network to the letter: %j', (text) => {
    for (const id of ['wordpress', 'discord', 'slack', 'telegram', 'hashnode']) {
      const { parts } = platformOf(id).preview(postOf(text, id === 'wordpress' || id === 'hashnode' ? 'A title' : undefined));
      expect(parts[0]?.text).toBe(text);
    }
    expect(platformOf('telegram').build(postOf(text))).toEqual({ text });
  });
});
