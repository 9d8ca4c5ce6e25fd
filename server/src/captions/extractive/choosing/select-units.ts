import type { RankedUnit } from './rank-units.ts';

/** Once there is enough, what is worth less than this share of the best is padding. */
const WORTHY_SHARE = 0.4;
const LEAST_SCORE = 0.1;
const SAME_SHARE = 0.6;
const MOST_TRIED = 80;
/** A sentence that goes on where the one before it was taken reads better than one from elsewhere. */
const GOES_ON = 0.35;

export interface Choice {
  most: number;
  /** Asked about every addition. */
  fits(units: readonly RankedUnit[]): boolean;
  /** Whether more is only worth it where it is good. */
  isEnough(units: readonly RankedUnit[]): boolean;
}

/** The best units that fit together, none saying what another has said. */
export function selectUnits(ranked: readonly RankedUnit[], { most, fits, isEnough }: Choice): RankedUnit[] {
  const left = new Set([...ranked].sort((a, b) => b.score - a.score || a.index - b.index).slice(0, MOST_TRIED));
  const [best] = left;
  const floor = (best?.score ?? 0) * WORTHY_SHARE;
  const chosen: RankedUnit[] = [];
  while (chosen.length < most) {
    const unit = bestOf(left, chosen);
    if (!unit || unit.score < LEAST_SCORE || (unit.score < floor && isEnough(chosen))) break;
    left.delete(unit);
    if (!chosen.some((other) => repeats(unit, other)) && fits([...chosen, unit])) chosen.push(unit);
  }
  return chosen;
}

function bestOf(left: ReadonlySet<RankedUnit>, chosen: readonly RankedUnit[]): RankedUnit | null {
  let best: RankedUnit | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const unit of left) {
    const before = chosen.find(({ index }) => index === unit.index - 1);
    // What leans on the sentence before it comes only after that one, and a step only after the one before.
    if (!before && (unit.isLeaning || isLaterStep(unit))) continue;
    const score = unit.score + (before?.block === unit.block ? GOES_ON : 0);
    if (score > most) [best, most] = [unit, score];
  }
  return best;
}

function isLaterStep({ list, placeInList }: RankedUnit): boolean {
  return list?.isOrdered === true && placeInList > 0;
}

/** Side by side, two sentences that share their words are a contrast; apart, one of them is enough. */
function repeats(unit: RankedUnit, other: RankedUnit): boolean {
  const isBeside = unit.block === other.block && Math.abs(unit.index - other.index) === 1;
  return !isBeside && !(unit.list && unit.list === other.list) && saysTheSame(unit, other);
}

/** Whether most of what the shorter of the two is about is in the other. */
export function saysTheSame(a: Pick<RankedUnit, 'stems'>, b: Pick<RankedUnit, 'stems'>): boolean {
  const [small, large] = a.stems.size <= b.stems.size ? [a.stems, b.stems] : [b.stems, a.stems];
  if (small.size < 2) return false;
  let shared = 0;
  for (const stem of small) if (large.has(stem)) shared += 1;
  return shared / small.size > SAME_SHARE;
}
