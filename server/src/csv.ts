/** What a spreadsheet would interpret as a formula, and what is escaped already. */
const TAKEN_FOR_FORMULA = /^'*\s*[=+\-@\t\r]/;

/** Escapes a cell that a spreadsheet would interpret as a formula, so it stays a text. */
const markedCell = (text: string): string => (TAKEN_FOR_FORMULA.test(text) ? `'${text}` : text);

/** Reverts markedCell(). */
export const unmarkedCell = (cell: string): string =>
  cell.startsWith("'") && TAKEN_FOR_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** RFC 4180, every cell in quotes, and none that a spreadsheet would read as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${markedCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes markup in text content and in double-quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
