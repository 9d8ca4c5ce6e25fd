import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, type StandingPost, type StandingTerms } from '../../approvals/standing/matches.ts';
import { tokensOf } from '../../approvals/standing/slots.ts';
import { joined, type TargetPost, templateFrom } from '../../approvals/standing/template.ts';
import type { Post, PostMedia } from '../../platforms/platform.ts';
import { type Decided, replay } from './history.ts';

const LINK = 'https://choir.example.org/tickets?from=post';
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAYS = ['Monday', 'Tuesday', 'Friday'];
const PLACES = ['church', 'hall'];

interface Filled {
  day: string;
  date: string;
  time: string;
  seats: number;
  place: string;
}

const say = ({ day, date, time, seats, place }: Filled): string =>
  `Reminder: we sing on ${day}, ${date} at ${time} in the ${place}. ${seats} seats are left, as Ada@example.org knows: ${LINK} or choir.example.org #choir`;

const SEEN: Filled[] = [
  { day: 'Monday', date: '2026-11-23', time: '19:30', seats: 4, place: 'church' },
  { day: 'Tuesday', date: '2026-12-01', time: '18:00', seats: 12, place: 'hall' },
  { day: 'Friday', date: '2027-01-15', time: '9:15', seats: 30, place: 'church' },
];

const targetOf = (text: string, more: Partial<Post> = {}): TargetPost => ({
  platform: 'sandbox',
  connectionId: 'con_1',
  post: { text, tags: ['choir'], thread: [], link: LINK, ...more },
});

const template = templateFrom(SEEN.map((filled) => [targetOf(say(filled))])) ?? [];
const TERMS: StandingTerms = { agentId: 'agt_1', template, perDay: 2, credits: 10, endsAt: new Date('2027-01-01'), suspension: null };
const postOf = (targets: TargetPost[], more: Partial<StandingPost> = {}): StandingPost => ({
  ...{ now: new Date('2026-11-22'), targets, authors: ['agt_1'], isAskedBefore: false, isRefusedBefore: false, hasFindings: false },
  ...{ isStopped: false, usedThatDay: 0, creditsUsed: 0, creditsNeeded: targets.length },
  ...more,
});
const codesOf = (post: StandingPost, terms = TERMS): string[] => {
  const match = matches(terms, post);
  return match.allowed ? [] : match.reasons.map(({ code }) => code);
};

const two = (value: number): string => String(value).padStart(2, '0');
const filled = fc.record({
  day: fc.constantFrom(...DAYS, 'Sunday'),
  date: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  time: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([hour, minute]) => `${hour}:${two(minute)}`),
  seats: fc.integer({ min: 4, max: 30 }),
  place: fc.constantFrom(...PLACES),
});

describe('a template', () => {
  it('has slots where the signed examples differ, and is literal everywhere else', () => {
    const pieces = template[0]?.texts.text ?? [];
    expect(pieces.filter((piece) => typeof piece !== 'string')).toEqual([
      { kind: 'word', words: expect.arrayContaining(['Monday', 'Sunday']) },
      { kind: 'date', form: 'y-m-d' },
      { kind: 'time' },
      { kind: 'word', words: ['church', 'hall'] },
      { kind: 'number', min: 4, max: 30, mark: null, decimals: 0 },
    ]);
    expect(joined(pieces).filter((piece) => typeof piece !== 'string')[0]).toEqual({ kind: 'word', words: WEEK });
    expect(
      tokensOf(say(SEEN[0] as Filled))
        .map(({ text }) => text)
        .join(''),
    ).toBe(say(SEEN[0] as Filled));
  });

  it.each<[string, TargetPost[]]>([
    ['links differ', [targetOf('Sing with us.'), targetOf('Sing with us.', { link: 'https://example.org' })]],
    ['hosts in the text differ', [targetOf('Sing at one.example.org today.'), targetOf('Sing at two.example.org today.')]],
    ['a host begins with a number', [targetOf('Sing at 1-a.example.org today.'), targetOf('Sing at 7-a.example.org today.')]],
    ['a number is the first label of a host', [targetOf('Sing at 12.example.org now.'), targetOf('Sing at 15.example.org now.')]],
    ['a host begins with a date', [targetOf('Sing: 2026-11-23.example.org now.'), targetOf('Sing: 2026-11-24.example.org now.')]],
    ['a host contains a number and a hyphen', [targetOf('Sing at 1_a.example.org today.'), targetOf('Sing at 7_a.example.org today.')]],
    ['a time precedes a host', [targetOf('Sing 19:30.example.org now.'), targetOf('Sing 19:45.example.org now.')]],
    ['a date precedes a host', [targetOf('Sing 1/2/2026-a.example.org.'), targetOf('Sing 1/2/2027-a.example.org.')]],
    ['a price precedes a host', [targetOf('Sing for 1,12.example.org.'), targetOf('Sing for 1,15.example.org.')]],
    ['names of accounts differ', [targetOf('We thank @ada for it all.'), targetOf('We thank @bob for it all.')]],
    ['most of the words differ', [targetOf('One two three four.'), targetOf('Five six seven four.')]],
    ['they are structured differently', [targetOf('We sing on Monday.'), targetOf('We sing on Monday, all.')]],
    ['a number has leading zeros', [targetOf('Call 007 now, it rings.'), targetOf('Call 12 now, it rings.')]],
  ])('is null if %s', (_what, posts) => {
    expect(templateFrom(posts.map((post) => [post]))).toBeNull();
  });
});

