import { findFacets } from '../../../platforms/text/facets.ts';
import type { Block } from './block.ts';

const TAGS_AT_END = /(?:(?:^|\s+)[#＃][\p{L}\p{M}\p{N}_]+)+\s*$/u;
const TAG = /[#＃]([\p{L}\p{M}\p{N}_]+)/gu;

/** The tags that stand below a text or at the end of its last line, and the blocks without them: every network has its own place for tags. */
export function takeTags<T extends Block>(blocks: readonly T[]): { blocks: T[]; tags: string[] } {
  const kept = [...blocks];
  const tags: string[] = [];
  for (let last = kept.at(-1); last && last.kind !== 'heading'; last = kept.at(-1)) {
    const found = TAGS_AT_END.exec(last.text.slice(-500))?.[0] ?? '';
    const text = last.text.slice(0, last.text.length - found.length).trimEnd();
    // "We are #hiring" is a sentence.
    if (!found || !isSeparate(text)) break;
    tags.unshift(...[...found.matchAll(TAG)].flatMap(([written, tag = '']) => (isTag(written) ? tag : [])));
    kept.pop();
    if (text) {
      kept.push({ ...last, text });
      break;
    }
  }
  return kept.length > 0 ? { blocks: kept, tags } : { blocks: [...blocks], tags: [] };
}

function isSeparate(text: string): boolean {
  return text === '' || /[.!?…。！？)"”’»]$|https?:\S+$|\p{Extended_Pictographic}\ufe0f?$/u.test(text);
}

function isTag(written: string): boolean {
  const [facet] = findFacets(written);
  return facet?.kind === 'tag' && facet.end === written.length;
}
