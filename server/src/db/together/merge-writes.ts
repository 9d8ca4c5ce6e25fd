import type { BoundValues } from '../reading/bound-values.ts';

/** A statement that tells nothing back. */
export interface Write {
  text: string;
  values: BoundValues;
}

const forRows = new Set<string>();

/** Says that this statement writes the rows of the JSON array that is its first value, each by itself, and locks nothing that is there. */
export function writesRows(text: string): string {
  forRows.add(text);
  return text;
}

export const isOfRows = ({ text }: Write): boolean => forRows.has(text);

/**
 * What several have to write, as few statements: rows of the same table go together. Each one's own writes, which name each other,
 * stay in their order.
 */
export function mergeWrites(lists: readonly (readonly Write[])[]): Write[] {
  const merged: { write: Write; rows: string[] }[] = [];
  for (const list of lists) {
    let last = -1;
    for (const write of list) {
      const place = merged.findIndex((other, index) => index >= last && isAlike(other.write, write));
      const rows = String(write.values[0]);
      if (place === -1) merged.splice(last + 1, 0, { write, rows: [rows] });
      else merged[place]?.rows.push(rows);
      last = place === -1 ? last + 1 : place;
    }
  }
  return merged.map(({ write, rows }) => (rows.length === 1 ? write : { text: write.text, values: withRows(write.values, rows) }));
}

const isAlike = (one: Write, other: Write): boolean =>
  one.text === other.text && one.values.every((value, index) => index === 0 || value === other.values[index]);

function withRows(values: BoundValues, arrays: readonly string[]): BoundValues {
  const all = values.slice() as BoundValues;
  all[0] = `[${arrays.map((array) => array.slice(1, -1)).join(',')}]`;
  return all;
}
