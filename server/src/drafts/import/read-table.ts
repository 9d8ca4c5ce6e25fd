import Papa from 'papaparse';

/** The columns that are read, and what they must hold. */
export const IMPORT_COLUMNS = ['text', 'platforms', 'link', 'scheduled_at', 'external_id', 'note'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
const NEEDED: readonly ImportColumn[] = ['text', 'platforms'];
/** Written by the export beside those, and not read. */
const PASSED_OVER = ['draft_id', 'state', 'made_by', 'created_at', 'updated_at'];
export const MOST_ROWS = 100;

/** What is wrong with one cell, one row (no column), or the heading (row 1). */
export interface ImportFault {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  column: string | null;
  message: string;
}

/** One row below the heading, by column; `row` is its number as a spreadsheet counts. */
export interface TableRow {
  row: number;
  cells: Partial<Record<ImportColumn, string>>;
}

/** The rows of a table in CSV, separated by commas, semicolons or tabs; and what is wrong with the table itself. */
export function readTable(csv: string): { rows: TableRow[]; faults: ImportFault[] } {
  const { data, errors } = Papa.parse<string[]>(csv, { delimitersToGuess: [',', ';', '\t'], skipEmptyLines: false });
  const faults: ImportFault[] = errors
    .filter(({ type }) => type === 'Quotes')
    .map(({ row = 0 }) => ({
      row: row + 1,
      column: null,
      message: 'A quotation mark is opened and not closed, or stands within a cell alone.',
    }));
  const [heading = [], ...lines] = data;
  const columns = heading.map((name) => name.trim().toLowerCase());
  faults.push(...headingFaults(columns));
  const rows = lines.flatMap((line, index): TableRow[] => {
    if (line.every((cell) => cell.trim() === '')) return [];
    const row = index + 2;
    if (line.length > columns.length)
      faults.push({ row, column: null, message: `Has ${line.length} cells; the heading has ${columns.length}.` });
    return [{ row, cells: cellsOf(columns, line) }];
  });
  if (rows.length === 0 && faults.length === 0) faults.push({ row: 1, column: null, message: 'There is no row below the heading.' });
  if (rows.length > MOST_ROWS)
    faults.push({ row: MOST_ROWS + 2, column: null, message: `At most ${MOST_ROWS} drafts are made at once, these are ${rows.length}.` });
  return { rows, faults };
}

function headingFaults(columns: readonly string[]): ImportFault[] {
  const known: readonly string[] = [...IMPORT_COLUMNS, ...PASSED_OVER];
  const at = (column: string, message: string): ImportFault => ({ row: 1, column, message });
  return [
    ...columns
      .filter((name) => !known.includes(name))
      .map((name) => at(name, `There is no such column. Known are ${IMPORT_COLUMNS.join(', ')}.`)),
    ...columns.filter((name, index) => columns.indexOf(name) !== index).map((name) => at(name, 'Stands twice.')),
    ...NEEDED.filter((name) => !columns.includes(name)).map((name) => at(name, 'This column is missing.')),
  ];
}

function cellsOf(columns: readonly string[], line: readonly string[]): TableRow['cells'] {
  const cells = columns.map((name, index): [string, string] => [name, unguarded(line[index] ?? '')]);
  return Object.fromEntries(cells.filter(([name, cell]) => (IMPORT_COLUMNS as readonly string[]).includes(name) && cell.trim() !== ''));
}

/** The export sets this mark before what a spreadsheet would take for a formula. */
const unguarded = (cell: string): string => cell.replace(/^'(?=\s*[=+\-@])/, '');
