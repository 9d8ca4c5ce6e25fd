import { describe, expect, it } from 'vitest';
import { PLAIN_VOICE } from '../../access/workspace-policies.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { splitTitle } from '../../platforms/text/post-title.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { composeCaptions } from './compose-captions.ts';

const rulesOf = (id: string) => NETWORKS.find((each) => each.id === id) ?? expect.fail(`There is no network ${id}.`);

async function write(on: string, sourceText: string, link: string | null = null) {
  const platforms = [createWordsOnlyPlatform(rulesOf(on))];
  const [caption] = await composeCaptions({ sourceText, link, platforms, tone: null, language: null, voice: PLAIN_VOICE });
  return caption ?? expect.fail('There is no caption.');
}

const without = (parts: string[]) => parts.map((part) => part.replace(/\n\n\d+\/\d+$/, ''));
const sentence = (index: number) =>
  `Pier ${index} is painted this week, and boats of more than ten metres lie at pier ${index + 1} until then.`;
const paragraph = (index: number) => [0, 1, 2].map((each) => sentence(index * 3 + each)).join(' ');
const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => paragraph(index)).join('\n\n');

it.each(['<!channel> *All* [here](https://example.org)', '<p>One</p><!-- a note --><p>Two</p>', '<!doctype html><p>One</p><![CDATA[x]]>'])(
  'reads %j, whose comments are not text and whose other marks are',
  async (source) => {
    const { text } = await write('bluesky', source);
    expect(text).not.toContain('a note');
    expect(text).toContain(source.startsWith('<!channel>') ? '<!channel>' : 'One');
  },
);

describe('a longer text', () => {
  it.each(['x', 'bluesky', 'mastodon', 'threads', 'nostr', 'linkedin'])('never produces a shorter post on %s', async (on) => {
    let longest = 0;
    for (let count = 1; count <= 24; count += 1) {
      const { text, thread } = await write(on, paragraphs(count));
      const length = without([text, ...thread]).join('').length;
      expect([count, length >= longest]).toEqual([count, true]);
      longest = length;
    }
  });

  it('is a complete thread, split at paragraph ends', async () => {
    const { text, thread, keptPercent } = await write('mastodon', paragraphs(3));
    expect(without([text, ...thread]).join('\n\n')).toBe(paragraphs(3));
    expect(keptPercent).toBeUndefined();
  });

  it('is its leading paragraphs and the link, with the share that is kept, if the network has no threads', async () => {
    const { text, keptPercent, thread } = await write('instagram', paragraphs(14), 'https://harbour.example/piers');
    expect(text).toMatch(/^Pier 0 .+\n\nhttps:\/\/harbour\.example\/piers$/s);
    expect(paragraphs(14).startsWith(text.replace(/\n\nhttps.+$/, ''))).toBe(true);
    expect({ thread, isMarked: (keptPercent ?? 0) > 40 && (keptPercent ?? 0) < 70 }).toEqual({ thread: [], isMarked: true });
  });

  it.each([
    ['1/', '2/', '3/'],
    ['1/3', '2/3', '3/3'],
    ['١/', '٢/', '٣/'],
  ])('is split where its author numbered it, without further numbers: %s', async (...numbers) => {
    const parts = numbers.map((number, index) => `${number} ${sentence(index)}`);
    const { text, thread } = await write('x', `${parts.join('\n\n')}\n\nMore at the harbour office.`);
    expect([text, ...thread]).toEqual([...parts.slice(0, 2), `${parts[2]}\n\nMore at the harbour office.`]);
  });

  it('of one endless word is left to a person', async () => {
    expect(await write('bluesky', 'x'.repeat(960))).toMatchObject({ text: '', thread: [], keptPercent: 0 });
  });

  it('never ends with an announcement of what follows', async () => {
    const { text } = await write('pinterest', `${sentence(1)}\n\nThese piers are next:\n\n${paragraphs(4).replaceAll('\n\n', ' ')}`);
    expect(text).toBe(sentence(1));
  });
});

