import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { SRT_TYPE, VTT_TYPE } from './rendition.entity.ts';

/** The first line of WebVTT, or the first two of SubRip. */
const SUBTITLES = /^(?:\u{feff}|\u00ef\u00bb\u00bf)?(?:WEBVTT(?:[ \t\r\n]|$)|\s*\d+[ \t]*\r?\n[ \t]*\d+:\d\d:\d\d[,.]\d)/u;

/** Whether a file begins like subtitles, whatever its name or declared type. */
export const areSubtitles = (head: string): boolean => SUBTITLES.test(head);

/** A displayed text, from one moment to another. */
interface Cue {
  /** In milliseconds. */
  from: number;
  to: number;
  lines: string[];
}

/** Subtitles in both forms that networks accept; the uploaded one keeps its bytes and is first. */
export interface Subtitles {
  forms: { mimeType: typeof VTT_TYPE | typeof SRT_TYPE; bytes: Buffer }[];
  /** The end of the last cue, in seconds, rounded up. */
  seconds: number;
  /** The displayed text, without times. */
  words: string;
}

/**
 * Reads subtitles as WebVTT (W3C) or SubRip: every time must be readable, in order and before its end. Throws
 * `media_unreadable` with the line.
 */
export function readSubtitles(bytes: Buffer): Subtitles {
  const most = FIELD_RULES.subtitles.mostBytes;
  if (bytes.length > most) throw unreadable(say`They are larger than ${most} bytes.`);
  const lines = decode(bytes).split(/\r\n|\n|\r/);
  const isVtt = lines[0]?.startsWith('WEBVTT') ?? false;
  const cues = readCues(lines, isVtt);
  const last = cues.at(-1);
  if (!last) throw unreadable(say`They have no text.`);
  const vtt = { mimeType: VTT_TYPE, bytes: isVtt ? bytes : Buffer.from(writeVtt(cues)) } as const;
  const srt = { mimeType: SRT_TYPE, bytes: isVtt ? Buffer.from(writeSrt(cues)) : bytes } as const;
  return {
    forms: isVtt ? [vtt, srt] : [srt, vtt],
    seconds: Math.ceil(Math.max(...cues.map(({ to }) => to)) / 1000),
    words: cues.map(({ lines: shown }) => shown.map(withoutTags).join('\n')).join('\n'),
  };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(say`They are not encoded as UTF-8.`);
  }
}

const TIME = /^(?:(\d+):)?([0-5]\d):([0-5]\d)[.,](\d{1,3})$/;
const TIMES = /^\s*(\S+)\s+-->\s+(\S+)(?:\s.*)?$/;

/** Blocks between empty lines: an optional name or number, the times, and the text. */
function readCues(lines: readonly string[], isVtt: boolean): Cue[] {
  const cues: Cue[] = [];
  let at = isVtt ? afterBlock(lines, 0) : 0;
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1;
      continue;
    }
    const end = afterBlock(lines, at);
    if (!(isVtt && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(lines[at] ?? ''))) cues.push(readCue(lines, at, end, cues.at(-1)));
    at = end;
  }
  return cues;
}

function afterBlock(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (end < lines.length && lines[end]?.trim() !== '') end += 1;
  return end;
}

function readCue(lines: readonly string[], from: number, end: number, before: Cue | undefined): Cue {
  const timesAt = lines[from]?.includes('-->') ? from : from + 1;
  const [, first = '', second = ''] = (timesAt < end && TIMES.exec(lines[timesAt] ?? '')) || [];
  const [start, stop] = [readTime(first), readTime(second)];
  const number = timesAt + 1;
  if (start === null || stop === null)
    throw unreadable(say`Line ${Math.min(number, end)} has no times such as 00:00:01.000 --> 00:00:04.000.`);
  if (stop <= start) throw unreadable(say`In line ${number} the end is not after the beginning.`);
  if (before && start < before.from) throw unreadable(say`Line ${number} begins before the one in front of it.`);
  const shown = lines.slice(timesAt + 1, end);
  if (shown.some((line) => line.includes('-->'))) throw unreadable(say`After line ${number} an empty line is missing.`);
  return { from: start, to: stop, lines: shown };
}

function readTime(text: string): number | null {
  const [, hours = '0', minutes, seconds, part = ''] = TIME.exec(text) ?? [];
  if (minutes === undefined || seconds === undefined) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'));
}

function writeTime(ms: number, point: '.' | ','): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${point}${String(ms % 1000).padStart(3, '0')}`;
}

/** The marks that both forms support; others are not SubRip. */
const SHARED_TAG = /^<\/?[biu]>$/i;
const TAG = /<[^<>]*>/g;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' };

const withoutEntities = (line: string): string => line.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '');

const withoutTags = (line: string): string => withoutEntities(line.replaceAll(TAG, ''));

function writeSrt(cues: readonly Cue[]): string {
  const shown = (line: string): string => withoutEntities(line.replaceAll(TAG, (tag) => (SHARED_TAG.test(tag) ? tag : '')));
  return cues
    .map(({ from, to, lines }, index) =>
      [index + 1, `${writeTime(from, ',')} --> ${writeTime(to, ',')}`, ...lines.map(shown), ''].join('\n'),
    )
    .join('\n');
}

function writeVtt(cues: readonly Cue[]): string {
  const shown = (line: string): string =>
    line.replaceAll('&', '&amp;').replaceAll(/<[^>]*>?/g, (tag) => (SHARED_TAG.test(tag) ? tag.toLowerCase() : tag.replace('<', '&lt;')));
  const blocks = cues.map(({ from, to, lines }) =>
    [`${writeTime(from, '.')} --> ${writeTime(to, '.')}`, ...lines.map(shown), ''].join('\n'),
  );
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

function unreadable(why: LocalizedMessage): DomainError {
  return new DomainError('media_unreadable', { message: say`These subtitles cannot be read. ${why}` });
}
