import { markedCell } from '../../spreadsheet-cell.ts';

/** RFC 4180, every cell in quotes, and none that a spreadsheet would read as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${markedCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}
