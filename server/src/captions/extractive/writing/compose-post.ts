import { fitText } from '../../../platforms/text/fit-text.ts';
import { fitsLimits, type TextLimit } from '../../../platforms/text/text-limits.ts';
import { roomBeside } from '../../../platforms/text/thread.ts';
import type { RankedUnit } from '../choosing/rank-units.ts';
import { selectUnits } from '../choosing/select-units.ts';
import type { List } from '../reading/read-units.ts';
import { layOut, type Pieces } from './lay-out.ts';

/** What can be said about a source, whatever the platform. */
export interface Material {
  hook: { text: string; stems: ReadonlySet<string> } | null;
  units: readonly RankedUnit[];
  link: string | null;
  /** Best first. */
  tags: readonly string[];
}

const MOST_UNITS = 14;
/** Tags may take this share of a post, the hook that one. */
const TAG_SHARE = 0.2;
const HOOK_SHARE = 0.6;
/** From this share of its limit on a post is long enough for what is not good. */
const ENOUGH_SHARE = 0.78;
/** A post shorter than this share of its limit is worth filling up with the beginning of a sentence. */
const SHORT_SHARE = 0.4;
const SHORTEST_BEGINNING = 30;
const TRIED_BEGINNINGS = 12;

/** One post: the hook, the best sentences in their own order, the link and the tags, as far as they fit. */
export function composePost(material: Material, limits: readonly TextLimit[]): string {
  const candidates = unitsBeside(material);
  const { frame, chosen } = chooseUnits(material, candidates, limits);
  const pieces = { ...withoutEcho(frame, chosen), units: chosen };
  const text = layOut(pieces);
  if (chosen.length > 0 && !fitsLimits(text, share(limits, SHORT_SHARE))) return text;
  const filled = addBeginning(pieces, candidates, limits) ?? pieces;
  // Tags with nothing to say before them are no post.
  return layOut(filled.hook || filled.units.length > 0 ? filled : { ...filled, tags: [] });
}

/** The tags give way where the best sentence would not fit beside them. */
function chooseUnits(material: Material, candidates: readonly RankedUnit[], limits: readonly TextLimit[]) {
  const best = candidates.reduce<RankedUnit | null>((most, unit) => (!most || unit.score > most.score ? unit : most), null);
  const choose = (frame: Pieces) => ({
    frame,
    chosen: selectWhole(candidates, {
      most: MOST_UNITS,
      fits: (units) => fitsLimits(layOut({ ...withoutEcho(frame, units), units }), limits),
      isEnough: (units) => !fitsLimits(layOut({ ...frame, units }), share(limits, ENOUGH_SHARE)),
    }),
  });
  const full = choose(frameOf(material, limits));
  if (!best || full.chosen.includes(best) || full.frame.tags.length === 0) return full;
  const bare = choose({ ...full.frame, tags: [] });
  return bare.chosen.includes(best) ? bare : full;
}

/** Steps and numbered points are said as a whole or not at all, and no point of several alone, unless they are all there is to say. */
function selectWhole(candidates: readonly RankedUnit[], choice: Parameters<typeof selectUnits>[1]): RankedUnit[] {
  const chosen = selectUnits(candidates, choice);
  const torn = new Set(chosen.flatMap(({ list }) => (list && isTorn(list, chosen, candidates) ? list : [])));
  if (torn.size === 0) return chosen;
  const rest = candidates.filter(({ list }) => !list || !torn.has(list));
  return rest.length > candidates.length / 3 ? selectUnits(rest, choice) : chosen;
}

function isTorn(list: List, chosen: readonly RankedUnit[], candidates: readonly RankedUnit[]): boolean {
  const count = (units: readonly RankedUnit[]): number => units.filter((unit) => unit.list === list).length;
  return list.isOrdered ? count(chosen) < count(candidates) : count(chosen) === 1 && list.length > 2;
}

/** What surrounds the sentences. The link goes before the hook, and the hook before the tags. */
export function frameOf({ hook, link, tags }: Material, limits: readonly TextLimit[]): Pieces {
  const kept = link !== null && fitsLimits(link, limits) ? link : null;
  const room = roomBeside(share(limits, HOOK_SHARE), kept === null ? '' : `\n\n${kept}`);
  const frame = { hook: hook && (fitText(hook.text, room) || null), units: [], link: kept, tags: [] };
  for (let count = tags.length; count > 0; count -= 1) {
    const some = tags.slice(0, count);
    const alone = layOut({ hook: null, units: [], link: null, tags: some });
    if (fitsLimits(alone, share(limits, TAG_SHARE)) && fitsLimits(layOut({ ...frame, tags: some }), limits))
      return { ...frame, tags: some };
  }
  return frame;
}

/** The units that say more than the hook does. */
export function unitsBeside({ hook, units }: Material): RankedUnit[] {
  return units.filter((unit) => !hook || [...unit.stems].some((stem) => !hook.stems.has(stem)));
}

/** Without the hook where a sentence begins with the very same words. */
export function withoutEcho(frame: Pieces, units: readonly RankedUnit[]): Pieces {
  const hook = frame.hook?.toLowerCase();
  return hook && units.some((unit) => unit.text.toLowerCase().startsWith(hook)) ? { ...frame, hook: null } : frame;
}

function addBeginning(pieces: Pieces, candidates: readonly RankedUnit[], limits: readonly TextLimit[]): Pieces | null {
  const room = roomBeside(limits, `${layOut(pieces)}\n\n`);
  const byScore = [...candidates].sort((a, b) => b.score - a.score || a.index - b.index).slice(0, TRIED_BEGINNINGS);
  for (const unit of byScore) {
    if (pieces.units.some((other) => other.index === unit.index)) continue;
    const text = fitText(unit.text, room);
    // Half a sentence is better than none, but not worth spoiling a post that has one.
    const isWorthIt = text.length >= SHORTEST_BEGINNING || (text && pieces.units.length === 0);
    const filled = { ...pieces, units: [...pieces.units, { ...unit, text }] };
    if (isWorthIt && fitsLimits(layOut(filled), limits)) return filled;
  }
  return null;
}

function share(limits: readonly TextLimit[], part: number): TextLimit[] {
  return limits.map((limit) => ({ ...limit, max: Math.floor(limit.max * part) }));
}
