import { type LocalizedMessage, Sentence, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { PostMedia, Violation } from '../platform.ts';
import { violation } from './violation.ts';

const TOO_TALL = {
  image: (label: string, own: LocalizedMessage, most: LocalizedMessage) =>
    say`The picture is too tall for ${label}: it is ${own}, and ${label} allows at most ${most}.`,
  video: (label: string, own: LocalizedMessage, most: LocalizedMessage) =>
    say`The video is too tall for ${label}: it is ${own}, and ${label} allows at most ${most}.`,
};
const TOO_WIDE = {
  image: (label: string, own: LocalizedMessage, most: LocalizedMessage) =>
    say`The picture is too wide for ${label}: it is ${own}, and ${label} allows at most ${most}.`,
  video: (label: string, own: LocalizedMessage, most: LocalizedMessage) =>
    say`The video is too wide for ${label}: it is ${own}, and ${label} allows at most ${most}.`,
};

/** Of ratios such as 1:3, which are no whole percentage. */
const ROUNDING = 1e-6;

/** Violations of the shape of an image or a video; its size in pixels is known after the upload. */
export function checkShape({ label, limits }: NetworkRules, { kind, file }: PostMedia, field: string): Violation[] {
  if (kind === 'document') return [];
  const code = `${kind}_shape` as const;
  const rule = limits.find((limit) => limit.field === code);
  if (!rule || !file) return [];
  const { width, height } = file;
  const isTall = width * 100 < (rule.min ?? 0) * height - ROUNDING;
  if (!isTall && width * 100 <= rule.max * height) return [];
  // Never rounded to the limit that it breaks.
  const count = isTall ? Math.floor((width / height) * 100) : Math.ceil((width / height) * 100);
  const limit = isTall ? (rule.min ?? 0) : rule.max;
  const most = shapeInWords(limit);
  const percent = Math.round((width / height) * 100);
  const own = percent === Math.round(limit) ? ratio(Number((width / height).toFixed(3)), 1) : shapeInWords(percent);
  const message = (isTall ? TOO_TALL : TOO_WIDE)[kind](label, own, most);
  return [violation({ code, field, message, remedy: say`Crop it.`, count, limit: Math.ceil(limit), unit: 'percent' })];
}

/** The shapes that have a name, by their width as a percentage of their height. */
const SHAPES: Readonly<Record<number, string>> = {
  50: '1:2',
  56: '9:16',
  67: '2:3',
  75: '3:4',
  80: '4:5',
  100: '1:1',
  133: '4:3',
  150: '3:2',
  178: '16:9',
};

/** As it is written: its longer side by the shorter, "1.91:1" and "1:2.4", with the reader's decimal separator. */
export function shapeInWords(percent: number): LocalizedMessage {
  const name = SHAPES[percent];
  if (name) return name;
  return percent < 100 ? ratio(1, Math.round(1_000 / percent) / 10) : ratio(percent / 100, 1);
}

const ratio = (width: number, height: number): Sentence => new Sentence('{1}:{2}', [width, height]);
