import type { RankedUnit } from './rank-units.ts';

/** What is worth less than this share of the best is padding. */
const WORTHY_SHARE = 0.3;
const SAME_SHARE = 0.6;
const MOST_TRIED = 80;

/** The best units that fit together, none saying what another has said. `fits` is asked about every addition. */
export function selectUnits(ranked: readonly RankedUnit[], most: number, fits: (units: readonly RankedUnit[]) => boolean): RankedUnit[] {
  const byScore = [...ranked].sort((a, b) => b.score - a.score || a.index - b.index);
  const floor = Math.max(0.1, (byScore[0]?.score ?? 0) * WORTHY_SHARE);
  const worthy = byScore.filter((unit) => unit.score >= floor).slice(0, MOST_TRIED);
  const chosen: RankedUnit[] = [];
  // Twice, since what leans on the sentence before it may only come after that one.
  for (const unit of [...worthy, ...worthy]) {
    if (chosen.length >= most) break;
    if (chosen.includes(unit) || (unit.isLeaning && !chosen.some((other) => other.index === unit.index - 1))) continue;
    if (!chosen.some((other) => saysTheSame(unit, other)) && fits([...chosen, unit])) chosen.push(unit);
  }
  return chosen;
}

/** Whether most of what the shorter of the two is about is in the other. */
export function saysTheSame(a: Pick<RankedUnit, 'stems'>, b: Pick<RankedUnit, 'stems'>): boolean {
  const [small, large] = a.stems.size <= b.stems.size ? [a.stems, b.stems] : [b.stems, a.stems];
  if (small.size < 2) return false;
  let shared = 0;
  for (const stem of small) if (large.has(stem)) shared += 1;
  return shared / small.size > SAME_SHARE;
}
