import { expect, it } from 'vitest';
import { areSubtitles, readSubtitles } from './read-subtitles.ts';

const SRT =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\nBoats & <i>nets</i>\r\n\r\n2\r\n00:01:00,000 --> 00:01:02,000\r\nA <3 for the harbour\r\n';
const VTT =
  'WEBVTT - the harbour\n\nSTYLE\n::cue { color: red }\n\nNOTE by hand\n\nfirst\n00:01.000 --> 00:02.500 align:start\n<v Anna>Boats &amp; <i>nets</i>\n\n01:00:00.000 --> 01:00:02.000\nHome\n';

const formOf = (text: string, type: string): string =>
  readSubtitles(Buffer.from(text))
    .forms.find(({ mimeType }) => mimeType === type)
    ?.bytes.toString() ?? '';

it('SubRip keeps its bytes, and becomes WebVTT for browsers', () => {
  const { forms, seconds, words } = readSubtitles(Buffer.from(SRT));
  expect(forms.map(({ mimeType }) => mimeType)).toEqual(['application/x-subrip', 'text/vtt']);
  expect(forms[0]?.bytes.toString()).toBe(SRT);
  expect(formOf(SRT, 'text/vtt')).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nBoats &amp; <i>nets</i>\n\n00:01:00.000 --> 00:01:02.000\nA &lt;3 for the harbour\n',
  );
  expect([seconds, words]).toEqual([62, 'Boats & nets\nA <3 for the harbour']);
});

it('WebVTT becomes SubRip without its styles and names', () => {
  expect(formOf(VTT, 'application/x-subrip')).toBe(
    '1\n00:00:01,000 --> 00:00:02,500\nBoats & <i>nets</i>\n\n2\n01:00:00,000 --> 01:00:02,000\nHome\n',
  );
  expect(formOf(VTT, 'text/vtt')).toBe(VTT);
});

it.each([
  ['1\n00:00:01,000 -> 00:00:02,000\nText', 'has no times'],
  ['1\n00:00:02,000 --> 00:00:02,000\nText', 'line 2 the end is not after the beginning'],
  ['1\n00:00:05,000 --> 00:00:06,000\nLate\n\n2\n00:00:01,000 --> 00:00:02,000\nEarly', 'Line 6 begins before'],
  ['1\n00:00:05,000 --> 00:00:06,000\nOne\n2\n00:00:07,000 --> 00:00:08,000\nTwo', 'After line 2 an empty line is missing'],
  ['WEBVTT\n\nNOTE only a note', 'have no text'],
  [`WEBVTT\n\n${'x'.repeat(1_000_001)}`, 'larger than 1000000 bytes'],
])('refuses %j with the reason', (text, reason) => {
  expect(() => readSubtitles(Buffer.from(text))).toThrow(reason);
});

it.each([
  ['a line of opening brackets', `1\n00:00:01,000 --> 00:00:02,000\n${'<'.repeat(400_000)}`],
  ['notes of one line', `WEBVTT\n\n${'NOTE\n\n'.repeat(60_000)}00:00:01.000 --> 00:00:02.000\nBoats`],
])('reads %s in time that grows with its length alone', (_, text) => {
  const before = process.cpuUsage();
  expect(readSubtitles(Buffer.from(text)).seconds).toBe(2);
  const { user, system } = process.cpuUsage(before);
  // Milliseconds; minutes when each bracket, or note, is searched for from the beginning.
  expect((user + system) / 1_000).toBeLessThan(4_000);
});

it('refuses another encoding than UTF-8', () => {
  expect(() => readSubtitles(Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nVerklärt', 'latin1'))).toThrow('UTF-8');
});

it('recognizes subtitles by their first bytes', () => {
  expect([SRT, VTT, '\ufeffWEBVTT\n'].map((text) => areSubtitles(Buffer.from(text).toString('latin1')))).toEqual([true, true, true]);
  expect(['%PDF-1.7', 'WEBVTTX', '1\nText', 'GIF89a'].map(areSubtitles)).toEqual([false, false, false, false]);
});
