import { fitsLimits, type TextLimit } from '../../../platforms/text/text-limits.ts';
import { numberOf, numberParts, roomBeside } from '../../../platforms/text/thread.ts';
import type { RankedUnit } from '../choosing/rank-units.ts';
import { selectUnits } from '../choosing/select-units.ts';
import { frameOf, type Material, unitsBeside, withoutEcho } from './compose-post.ts';
import { layOut, type Pieces } from './lay-out.ts';

const MOST_UNITS = 14;

/** Several numbered posts of whole sentences; hook, link and tags are in the first, which most people see alone. */
export function composeThread(material: Material, limits: readonly TextLimit[], mostParts: number): string[] {
  const tight = roomBeside(limits, numberOf(mostParts, mostParts));
  const frame = frameOf(material, tight);
  const pack = (units: readonly RankedUnit[]): string[] | null => packParts(withoutEcho(frame, units), units, tight, mostParts);
  const chosen = selectUnits(unitsBeside(material), { most: MOST_UNITS, fits: (units) => pack(units) !== null, isEnough: () => false });
  return numberParts(pack(chosen) ?? []);
}

/** The units in their own order, as many in each part as fit; null when they need more parts than there are. */
function packParts(frame: Pieces, units: readonly RankedUnit[], limits: readonly TextLimit[], mostParts: number): string[] | null {
  const parts: string[] = [];
  let open: Pieces = frame;
  for (const unit of [...units].sort((a, b) => a.index - b.index)) {
    const longer = { ...open, units: [...open.units, unit] };
    if (fitsLimits(layOut(longer), limits)) {
      open = longer;
      continue;
    }
    parts.push(layOut(open));
    open = { hook: null, units: [unit], link: null, tags: [] };
    if (!fitsLimits(unit.text, limits)) return null;
  }
  parts.push(layOut(open));
  return parts.length <= mostParts && parts.every(Boolean) ? parts : null;
}
