import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DECLARED_BREAKS, findBreaks } from './find-breaks.ts';

/**
 * Replaces the description that clients were last generated from. If one of them would break, or there is none to
 * compare with, writes nothing and returns why; otherwise returns null.
 */
export function replaceDescription(file: string, document: Record<string, unknown>): string | null {
  if (!existsSync(file)) return `There is no ${file} to compare with: bring back the committed one.\n`;
  const declared = new Set(DECLARED_BREAKS.map(({ change }) => change));
  const breaks = findBreaks(JSON.parse(readFileSync(file, 'utf8')), document).filter((change) => !declared.has(change));
  if (breaks.length > 0) {
    const lines = breaks.map((change) => `  ${change}\n`).join('');
    return `openapi.json was not written, since clients of today would break. Declare it in find-breaks.ts, or undo it:\n${lines}`;
  }
  writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`);
  return null;
}
