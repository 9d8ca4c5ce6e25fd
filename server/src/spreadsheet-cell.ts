/** What a spreadsheet would interpret as a formula, and what is escaped already. */
const TAKEN_FOR_FORMULA = /^'*\s*[=+\-@\t\r]/;

/** Escapes a cell that a spreadsheet would interpret as a formula, so it stays a text. */
export const markedCell = (text: string): string => (TAKEN_FOR_FORMULA.test(text) ? `'${text}` : text);

/** Reverts markedCell(). */
export const unmarkedCell = (cell: string): string =>
  cell.startsWith("'") && TAKEN_FOR_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
