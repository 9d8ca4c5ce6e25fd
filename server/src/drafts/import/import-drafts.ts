import { Temporal } from 'temporal-polyfill';
import { requirePerson, requireWorkspace } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { checkDraftFields } from '../check-draft-fields.ts';
import { createDraft } from '../create-draft.ts';
import type { Draft } from '../draft.entity.ts';
import { type ImportColumn, type ImportFault, readTable, type TableRow } from './read-table.ts';

export interface ImportDraftsInput {
  workspaceId: string;
  csv: string;
  /** Only reports the result, and creates nothing. */
  isDryRun: boolean;
}

export interface ImportedDrafts {
  rows: number;
  faults: ImportFault[];
  /** Empty for a dry run, and if there is any fault: all of a table is imported, or nothing. */
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
      // A refusal comes before anything of the row is written; other errors end the import.
      if (!(error instanceof DomainError) || error.status >= 500) throw error;
      made.faults.push(...faultsOf(row, error));
    }
    if (unknown.length > 0) {
      const known = [...tx.platforms.keys()].sort().join(', ');
      made.faults.push({ row, column: 'platforms', message: say`There is no platform ${unknown.join(', ')}. Known are ${known}.` });
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

/** Ambiguous spreadsheet times, which a reader might interpret differently; null if it is clear. */
function unclearTime(text: string, timeZone: string): LocalizedMessage | null {
  const example = `${text} 09:00`;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return say`Has a date and no time. Write it as ${example}.`;
  const local = attempt(() => localTime(text));
  if (local === null || attempt(() => Temporal.Instant.from(text)) !== null) return null;
  const isSkipped = !local.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).toPlainDateTime().equals(local);
  return isSkipped ? say`The clocks skip this time on that day. Choose another one.` : null;
}

/**
 * A moment with its offset, or a time on the workspace's own clock, as typed into a spreadsheet; the first of two where the clocks go
 * back. Anything else is no date.
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