describe('a thread keeps together', () => {
  const cuts = async (source: string) => {
    const { text, thread } = await write('x', source);
    expect(thread.length).toBeGreaterThan(0);
    return without([text, ...thread]);
  };

  it('a question and its answer', async () => {
    const source = [1, 2, 3].map((each) => `Is pier ${each} open on Sundays?\n${sentence(each)} ${sentence(each + 1)}`).join('\n\n');
    for (const part of await cuts(source)) expect(part).not.toMatch(/\?$/);
  });

  it('a heading and what follows it', async () => {
    const source = [1, 2, 3].map((each) => `Pier ${each}\n\n${sentence(each)} ${sentence(each + 1)}`).join('\n\n');
    for (const part of await cuts(source)) expect(part).toMatch(/^Pier \d\n\n/);
  });

  it('the items of a list', async () => {
    const list = (name: string) =>
      `${name} needs this:\n\n${[1, 2, 3].map((each) => `- ${name}, a bucket of paint number ${each}`).join('\n')}`;
    for (const part of await cuts(['Anna', 'Bert', 'Carl'].map(list).join('\n\n')))
      expect((part.match(/bucket/g) ?? []).length % 3).toBe(0);
  });

  it('headings and questions with what follows, with a list too long for one post between them', async () => {
    const list = Array.from({ length: 14 }, (_, index) => `- a bucket of paint number ${index + 1}`).join('\n');
    const headed = (each: number) => `Pier ${each}\n\n${sentence(each)} ${sentence(each + 1)}`;
    const asked = `Is it open on Sundays?\n\n${sentence(3)} ${sentence(4)}`;
    for (const part of await cuts([headed(1), list, headed(2), asked].join('\n\n'))) expect(part).not.toMatch(/(^|\n)(Pier \d|.*\?)$/);
  });

  it('the lines of a stanza', async () => {
    const stanza = 'The tide comes in at four o’clock\nand takes the sand away\nthe boats lie sleeping in the dock\nand wait another day';
    for (const part of await cuts([stanza, stanza, stanza].join('\n\n'))) expect(part.split('\n').length % 5).toBe(4);
  });
});

describe('adds nothing', () => {
  it('except the tags of the text', async () => {
    expect((await write('tumblr', 'Fresh bread today. #bakery #aarhus')).tags).toEqual(['bakery', 'aarhus']);
    expect((await write('devto', paragraphs(12))).tags).toEqual([]);
  });
});