it.each(['!', '+', '-', '1-', '://'])('a text of only %s is read as fast as any other, however long it is', (sign) => {
  const text = sign.repeat(100_000 / sign.length);
  const before = process.cpuUsage();
  const read = tokensOf(text).map((token) => token.text);
  // CPU time: a quadratic scan takes ten seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  expect(read.join('')).toBe(text);
});

describe('a post', () => {
  it('is published if it stays within the slots', () => {
    fc.assert(
      fc.property(filled, (values) => {
        expect(codesOf(postOf([targetOf(say(values))]))).toEqual([]);
      }),
    );
  });

  it('is held after any single change of a character, unless it stays within a slot', () => {
    const withinSlots = (text: string): boolean => {
      const found = /^Reminder: we sing on (\p{L}+), (\d{4}-\d\d-\d\d) at (\d{1,2}:\d\d) in the (church|hall)\. (\d+) seats/u.exec(text);
      if (!found) return false;
      const [, day = '', date = '', time = '', place = '', seats = ''] = found;
      const isDay = WEEK.includes(day);
      // Years before 100 are not dates.
      const isDate = date >= '0100' && !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
      const isTime = /^([01]?\d|2[0-3]):[0-5]\d$/.test(time);
      const isNumber = /^[1-9]\d*$/.test(seats) && Number(seats) >= 4 && Number(seats) <= 30;
      return isDay && isDate && isTime && isNumber && text === say({ day, date, time, place, seats: Number(seats) });
    };
    const sign = fc.constantFrom(...'0123456789aZé .,:/@#-_\u200b\u0430٣'.split(''));
    fc.assert(
      fc.property(filled, fc.nat(), sign, fc.constantFrom('replace', 'insert', 'remove'), (values, at, by, how) => {
        const text = say(values);
        const place = at % text.length;
        const changed = text.slice(0, place) + (how === 'remove' ? '' : by) + text.slice(how === 'insert' ? place : place + 1);
        expect({ changed, isOut: codesOf(postOf([targetOf(changed)])).length === 0 }).toEqual({ changed, isOut: withinSlots(changed) });
      }),
      { numRuns: 1_000 },
    );
  });

  const text = say(SEEN[0] as Filled);
  it.each<[string, StandingPost]>([
    ['other_link', postOf([targetOf(text, { link: 'https://example.org' })])],
    ['other_pictures', postOf([targetOf(text, { media: [{ kind: 'image', bytes: 3 }] })])],
    ['other_extras', postOf([targetOf(text, { tags: ['choir', 'free'] })])],
    ['other_extras', postOf([targetOf(text, { mentions: { ada: 'did:1' } })])],
    ['other_words', postOf([targetOf(text, { thread: ['And more.'] })])],
    ['other_words', postOf([targetOf(text, { title: 'Sing' })])],
    ['other_targets', postOf([{ ...targetOf(text), connectionId: 'con_2' }])],
    ['other_targets', postOf([{ ...targetOf(text), platform: 'bluesky' }])],
    ['other_targets', postOf([targetOf(text), targetOf(text)])],
    ['other_targets', postOf([{ ...targetOf(text), post: null }])],
    ['other_author', postOf([targetOf(text)], { authors: ['agt_1', 'agt_2'] })],
    ['other_author', postOf([targetOf(text)], { authors: ['agt_1', null] })],
    ['other_author', postOf([targetOf(text)], { authors: [] })],
    ['asked_before', postOf([targetOf(text)], { isAskedBefore: true })],
    ['refused_before', postOf([targetOf(text)], { isRefusedBefore: true })],
    ['findings', postOf([targetOf(text)], { hasFindings: true })],
    ['workspace_stopped', postOf([targetOf(text)], { isStopped: true })],
    ['day_limit', postOf([targetOf(text)], { usedThatDay: 2 })],
    ['credit_limit', postOf([targetOf(text)], { creditsUsed: 10 })],
    ['ended', postOf([targetOf(text)], { now: new Date('2027-01-01') })],
  ])('is held only for %s', (code, post) => {
    expect(codesOf(post)).toEqual([code]);
  });

  it('is held if its video has another cover, other subtitles, or some that no person saw', () => {
    const file = (sha256: string) => ({ mediaId: `med_${sha256}`, sha256, mimeType: 'video/mp4' as const, width: 640, height: 360 });
    const video = { kind: 'video' as const, bytes: 3, seconds: 2, altText: 'The choir', file: file('a') };
    const cover = { file: file('b'), bytes: 3, sentAs: 'uploaded' as const };
    const subtitles = { file: file('c'), bytes: 3, language: 'en', words: 'We sing.', shown: 'd', isSent: true };
    const withMedia = (media: PostMedia): TargetPost[] => [targetOf(text, { media: [media] })];
    const signed = (media: PostMedia): StandingTerms => ({
      ...TERMS,
      template: templateFrom([withMedia(media), [targetOf(say(SEEN[1] as Filled), { media: [media] })]]) ?? [],
    });
    const complete: PostMedia = { ...video, cover, subtitles };
    expect(codesOf(postOf(withMedia(complete)), signed(complete))).toEqual([]);
    expect(codesOf(postOf(withMedia(video)), signed(video))).toEqual([]);
    for (const other of [
      video,
      { ...complete, cover: { ...cover, file: file('e') } },
      { ...complete, cover: { atMs: 500, sentAs: 'moment' as const } },
      { ...complete, subtitles: { ...subtitles, file: file('e') } },
      { ...complete, subtitles: { ...subtitles, language: 'de' } },
    ])
      expect(codesOf(postOf(withMedia(other)), signed(complete))).toEqual(['other_pictures']);
    expect(codesOf(postOf(withMedia(complete)), signed(video))).toEqual(['other_pictures']);
    // A template of 0.7 or before names the bytes of the video alone.
    const old = structuredClone(signed(video));
    for (const { rest } of old.template) rest.pictures = [{ kind: 'video', altText: 'The choir', sha256: 'a' }];
    expect([codesOf(postOf(withMedia(video)), old), codesOf(postOf(withMedia(complete)), old)]).toEqual([[], ['other_pictures']]);
  });

  it('is held while the standing approval does not count, with the reason', () => {
    const match = matches({ ...TERMS, suspension: '2 people must approve here' }, postOf([targetOf(text)]));
    expect(match).toEqual({ allowed: false, reasons: [{ code: 'suspended', message: '2 people must approve here' }] });
  });
});

