import Papa from 'papaparse';
import { unmarkedCell } from '../../csv.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';

/** The imported columns, and their content. */
const IMPORT_COLUMNS = ['text', 'platforms', 'link', 'scheduled_at', 'external_id', 'note'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
const NEEDED: readonly ImportColumn[] = ['text', 'platforms'];
/** Columns that the export adds, ignored on import. */
const PASSED_OVER = ['draft_id', 'state', 'made_by', 'created_at', 'updated_at'];
const MOST_COLUMNS = 50;
const MOST_ROWS = 100;

/** A fault of one cell, one row (no column), or the heading (row 1). */
export interface ImportFault {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  column: string | null;
  message: LocalizedMessage;
}

/** One row below the heading, by column; `row` is its number as a spreadsheet counts. */
export interface TableRow {
  row: number;
  cells: Partial<Record<ImportColumn, string>>;
}

export interface Table {
  /** The number of rows below the heading. */
  count: number;
  /** Empty if the table itself has a fault. */
  rows: TableRow[];
  faults: ImportFault[];
}

/**
 * Parses a CSV table separated by commas, semicolons or tabs; returns its rows and the errors of the table itself. A
 * table beyond the limits gets one error and is not read further: that would take CPU time for errors that no person
 * would read.
 */
export function readTable(csv: string): Table {
  const { data, errors } = Papa.parse<string[]>(csv, { delimiter: delimiterOf(csv), skipEmptyLines: false });
  const [heading = [], ...lines] = withoutEmptyColumns(data);
  const columns = heading.map((name) => name.trim().toLowerCase());
  const filled = lines.map((line, index) => ({ row: index + 2, line })).filter(({ line }) => line.some((cell) => cell.trim() !== ''));
  const first = filled.slice(0, MOST_ROWS);
  const faults = [...quoteFaults(errors), ...headingFaults(columns)];
  for (const { row, line } of first) {
    if (line.length > columns.length)
      faults.push({ row, column: null, message: say`Has ${line.length} cells; the heading has ${columns.length}.` });
    // U+FFFD replaces letters that the spreadsheet saved in another encoding.
    if (line.some((cell) => cell.includes('\uFFFD')))
      faults.push({ row, column: null, message: say`Has letters that could not be read. Save the table as CSV in UTF-8.` });
  }
  if (filled.length === 0 && faults.length === 0) faults.push({ row: 1, column: null, message: say`There is no row below the heading.` });
  if (filled.length > MOST_ROWS)
    faults.push({
      row: MOST_ROWS + 2,
      column: null,
      message: say`At most ${MOST_ROWS} drafts are made at once, these are ${filled.length}.`,
    });
  const rows = faults.length > 0 ? [] : first.map(({ row, line }) => ({ row, cells: cellsOf(columns, line) }));
  return { count: filled.length, rows, faults };
}

/** By the heading, since a table of one row has too little in it to guess from. */
function delimiterOf(csv: string): string {
  const [heading = ''] = csv.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const known = (delimiter: string): number =>
    heading.split(delimiter).filter((name) => (IMPORT_COLUMNS as readonly string[]).includes(name.replaceAll('"', '').trim().toLowerCase()))
      .length;
  return [',', ';', '\t'].reduce((best, delimiter) => (known(delimiter) > known(best) ? delimiter : best));
}

/** A spreadsheet writes columns that were once in use: empty ones at the end are passed over. */
function withoutEmptyColumns(data: readonly string[][]): string[][] {
  const used = Math.max(0, ...data.map((line) => line.findLastIndex((cell) => cell.trim() !== '') + 1));
  return data.map((line) => line.slice(0, used));
}

/** One a row, however many quotation marks are wrong in it. */
function quoteFaults(errors: readonly Papa.ParseError[]): ImportFault[] {
  const rows = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row = 0 }) => row + 1));
  const message = say`A quotation mark is not closed, or is inside a cell without a partner.`;
  return [...rows].slice(0, MOST_ROWS).map((row) => ({ row, column: null, message }));
}

function headingFaults(columns: readonly string[]): ImportFault[] {
  const at = (column: string | null, message: LocalizedMessage): ImportFault => ({ row: 1, column, message });
  const wanted = IMPORT_COLUMNS.join(', ');
  if (columns.length > MOST_COLUMNS) return [at(null, say`Has ${columns.length} columns. Known are ${wanted}.`)];
  const known: readonly string[] = [...IMPORT_COLUMNS, ...PASSED_OVER];
  const names = [...new Set(columns)];
  const isRepeated = (name: string): boolean => columns.indexOf(name) !== columns.lastIndexOf(name);
  return [
    ...names.filter((name) => !known.includes(name)).map((name) => at(name, say`There is no such column. Known are ${wanted}.`)),
    ...names.filter(isRepeated).map((name) => at(name, say`Appears more than once.`)),
    ...NEEDED.filter((name) => !columns.includes(name)).map((name) => at(name, say`This column is missing.`)),
  ];
}

function cellsOf(columns: readonly string[], line: readonly string[]): TableRow['cells'] {
  const cells = columns.map((name, index): [string, string] => [name, unmarkedCell(line[index] ?? '')]);
  return Object.fromEntries(cells.filter(([name, cell]) => (IMPORT_COLUMNS as readonly string[]).includes(name) && cell.trim() !== ''));
}
