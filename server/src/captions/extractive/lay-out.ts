import { findFacets } from '../../platforms/facets.ts';
import type { Unit } from './read-source.ts';

/** What a post is made of, from top to bottom; everything may be missing. */
export interface Pieces {
  hook: string | null;
  units: readonly (Pick<Unit, 'text' | 'kind' | 'block'> & { index: number })[];
  link: string | null;
  /** Without the number sign. */
  tags: readonly string[];
}

// Between two sentences of Chinese or Japanese there is no space.
const ENDS_UNSPACED = /[。！？；：」』）]$/u;
const BEGINS_UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（]/u;

/** The pieces as one text: hook, sentences or bullets, link, tags, each on lines of its own. */
export function layOut({ hook, units, link, tags }: Pieces): string {
  const body = layOutUnits(units);
  const words = [hook, body].filter(Boolean).join('\n\n');
  const isLinked = link === null || (words.includes(link) && findFacets(words).some(({ start, end }) => words.slice(start, end) === link));
  const tagLine = tags.map((tag) => `#${tag}`).join(' ');
  return [words, isLinked ? '' : link, tagLine].filter(Boolean).join('\n\n');
}

function layOutUnits(units: Pieces['units']): string {
  const ordered = [...units].sort((a, b) => a.index - b.index);
  const hasList = ordered.filter((unit) => unit.kind === 'item').length > 1;
  let text = '';
  for (const [index, unit] of ordered.entries()) {
    const before = ordered[index - 1];
    const isItem = unit.kind === 'item' && hasList;
    // What stood together goes on; where something was left out, there is a break.
    if (before?.block === unit.block && before.index === unit.index - 1)
      text += (ENDS_UNSPACED.test(text) && BEGINS_UNSPACED.test(unit.text) ? '' : ' ') + unit.text;
    else {
      const separator = isItem && before?.kind === 'item' ? '\n' : '\n\n';
      text += (text ? separator : '') + (isItem ? '• ' : '') + unit.text;
    }
  }
  return text;
}
