import { type Block, BULLET } from './block.ts';

const MOST_ROWS = 8;
const MOST_COLUMNS = 4;
const LONGEST_ROW = 120;

/** A small table as a list, a row an item: "Esbjerg: Berths 312, Depth 10.3 m". A large one is no matter for a post. */
export function tableItems(rows: readonly string[][]): Block[] {
  const [head, ...body] = rows.filter((cells) => cells.length > 0);
  if (!head || body.length === 0 || body.length > MOST_ROWS || head.length < 2 || head.length > MOST_COLUMNS) return [];
  const items = body.map(([first = '', ...cells]) => {
    const named = cells.map((cell, index) => `${head[index + 1] ?? ''} ${cell}`.trim()).filter(Boolean);
    return `${first}: ${named.join(', ')}`;
  });
  if (items.some((text) => text.length > LONGEST_ROW)) return [];
  return items.map((text, index) => ({ kind: 'item', level: 0, text, mark: BULLET, isTight: index > 0, isQuoted: false }));
}
