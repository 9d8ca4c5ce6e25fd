/** What one line is in Markdown. Anything that it is not is text. */
export type Line =
  | { kind: 'blank' | 'rule' | 'note' | 'command' }
  | { kind: 'table'; cells: string[] }
  | { kind: 'fence'; mark: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'underline'; level: number }
  | { kind: 'reference'; name: string; url: string }
  /** `mark` as it stands before a numbered item, empty for any other. */
  | { kind: 'item'; number: number | null; mark: string; text: string }
  | { kind: 'text'; text: string; isQuoted: boolean };

const FENCE = /^ {0,3}(`{3,}|~{3}(?!~))/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const UNDERLINE = /^ {0,3}(?:(={3,})|-{3,})$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,}|[=~]{3,})$/;
const ITEM = /^\s*(?:[-*+•‣◦▪·●○–]|(\d{1,3})[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(\S.*)$/;
/** "Step 2: Put it on the towel", "2/ Write it down". */
const STEP = /^\s*((?:step|schritt|étape|paso|passo|stap)\s+(\d{1,3})\s*[:.)–-]|(\d{1,2})\/)\s+(\S.*)$/iu;
const QUOTED = /^ {0,3}>/;
const REFERENCE = /^ {0,3}\[([^\]]{1,200})\]:\s*<?([^\s<>]+)>?(?:\s.*)?$/;
const TABLE = /^\s*\|.*\||^\s*:?-{3,}:?\s*\|/;
const INDENTED = /^(?: {4}|\t)/;
const COMMAND = /^\s*(?:\$|>|%|npm|npx|pnpm|yarn|pip|git|curl|docker|cargo|go|sudo|apt|brew)\s+\S|[{};=$]|\(\)/;

/** Recognises a line; the mark of a quotation before it is not part of it. */
export function readLine(written: string): Line {
  const line = written.replace(/^(?: {0,3}> ?)+/, '').trimEnd();
  if (line === '' || /^\[!\w+\]$|^:::/.test(line)) return { kind: 'blank' };
  const mark = FENCE.exec(line)?.[1];
  if (mark) return { kind: 'fence', mark };
  const heading = HEADING.exec(line);
  // "## Title ##" closes with as many signs as anyone likes.
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: (heading[2] ?? '').replace(/[ \t]#{1,6}$/, '').trim() };
  const underline = UNDERLINE.exec(line);
  if (underline) return { kind: 'underline', level: underline[1] ? 1 : 2 };
  if (RULE.test(line)) return { kind: 'rule' };
  if (TABLE.test(line)) return { kind: 'table', cells: readCells(line) };
  const reference = REFERENCE.exec(line);
  if (reference) {
    const [, name = '', url = ''] = reference;
    return name.startsWith('^') ? { kind: 'note' } : { kind: 'reference', name: name.toLowerCase(), url };
  }
  const item = ITEM.exec(line);
  if (item) {
    const [, number, text = ''] = item;
    return { kind: 'item', number: number === undefined ? null : Number(number), mark: number === undefined ? '' : `${number}.`, text };
  }
  const step = STEP.exec(line);
  if (step) return { kind: 'item', number: Number(step[2] ?? step[3]), mark: step[1] ?? '', text: step[4] ?? '' };
  if (INDENTED.test(line) && COMMAND.test(line)) return { kind: 'command' };
  return { kind: 'text', text: line.trim(), isQuoted: QUOTED.test(written) };
}

/** The cells of a row; none for the line between head and body. */
export function readCells(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return cells.every((cell) => /^\s*:?-*:?\s*$/.test(cell)) ? [] : cells.map((cell) => cell.trim());
}
