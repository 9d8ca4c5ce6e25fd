import { fitsLimits, type TextLimit } from '../../../platforms/text/text-limits.ts';
import { numberOf, numberParts, roomBeside, splitThread } from '../../../platforms/text/thread.ts';
import { isEssential } from '../choosing/essentials.ts';
import { splitSentences } from '../split-sentences.ts';
import { composePost, frameOf, type Material } from './compose-post.ts';
import { composeThread } from './compose-thread.ts';
import { layOut } from './lay-out.ts';

/** What a platform and a voice leave room for. */
export interface Shape {
  limits: readonly TextLimit[];
  /** Of a thread; 1 where there are none. */
  mostParts: number;
  /** What people read in one go there: more than that is told in short. Null where whole articles stand. */
  comfort: { whole: TextLimit; summary: TextLimit } | null;
}

/** Prose of this length is a summary's worth of several posts; anything shorter goes into one. */
const LONG_PROSE = 4500;
/** A source that is only a little too long is better cut down to one post than drawn out over two. */
const WORTH_A_THREAD = 1.8;
/** What is mostly points reads better as a choice of them. */
const PROSE_SHARE = 0.6;

/** The source in full. */
export interface Whole {
  text: string;
  /** It stands as somebody wrote it: nothing is put to it but a link that was given. */
  isWritten: boolean;
}

/**
 * The posts of a caption, each within the limits: the source itself where it is short enough, in one
 * post or as a thread, else a summary in one post, or in several where it is long.
 */
export function composeCaption(material: Material, whole: Whole, shape: Shape): string[] {
  const { limits, mostParts, comfort } = shape;
  const unabridged = layOutWhole(material, whole, comfort && !whole.isWritten ? [...limits, comfort.whole] : limits);
  if (unabridged !== null) return [unabridged];
  if (mostParts > 1) {
    const thread = threadWhole(material, whole, shape) ?? summariseInThread(material, shape);
    if (thread) return thread;
  }
  const post = composePost(material, comfort ? [...limits, comfort.summary] : limits);
  return (whole.isWritten && threadForEssentials(whole.text, post, shape)) || [post];
}

function layOutWhole(material: Material, { text: whole, isWritten }: Whole, limits: readonly TextLimit[]): string | null {
  // Counting can wait for texts that could fit at all; the longest limits of any platform are below this.
  if (!whole || !fitsLimits(whole, limits)) return null;
  const { link, tags } = frameOf({ ...material, hook: null }, limits);
  for (const some of isWritten ? [[]] : [tags, tags.slice(0, 1), []]) {
    const text = layOut({ hook: whole, units: [], link, tags: some });
    if (fitsLimits(text, limits)) return text;
  }
  return isWritten ? whole : null;
}

/** All of it in several posts where one post would leave out what nobody may be without. */
function threadForEssentials(whole: string, post: string, { limits, mostParts }: Shape): string[] | null {
  if (mostParts < 2) return null;
  const parts = splitThread(whole, roomBeside(limits, numberOf(mostParts, mostParts)), mostParts);
  const told = lettersOf(post);
  const isLost = (line: string): boolean => isEssential(line) && !told.includes(lettersOf(line));
  return parts?.some((part) =>
    part
      .split('\n')
      .flatMap((line) => splitSentences(line, null))
      .some(isLost),
  )
    ? numberParts(parts)
    : null;
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** All of it, post by post, where there is no page to send the reader to, or where a list wants to be told to its end. */
function threadWhole({ units, link, tags }: Material, { text: whole, isWritten }: Whole, { limits, mostParts }: Shape): string[] | null {
  const isList = units.filter(({ list }) => list?.isOrdered).length > units.length / 2;
  const isProse = units.filter(({ list }) => list === null).length > units.length * PROSE_SHARE;
  const short = limits.map((limit) => ({ ...limit, max: Math.floor(limit.max * WORTH_A_THREAD) }));
  if (!whole || (!isList && (link !== null || !isProse || fitsLimits(whole, short)))) return null;
  const all = layOut({ hook: whole, units: [], link, tags: [] });
  const parts = splitThread(all, roomBeside(limits, numberOf(mostParts, mostParts)), mostParts);
  return parts && numberParts(isWritten ? parts : withTag(parts, tags[0], limits));
}

/** The tag below the last part, which is read last, if there is room. */
function withTag(parts: readonly string[], tag: string | undefined, limits: readonly TextLimit[]): string[] {
  const last = `${parts.at(-1)}\n\n#${tag}`;
  const fits = tag !== undefined && fitsLimits(last + numberOf(parts.length, parts.length), limits);
  return fits ? [...parts.slice(0, -1), last] : [...parts];
}

function summariseInThread(material: Material, { limits, mostParts }: Shape): string[] | null {
  const prose = material.units.filter((unit) => unit.kind === 'sentence' && unit.score > 0);
  if (prose.reduce((sum, unit) => sum + unit.text.length, 0) < LONG_PROSE) return null;
  const parts = composeThread(material, limits, mostParts);
  return parts.length > 2 ? parts : null;
}