describe('varying words', () => {
  const HARMLESS = [
    'We gladly share your photos and we gladly delete them.',
    'We quietly share your photos and we gladly publish them.',
    'We gladly show your photos and we quietly delete them.',
  ];
  const learned = templateFrom(HARMLESS.map((text) => [targetOf(text)])) ?? [];
  const codes = (text: string, from = learned) => codesOf(postOf([targetOf(text)]), { ...TERMS, template: from });

  it('are published only in the signed combinations', () => {
    expect(learned[0]?.seen).toHaveLength(3);
    for (const text of HARMLESS) expect(codes(text)).toEqual([]);
    const slots = [1, 2, 7, 8].map((place) => [...new Set(HARMLESS.map((text) => text.replace('.', '').split(' ')[place] ?? ''))]);
    let tried = 0;
    for (const one of slots[0] ?? [])
      for (const two of slots[1] ?? [])
        for (const three of slots[2] ?? [])
          for (const four of slots[3] ?? []) {
            const text = `We ${one} ${two} your photos and we ${three} ${four} them.`;
            if (HARMLESS.includes(text)) continue;
            tried += 1;
            expect(codes(text), text).toEqual(['other_words']);
          }
    expect(tried).toBe(2 ** 4 - HARMLESS.length);
  });

  it('combine across accounts as they were signed together', () => {
    const both = (one: string, other: string) => [
      targetOf(`We sing in the ${one}.`),
      { ...targetOf(`Come to the ${other}.`), connectionId: 'con_2' },
    ];
    const pairs = templateFrom([both('church', 'church'), both('hall', 'hall')]) ?? [];
    const check = (targets: TargetPost[]) => codesOf(postOf(targets), { ...TERMS, template: pairs });
    expect(check(both('hall', 'hall'))).toEqual([]);
    expect(check(both('hall', 'church'))).toEqual(['other_words']);
  });

  it.each([
    ['reverse the meaning', 'We always sell your data.', 'We never sell your data.'],
    ['reverse the meaning', 'Tickets are refundable today.', 'Tickets aren’t refundable today.'],
    ['quantify', 'Win two tickets here.', 'Win twenty tickets here.'],
    ['quantify', 'Half the seats are left.', 'All the seats are left.'],
    ['are amounts of money', 'Entry is free today.', 'Entry is cheap today.'],
    ['reverse the meaning in German', 'Wir verkaufen Ihre Daten nicht.', 'Wir verkaufen Ihre Daten gern.'],
    ['reverse the meaning in German', 'Es gibt keine Karten mehr.', 'Es gibt gute Karten mehr.'],
    ['reverse the meaning in French', 'Nous ne vendons rien ici.', 'Nous ne vendons tout ici.'],
    ['reverse the meaning in Spanish', 'Siempre vendemos sus datos.', 'Nunca vendemos sus datos.'],
    ['quantify in Portuguese', 'Ganhe dois bilhetes hoje.', 'Ganhe dez bilhetes hoje.'],
    ['reverse the meaning in Arabic', 'نحن لا نبيع البيانات', 'نحن قد نبيع البيانات'],
  ])('are never a slot where they %s: %s', (_what, one, other) => {
    expect(templateFrom([[targetOf(one)], [targetOf(other)]])).toBeNull();
  });

  it('are not a template beyond forty combinations', () => {
    const word = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26)).repeat(3);
    const posts = (count: number) => Array.from({ length: count }, (_, index) => [targetOf(`The choir sings in ${word(index)} again.`)]);
    expect([templateFrom(posts(40)) === null, templateFrom(posts(41)) === null]).toEqual([false, true]);
  });
});

