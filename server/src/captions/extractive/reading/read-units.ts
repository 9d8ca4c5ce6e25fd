import { splitSentences } from '../split-sentences.ts';
import type { Block } from './block.ts';

/** One thing that the source says: a sentence, or an item of a list. */
export interface Unit {
  text: string;
  kind: 'sentence' | 'item';
  /** Units of one paragraph or item share it. */
  block: number;
  isFirstOfBlock: boolean;
  /** The heading that it stands under. */
  section: string;
  /** What stands before an item. */
  mark: string;
  /** Whether it begins a line right below the unit before it. */
  isTight: boolean;
  /** Of an item. */
  list: List | null;
  /** Counted from 0; 0 also where there is no list. */
  placeInList: number;
}

export interface List {
  /** The line that leads to it, or the heading right above it; empty where there is none. */
  intro: string;
  /** Whether it makes sense only as a whole or from its beginning: steps, times, numbered points. */
  isOrdered: boolean;
  length: number;
  /** Whether its items stand line by line, without blank lines between them. */
  isTight: boolean;
}

const CLOCK = /^\d{1,2}[:.h]\d{2}\b/;

export function readUnits(blocks: readonly (Block & { index: number })[], language: string | null): Unit[] {
  let section = '';
  let place = 0;
  let list: List | null = null;
  return blocks.flatMap((block, index): Unit[] => {
    if (block.kind === 'heading') {
      section = block.text;
      return [];
    }
    const isItem = block.kind === 'item';
    place = isItem && blocks[index - 1]?.kind === 'item' ? place + 1 : 0;
    if (!isItem) list = null;
    else if (place === 0) list = openList(blocks, index);
    return splitSentences(block.text, language).map((text, number) => ({
      text,
      kind: isItem ? 'item' : 'sentence',
      block: block.index,
      isFirstOfBlock: number === 0,
      section,
      mark: number === 0 ? block.mark : '',
      isTight: number === 0 && block.isTight,
      list,
      placeInList: place,
    }));
  });
}

function openList(blocks: readonly Block[], first: number): List {
  const length = blocks.slice(first).findIndex(({ kind }) => kind !== 'item');
  const items = blocks.slice(first, length < 0 ? undefined : first + length);
  const before = blocks[first - 1];
  const leads = before && (before.kind === 'heading' || /[:：]$/.test(before.text));
  const isTimed = items.filter(({ text }) => CLOCK.test(text)).length > items.length / 2;
  return {
    intro: leads ? before.text : '',
    isOrdered: isTimed || items.every(({ mark }) => /\d/.test(mark)),
    length: items.length,
    isTight: items.slice(1).every((item) => item.isTight),
  };
}
