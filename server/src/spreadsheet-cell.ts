/** What a spreadsheet would take for a formula, and what looks as if it were marked already. */
const TAKEN_FOR_FORMULA = /^'*\s*[=+\-@\t\r]/;

/** With a quotation mark before what a spreadsheet would take for a formula, so that it stays a text. */
export const markedCell = (text: string): string => (TAKEN_FOR_FORMULA.test(text) ? `'${text}` : text);

/** What was written, of what markedCell() made of it. */
export const unmarkedCell = (cell: string): string =>
  cell.startsWith("'") && TAKEN_FOR_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