describe('a replay', () => {
  const now = new Date('2026-12-01T12:00:00Z');
  const decided = fc
    .record({
      values: filled,
      day: fc.integer({ min: 0, max: 40 }),
      isOdd: fc.boolean(),
      isBad: fc.constantFrom('', 'findings', 'words', 'author'),
    })
    .map(({ values, day, isBad }): Decided => {
      const askedAt = new Date(now.getTime() - (40 - day) * 86_400_000);
      return {
        ...{ approvalId: 'apr', words: '', askedAt, day: askedAt.toISOString().slice(0, 10), outcome: 'signed' as const },
        targets: [targetOf(isBad === 'words' ? `${say(values)}!` : say(values))],
        ...{
          authors: isBad === 'author' ? [null] : ['agt_1'],
          isAskedBefore: false,
          isRefusedBefore: false,
          creditsNeeded: 1,
          hasFindings: isBad === 'findings',
        },
      };
    });
  const history = fc
    .array(decided, { maxLength: 60 })
    .map((list) => list.toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime()));

  it('approves what matches, no more per day and in total than the limits, and every other post has its reason', () => {
    fc.assert(
      fc.property(
        history,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 40 }),
        (list, perDay, credits, days) => {
          const replayed = replay({ agentId: 'agt_1', template, perDay, credits, days }, list, now);
          const out = replayed.filter(({ isLetThrough }) => isLetThrough);
          expect(replayed.every(({ isLetThrough, reasons }) => isLetThrough === (reasons.length === 0))).toBe(true);
          expect(out.length).toBeLessThanOrEqual(credits);
          for (const of of Map.groupBy(out, ({ decided: { day } }) => day).values()) expect(of.length).toBeLessThanOrEqual(perDay);
          expect(replayed.every(({ decided: { askedAt } }) => askedAt.getTime() >= now.getTime() - days * 86_400_000)).toBe(true);
        },
      ),
    );
  });
});
