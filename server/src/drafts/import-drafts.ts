import Papa from 'papaparse';
import { Temporal } from 'temporal-polyfill';
import { requirePerson, requireWorkspace } from '../access/authorise.ts';
import type { Context } from '../context.ts';
import { unmarkedCell } from '../csv.ts';
import { inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { checkDraftFields } from './check-draft-fields.ts';
import { createDraft } from './create-draft.ts';
import type { Draft } from './draft.entity.ts';

/** The imported columns, and their content. */
const IMPORT_COLUMNS = ['text', 'platforms', 'link', 'scheduled_at', 'external_id', 'note'] as const;
type ImportColumn = (typeof IMPORT_COLUMNS)[number];
const NEEDED: readonly ImportColumn[] = ['text', 'platforms'];
/** Columns that the export adds, ignored on import. */
const PASSED_OVER = ['draft_id', 'state', 'made_by', 'created_at', 'updated_at'];
const MOST_COLUMNS = 50;
const MOST_ROWS = 100;

/** A fault of one cell, one row (no column), or the heading (row 1). */
interface ImportFault {
  /** As in a spreadsheet: the heading is row 1. */
  row: number;
  column: string | null;
  message: LocalizedMessage;
}

/** One row below the heading, by column; `row` is its number in a spreadsheet. */
interface TableRow {
  row: number;
  cells: Partial<Record<ImportColumn, string>>;
}

interface Table {
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
function readTable(csv: string): Table {
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
      message: say`At most ${MOST_ROWS} drafts can be created at once; this file has ${filled.length}.`,
    });
  const rows = faults.length > 0 ? [] : first.map(({ row, line }) => ({ row, cells: cellsOf(columns, line) }));
  return { count: filled.length, rows, faults };
}

/** Detected from the heading, since a table of one row has too little to guess from. */
function delimiterOf(csv: string): string {
  const [heading = ''] = csv.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const known = (delimiter: string): number =>
    heading.split(delimiter).filter((name) => (IMPORT_COLUMNS as readonly string[]).includes(name.replaceAll('"', '').trim().toLowerCase()))
      .length;
  return [',', ';', '\t'].reduce((best, delimiter) => (known(delimiter) > known(best) ? delimiter : best));
}

/** Spreadsheets export columns that were once in use: empty ones at the end are ignored. */
function withoutEmptyColumns(data: readonly string[][]): string[][] {
  const used = Math.max(0, ...data.map((line) => line.findLastIndex((cell) => cell.trim() !== '') + 1));
  return data.map((line) => line.slice(0, used));
}

/** One fault per row, however many quotation marks are wrong in it. */
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
    ...names.filter((name) => !known.includes(name)).map((name) => at(name, say`Unknown column. The known columns are ${wanted}.`)),
    ...names.filter(isRepeated).map((name) => at(name, say`Appears more than once.`)),
    ...NEEDED.filter((name) => !columns.includes(name)).map((name) => at(name, say`This column is missing.`)),
  ];
}

function cellsOf(columns: readonly string[], line: readonly string[]): TableRow['cells'] {
  const cells = columns.map((name, index): [string, string] => [name, unmarkedCell(line[index] ?? '')]);
  return Object.fromEntries(cells.filter(([name, cell]) => (IMPORT_COLUMNS as readonly string[]).includes(name) && cell.trim() !== ''));
}

interface ImportDraftsInput {
  workspaceId: string;
  csv: string;
  /** Only reports the result, and creates nothing. */
  isDryRun: boolean;
}

interface ImportedDrafts {
  rows: number;
  faults: ImportFault[];
  /** Empty for a dry run, and if there is any fault: all rows are imported, or none. */
  drafts: Draft[];
}

const COLUMN_OF: Readonly<Record<string, ImportColumn>> = {
  source_text: 'text',
  platforms: 'platforms',
  link: 'link',
  scheduled_at: 'scheduled_at',
  external_id: 'external_id',
  note_to_reviewer: 'note',
};

/**
 * Imports drafts from a table, for people. Every row goes through the command that creates a draft, so a dry run
 * finds the same faults; then all are kept, or none. Opens its own transaction.
 */
