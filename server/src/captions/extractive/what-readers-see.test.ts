import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAIN_VOICE, type Voice } from '../../access/workspace-policies.ts';
import { networkWords } from '../../platforms/network-words.ts';
import type { Platform } from '../../platforms/platform.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';

const generator = createExtractiveGenerator();
const corpus = (name: string): string => readFileSync(join(import.meta.dirname, '..', 'corpus', 'texts', `${name}.txt`), 'utf8');

function network(id: string): Platform {
  const rules = NETWORKS.find((each) => each.id === id);
  if (!rules) throw new Error(`There is no network ${id}.`);
  return { ...createWordsOnlyPlatform(rules), ...networkWords(rules) };
}

async function write(sourceText: string, on = 'linkedin', voice: Partial<Voice> = {}) {
  const [caption] = await generator.generate({
    sourceText,
    link: null,
    platforms: [network(on)],
    tone: null,
    language: null,
    voice: { ...PLAIN_VOICE, ...voice },
  });
  if (!caption) throw new Error('There is no caption.');
  return { ...caption, all: [caption.text, ...caption.thread].join('\n~\n') };
}

describe('what is not for readers of a post', () => {
  it.each([
    [
      'press-battery',
      /RELEASE|About Saltwind|Media contact|###/,
      /^Saltwind opens Europe's largest salt battery in Aarhus\n\nThe 90-megawatt-hour plant/,
    ],
    ['newsletter-farm', /Hi everyone|Warm regards|Hanne and Jonas|Unsubscribe/, /^I hope you had a good week!\n\nIt has been/],
    [
      'blog-migration',
      /min read|Noor Haddad|Subscribe|All rights reserved/,
      /^How we moved 40 million records without downtime\n\nA year of planning/,
    ],
    ['launch-page', /Tomas Ek|Related posts|Privacy/, /^Introducing Quietly: meetings that end on time\n\nQuietly is a small clock/],
    ['readme-long', /Install|Contributing|MIT|npm/, /^Pagemark\n\nPagemark turns/],
    ['changelog-kept', /notable changes|Semantic Versioning|Unreleased|network drive|#812/, /^3\.2\.0\n\nAdded\n\n• Invoices/],
  ])('of %s is left out', async (name, furniture, beginning) => {
    const { all } = await write(corpus(name));
    expect(all).not.toMatch(furniture);
    expect(all).toMatch(beginning);
  });

  it('stays where a day is only right beside its date', async () => {
    expect((await write(corpus('press-release'))).text).toContain(
      'AALBORG, 3 August 2026 – The Museum of Ropes welcomed its millionth visitor yesterday',
    );
  });

  it('stays where there would be nothing left', async () => {
    expect((await write('Hello,')).text).toBe('Hello,');
    expect((await write('## License\n\nMIT')).text).toContain('MIT');
  });
});

describe('the lines of a source', () => {
  it.each([
    [
      'event-programme',
      "16:00  Doors open, children's programme in the old sail loft\n17:30  The Tallow Sisters (folk, Cork)\n19:00  Öresund Brass",
    ],
    ['list-recipe', '250 g butter\n250 g sugar\n4 eggs\n3 lemons'],
    ['opening-hours', 'Opening hours:\nMon–Thu 8–18\nFri–Sat 8–22\nSun 10–16'],
    ['howto-sharpen', 'Step 1: Soak the stone for ten minutes, until no more bubbles rise.\nStep 2: Put it'],
    ['table', '• Esbjerg: Berths 312, Depth 10.3 m\n• Thyborøn: Berths 140, Depth 8.0 m\n\nBoth harbours'],
    ['quote', '“The sea, once it casts its spell, holds one in its net of wonder forever.”'],
    ['notes-caps', 'HOW IT WORKS\n\n* Friday is off'],
  ])('of %s stay lines', async (name, expected) => {
    expect((await write(corpus(name))).text).toContain(expected);
  });

  it('of a mail that is merely wrapped are put together again, and those of a note stay', async () => {
    const wrapped =
      'The harbour opens again on Saturday at eight, and the boats\nleave every hour for the islands until the last guest of the\nevening is home.';
    expect((await write(`From: Ane\nSubject: Boats\n\n${wrapped}`)).text).toContain(wrapped.replaceAll('\n', ' '));
    expect((await write(wrapped)).text).toBe(wrapped);
  });
});

describe('what does not fit into one post', () => {
  it('is told as a thread where there is no page to send the reader to', async () => {
    const { text, thread } = await write(corpus('essay-software'), 'x');
    expect([text, ...thread]).toHaveLength(4);
    const told = [text, ...thread].map((part) => part.replace(/\n\n\d\/4$/, '')).join('');
    expect(told.replace(/\s/g, '')).toBe(corpus('essay-software').replace(/\s/g, ''));
  });

  it('is told in short with a link where there is one', async () => {
    const { text, thread } = await write(corpus('postmortem'), 'mastodon');
    expect(thread).toEqual([]);
    expect(text).toMatch(/gets a week of service back.+\n\nhttps:\/\/keyring\.example\/incidents\/2026-11-03\n\n#certificate$/);
  });

  it('never leaves a step out: all of them or none', async () => {
    const stepsOn = async (id: string) =>
      [...(await write(corpus('howto-sharpen'), id)).all.matchAll(/^Step (\d):/gm)].map(([, step]) => step);
    expect(await stepsOn('x')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await stepsOn('threads')).toEqual([]);
  });

  it('is told in full where whole articles stand, and in short in a feed', async () => {
    const long = Array.from(
      { length: 80 },
      (_, index) => `Sentence ${index} of the report on the harbour says something new about pier ${index}.`,
    ).join(' ');
    expect((await write(long, 'devto')).text.length).toBeGreaterThan(4_000);
    expect((await write(long, 'facebook')).text.length).toBeLessThanOrEqual(1_300);
    expect((await write(long, 'facebook', { length: 'full' })).text.length).toBeGreaterThan(4_000);
  });
});

describe('links and tags', () => {
  it('that somebody wrote stay where they stand, as many as the network and the workspace take', async () => {
    const source = corpus('hashtags-own');
    expect((await write(source, 'reddit')).text).toBe(source.trim());
    expect(await write(source, 'devto')).toMatchObject({ tags: ['Esbjerg', 'shrimps', 'NorthSea', 'harbourlife'] });
    expect((await write(source, 'instagram')).tags).toHaveLength(5);
    expect((await write(source, 'linkedin', { maxTags: 2 })).text).toMatch(/year\. #Esbjerg #shrimps$/);
  });

  it('are no numbers, measures, verbs or parts of names', async () => {
    const tags = await Promise.all(
      ['announcement-funding', 'postmortem', 'essay-walking', 'podcast-notes', 'howto-sharpen', 'japanese-long', 'spanish-long'].map(
        async (name) => (await write(corpus(name), 'devto')).tags,
      ),
    );
    expect(tags).toEqual([
      ['Tidewater'],
      ['certificate'],
      [],
      ['SofieBrandt', 'SargassoSea', 'eels'],
      ['knife', 'stone'],
      ['本屋'],
      ['CalleMayor', 'guitarras', 'taller'],
    ]);
  });

  it('an address that cannot be clicked on is not added', async () => {
    expect((await write(corpus('html-page'), 'instagram')).text).not.toContain('https://');
    expect((await write(corpus('html-page'), 'facebook')).text).toContain('https://market.example/plan');
  });

  it('an address stands by itself where the script has no spaces', async () => {
    expect((await write(corpus('japanese'), 'bluesky')).text).toContain('詳しくは https://library.example/ja をご覧ください');
  });
});

it('a phone number is left out where the network rejects posts with one', async () => {
  const { text } = await write(corpus('event-programme'), 'google_business');
  expect(text).not.toContain('+45');
  expect(text).toContain('Bring your own lantern');
});

describe('few emoji', () => {
  it('are the first three, each once', async () => {
    const { text } = await write(corpus('emoji-words'), 'linkedin', { emoji: 'few' });
    expect(text).toMatch(/^🚢 The ferry is back! ⛴️ Every day at 7:30 and 16:40 🕟, bicycles welcome/);
    expect((await write('The tide turns 🌊🌊🌊', 'linkedin', { emoji: 'few' })).text).toBe('The tide turns 🌊');
    expect((await write(corpus('emoji-words'))).text).toContain('🌊🌊🌊');
  });
});
