import type { Block } from './block.ts';

const LONGEST_TITLE = 120;
/** A title that says nothing about what it stands above. */
const EMPTY_TITLE =
  /^(?:read ?me|change ?log|changes|release notes?|releases|introduction|overview|untitled|news|newsletter|blog|home|draft|notes?|about|agenda|what['’]s (?:new|changed)|unreleased)\W*$/i;
/** "[3.2.0] - 2026-10-05": the version is news, the date stands on the post. */
const VERSION = /^\[?(v?\d+(?:\.\d+)+[\w.-]*)\]?(?:\s*[-–—(]?\s*\(?\d{4}-\d\d-\d\d\)?)?$/i;

/** The title of what the blocks say, null where there is none, and the blocks without it. */
export function findTitle<T extends Block>(blocks: readonly T[]): { title: string | null; rest: T[] } {
  const at = titleAt(blocks);
  const title = blocks[at]?.text;
  if (title === undefined) return { title: null, rest: [...blocks] };
  const rest = blocks.filter((_, index) => index !== at);
  // Below an empty title there may be a better one.
  if (EMPTY_TITLE.test(title)) return rest[at]?.kind === 'heading' ? findTitle(rest) : { title: null, rest };
  return { title: VERSION.exec(title)?.[1] ?? title, rest };
}

/** The first heading if nothing but a short line stands before it, or a first line that reads like one. */
function titleAt(blocks: readonly Block[]): number {
  const first = blocks.findIndex((block) => block.text !== '');
  const heading = blocks.findIndex((block) => block.kind === 'heading' && block.text !== '');
  if (heading >= 0 && heading - first <= 2 && (blocks[heading]?.level ?? 6) <= 2) return heading;
  const opening = blocks[first];
  const isTitle = opening?.kind === 'paragraph' && blocks.length > first + 1 && opening.text.length <= LONGEST_TITLE;
  return isTitle && !/[.!?…。！？:,;]["'”’)]*$|\n|https?:/u.test(opening.text) ? first : -1;
}