export async function importDrafts(ctx: Context, { workspaceId, csv, isDryRun }: ImportDraftsInput): Promise<ImportedDrafts> {
  const { timeZone } = await requireWorkspace(ctx, workspaceId, 'write');
  requirePerson(ctx);
  const table = readTable(csv);
  const { count } = table;
  if (table.faults.length > 0) return { rows: count, faults: table.faults, drafts: [] };
  try {
    const drafts = await inTransaction(ctx, async (tx) => {
      const made = await makeAll(tx, workspaceId, table.rows, timeZone);
      if (isDryRun || made.faults.length > 0) throw new TakenBack(made.faults);
      return made.drafts;
    });
    return { rows: count, faults: [], drafts };
  } catch (error) {
    if (error instanceof TakenBack) return { rows: count, faults: error.faults, drafts: [] };
    throw error;
  }
}

/** Rolls the transaction back. */
class TakenBack extends Error {
  readonly faults: ImportFault[];

  constructor(faults: ImportFault[]) {
    super('Nothing is kept of it.');
    this.faults = faults;
  }
}

async function makeAll(tx: Context, workspaceId: string, rows: readonly TableRow[], timeZone: string) {
  const made = { drafts: [] as Draft[], faults: [] as ImportFault[] };
  for (const { row, cells } of rows) {
    const { platforms, ...fields } = draftOf(cells, timeZone);
    const unknown = platforms.filter((id) => !tx.platforms.has(id));
    const unclear = cells.scheduled_at ? unclearTime(cells.scheduled_at.trim(), timeZone) : null;
    if (unclear) made.faults.push({ row, column: 'scheduled_at', message: unclear });
    try {
      // Further errors of the row are reported together with it.
      if (unknown.length > 0) await checkDraftFields(tx, workspaceId, fields);
      else if (!unclear) made.drafts.push((await createDraft(tx, { workspaceId, platforms, ...fields })).draft);
    } catch (error) {
      // A refusal is thrown before the row is written; other errors end the import.
      if (!(error instanceof DomainError) || error.status >= 500) throw error;
      made.faults.push(...faultsOf(row, error));
    }
    if (unknown.length > 0) {
      const known = [...tx.platforms.keys()].sort().join(', ');
      made.faults.push({
        row,
        column: 'platforms',
        message: say`Unknown platform: ${unknown.join(', ')}. The known platforms are ${known}.`,
      });
    }
  }
  return made;
}

function draftOf(cells: TableRow['cells'], timeZone: string) {
  return {
    sourceText: cells.text ?? '',
    platforms: (cells.platforms ?? '').split(/[\s,;]+/).filter(Boolean),
    link: cells.link?.trim() ?? null,
    scheduledAt: cells.scheduled_at ? readMoment(cells.scheduled_at.trim(), timeZone) : null,
    externalId: cells.external_id?.trim() ?? null,
    noteToReviewer: cells.note ?? null,
  };
}

function faultsOf(row: number, { words, faults }: DomainError): ImportFault[] {
  if (faults.length === 0) return [{ row, column: null, message: words }];
  return faults.map((field) => {
    const column = COLUMN_OF[field.pointer.split('/')[1] ?? ''] ?? null;
    return { row, column, message: field.message };
  });
}

/** Ambiguous times of spreadsheets and exports, which a reader might interpret differently; null if it is clear. */
export function unclearTime(text: string, timeZone: string): LocalizedMessage | null {
  const example = `${text} 09:00`;
  if (/^\d{4}(-?)\d{2}\1\d{2}$/.test(text)) return say`Has a date and no time. Write it as ${example}.`;
  const local = attempt(() => localTime(text));
  if (local === null || attempt(() => Temporal.Instant.from(text)) !== null) return null;
  const isSkipped = !local.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).toPlainDateTime().equals(local);
  return isSkipped ? say`The clocks skip this time on that day. Choose another one.` : null;
}

/**
 * A time with an offset, or a local time of the workspace as typed into a spreadsheet; the first of two when
 * the clock goes back. Anything else is not a date.
 */
export function readMoment(text: string, timeZone: string): Date {
  const read =
    attempt(() => Temporal.Instant.from(text)) ?? attempt(() => localTime(text).toZonedDateTime(timeZone, { disambiguation: 'earlier' }));
  return new Date(read?.epochMilliseconds ?? Number.NaN);
}

/** A time zone name is not ignored: it makes the time invalid. */
function localTime(text: string): Temporal.PlainDateTime {
  if (text.includes('[')) throw new RangeError('A zone is named.');
  return Temporal.PlainDateTime.from(text);
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
