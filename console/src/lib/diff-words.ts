/** A stretch of two texts: in both, only in the new one or only in the old one. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** With its number among the parts, which tells it from others of the same words. */
export type NumberedPart = DiffPart & { number: number };

/** Above this the table would be slow to fill; such texts are shown as replaced as a whole. */
const MAX_CELLS = 4_000_000;

/** What changed from one text to another, word by word. Joined without the removed parts it is `after`. */
export function diffWords(before: string, after: string): NumberedPart[] {
  const a = words(before);
  const b = words(after);
  if (a.length * b.length > MAX_CELLS) return merge([...one('removed', before), ...one('added', after)]);
  const lengths = commonLengths(a, b);
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      parts.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      parts.push({ kind: 'removed', text: left ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: right });
      j += 1;
    }
  }
  return merge(parts);
}

function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** For every pair of rests, the length of their longest common subsequence. */
function commonLengths(a: string[], b: string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(lengths: number[][], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function one(kind: DiffPart['kind'], text: string): DiffPart[] {
  return text === '' ? [] : [{ kind, text }];
}

function merge(parts: DiffPart[]): NumberedPart[] {
  const merged: NumberedPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else merged.push({ ...part, number: merged.length });
  }
  return merged;
}
