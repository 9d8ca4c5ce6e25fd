import { findFacets } from '../../../platforms/text/facets.ts';
import type { Unit } from '../reading/read-units.ts';

/** What a post is made of, from top to bottom; everything may be missing. */
export interface Pieces {
  hook: string | null;
  units: readonly (Unit & { index: number })[];
  link: string | null;
  /** Without the number sign. */
  tags: readonly string[];
}

// Between two sentences of Chinese or Japanese there is no space.
const ENDS_UNSPACED = /[。！？；：」』）]$/u;
const BEGINS_UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（]/u;

/** The pieces as one text: hook, sentences or bullets, link, tags, each on lines of its own. */
export function layOut({ hook, units, link, tags }: Pieces): string {
  const body = layOutUnits(units, hook);
  const words = [hook, body].filter(Boolean).join('\n\n');
  const isLinked = link === null || (words.includes(link) && findFacets(words).some(({ start, end }) => words.slice(start, end) === link));
  const said = tagsIn(words);
  const tagLine = tags.flatMap((tag) => (said.has(tag.toLowerCase()) ? [] : `#${tag}`)).join(' ');
  return [words, isLinked ? '' : link, tagLine].filter(Boolean).join('\n\n');
}

/** The tags that stand in the words already: nobody wants them twice. */
function tagsIn(words: string): Set<string> {
  if (!/[#＃]/u.test(words)) return new Set();
  return new Set(findFacets(words).flatMap(({ kind, target }) => (kind === 'tag' ? target.toLowerCase() : [])));
}

function layOutUnits(units: Pieces['units'], hook: string | null): string {
  const ordered = [...units].sort((a, b) => a.index - b.index);
  let text = '';
  for (const [place, unit] of ordered.entries()) {
    const before = ordered[place - 1];
    if (before?.block === unit.block && before.index === unit.index - 1) {
      // What stood together goes on; where something was left out, there is a break.
      text += (ENDS_UNSPACED.test(text) && BEGINS_UNSPACED.test(unit.text) ? '' : ' ') + unit.text;
      continue;
    }
    const isListed = unit.list !== null && ordered.filter(({ list }) => list === unit.list).length > 1;
    const isNextOf = before !== undefined && (isListed ? before.list === unit.list : before.index === unit.index - 1);
    const goesOn = isNextOf && (isListed ? unit.list?.isTight : unit.isTight);
    const intro = isListed && before?.list !== unit.list ? introOf(unit, before, hook) : '';
    text += (text ? (goesOn ? '\n' : '\n\n') : '') + intro + (isListed && unit.mark ? `${unit.mark} ` : '') + unit.text;
  }
  return text;
}

/** The line that leads to a list, where it has not been said by then. */
function introOf({ list }: Unit, before: Unit | undefined, hook: string | null): string {
  const intro = list?.intro ?? '';
  return intro === '' || intro === before?.text || intro === hook ? '' : `${intro}\n\n`;
}