describe('a document', () => {
  const MARKDOWN =
    '---\ntitle: Piers\ntags: [harbour, boats]\ncanonical_url: https://harbour.example/piers\n---\n## Why\n\nPaint *peels*.\n\n- salt\n- sun\n\n```js\npaint();\n```\n\n| Pier | Paint |\n|---|---|\n| 1 | red |';

  it('keeps its Markdown on networks that render it', async () => {
    const { text, tags } = await write('devto', MARKDOWN);
    expect(text).toMatch(/^Piers\n\n## Why\n\nPaint \*peels\*\.\n\n- salt\n- sun\n\n```js\npaint\(\);\n```\n\n\| Pier \| Paint \|/);
    expect(tags).toEqual(['harbour', 'boats']);
  });

  it('is plain text elsewhere', async () => {
    expect((await write('linkedin', MARKDOWN)).text).toBe('Piers\n\nWhy\n\nPaint peels.\n\n• salt\n• sun\n\npaint();\n\n• 1 · Paint: red');
  });

  it('yields the article of HTML, and links to its canonical address', async () => {
    const page = `<!doctype html><html><head><title>Piers | Harbour</title><link rel="canonical" href="https://harbour.example/piers"></head><body><nav><a href="/">Home</a></nav><article><h1>Piers</h1>${paragraphs(
      14,
    )
      .split('\n\n')
      .map((each) => `<p>${each}</p>`)
      .join('')}</article><footer>© Harbour</footer></body></html>`;
    const { text, keptPercent } = await write('instagram', page);
    expect(text).toMatch(/^Piers\n\nPier 0 is .+\n\nhttps:\/\/harbour\.example\/piers$/s);
    expect(text).not.toMatch(/Home|©/);
    expect(keptPercent).toBeGreaterThan(0);
  });

  it.each([
    ['Da: a@porto.example\nA: soci@porto.example\nOggetto: I moli', 'I moli'],
    ['Von: a@hafen.example\nGesendet: Montag\nBetreff: AW: Stege', 'Stege'],
    ['差出人: a@minato.example\n宛先: all@minato.example\n件名: 桟橋', '桟橋'],
    ['От: a@port.example\nКому: all@port.example\nТема: Причалы', 'Причалы'],
  ])('as a mail in another language is its subject, and its first sentence keeps its capital: %j', async (headers, subject) => {
    const { text } = await write('mastodon', `${headers}\n\nDear all,\n\nthe boats come out of the water.`);
    expect(text).toBe(`${subject}\n\nThe boats come out of the water.`);
  });

  it('with a table keeps every cell, including repeated ones', async () => {
    const { text, omissions } = await write(
      'mastodon',
      '# Departures\n\n| Time | To | Pier |\n|---|---|---|\n| 8:15 | Island | A |\n| 9:40 | Light | B |\n| 11:05 | Island | A |',
    );
    expect(text).toContain('• 11:05 · To: Island · Pier: A');
    expect(omissions?.map((omission) => omission.text)).toEqual(['Time']);
  });

  it('as a mail has no technical headers', async () => {
    const headers =
      'From: a@harbour.example\nMIME-Version: 1.0\nSubject: Piers\nReceived: from b\n by c\nContent-Type: text/plain\nX-Mailer: d';
    expect((await write('linkedin', `${headers}\n\nHi all,\n\n${sentence(1)}`)).text).toBe(`Piers\n\n${sentence(1)}`);
  });

  it('as a mail is its subject and its body', async () => {
    const mail = `From: a@harbour.example\nTo: all@harbour.example\nSubject: Re: Piers\n\nHi all,\n\n${sentence(1)}\n\nKind regards\nAnna\n\nUnsubscribe here`;
    const { text, omissions } = await write('linkedin', mail);
    expect(text).toBe(`Piers\n\n${sentence(1)}`);
    expect(omissions?.every(({ reason }) => reason === 'furniture')).toBe(true);
  });

  it.each([
    [
      'PRESS RELEASE\nFOR IMMEDIATE RELEASE\n\nThe museum turns ten\n\nAALBORG, 3 August 2026 – It opened in 2016.\n\n###\n\nContact: press@ropes.example',
      'The museum turns ten\n\nAALBORG, 3 August 2026 – It opened in 2016.',
    ],
    [
      'PRESSEMITTEILUNG\nDie Fähre fährt wieder\n\nAb Montag legt sie ab.\n\n- Ende -\n\nPressekontakt:\nAnke Hinrichs\n04642 1234',
      'Die Fähre fährt wieder\n\nAb Montag legt sie ab.',
    ],
    [
      'Le port s’ouvre\n\nVANNES, 4 mai 2026 – Le port ouvre lundi.\n\nContact presse : Maëlle Riou, 02 97 00 00 00',
      'Le port s’ouvre\n\nVANNES, 4 mai 2026 – Le port ouvre lundi.',
    ],
    [
      '**COMUNICATO STAMPA**\n\n# Il molo riapre\n\nDa lunedì il molo è aperto.\n\n**Contatti stampa:** Ida Ferri, stampa@molo.example',
      'Il molo riapre\n\nDa lunedì il molo è aperto.',
    ],
  ])('as a press release omits its marks and contacts, and reports that: %j', async (source, text) => {
    const { omissions = [], ...caption } = await write('linkedin', source);
    expect([caption.text, [...new Set(omissions.map(({ reason }) => reason))]]).toEqual([text, ['furniture']]);
  });

  it('as a shortened press release links to the address of its contacts', async () => {
    const { text } = await write('sandbox', `PRESS RELEASE\n\n${paragraphs(6)}\n\nPress contact: https://harbour.example/press`);
    expect(text.startsWith(paragraph(0))).toBe(true);
    expect(text.endsWith('\n\nhttps://harbour.example/press')).toBe(true);
  });

  it.each([
    'Kontakt: 04642 1234\n\nKappeln, 4. Mai. Wir öffnen wieder.',
    'The press release of 1921 hangs in our hall.\n\nContact: the curator',
    'Ends\n\nAll good things come to one.\n\n###',
    'Press the button.\n\nContact: none. Spark: yes.',
  ])('is not a press release after only one sign of it: %j', async (source) => {
    expect((await write('linkedin', source)).text).toBe(source);
  });

  it('as a page omits the line that names its author', async () => {
    const page =
      '<html><body><article><h1>Seals</h1><p class="byline">By Ines Carrow</p><p>We count seals from a drone, twice a year.</p></article></body></html>';
    expect((await write('linkedin', page)).text).toBe('Seals\n\nWe count seals from a drone, twice a year.');
  });

  it('is not a mail only because it is long: a letter without headers keeps its greeting', async () => {
    const letter = `Hi all,\n\n${paragraphs(8)}\n\nKind regards\nAnna`;
    expect((await write('linkedin', letter)).text).toBe(letter);
  });
});

it.each(['Hi all,', 'Señora directora:', 'Mesdames, Messieurs,', 'Gentile redazione,', 'Geachte mevrouw De Vries,', 'Szanowni Państwo,'])(
  'a salutation is not a title: %s',
  (greeting) => {
    const text = `${greeting}\n\nThe pier is painted.\n\nAnna`;
    expect(splitTitle(rulesOf('wordpress'), { text })).toEqual({ title: 'The pier is painted.', body: text });
  },
);

it.each(['Señor Pulpo', 'Pan Tadeusz', 'Beste Köche, gute Preise'])('a name is a title, although letters begin like it: %s', (title) => {
  expect(splitTitle(rulesOf('wordpress'), { text: `${title}\n\nThe pier is painted.` }).title).toBe(title);
});
