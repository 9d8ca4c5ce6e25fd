/** Nobody wraps text as narrow as this. */
const NARROW = 50;
const CLOCK = /^\d{1,2}[:.h]\d{2}\b/;

/** The lines of a paragraph as they were meant: those that were merely wrapped are put together again. */
export function splitLines(lines: readonly string[]): string[] {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  const isVerse = isListOfLines(lines, width);
  const meant: string[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before === undefined || isVerse || isMeantBreak(before, line, width)) meant.push(line);
    else meant[meant.length - 1] += ` ${line}`;
  }
  return meant;
}

/** Three short lines or more, none as long as it could be and none with an end to it: ingredients, names, opening hours. */
function isListOfLines(lines: readonly string[], width: number): boolean {
  if (lines.length < 3 || width > NARROW) return false;
  return lines.every((line, index) => {
    const next = lines[index + 1];
    return next === undefined || (!/,$/.test(line) && fitsBeside(line, next, width));
  });
}

/** A break was meant where the next word would still have fitted and something new begins; else the line was merely wrapped. */
function isMeantBreak(before: string, line: string, width: number): boolean {
  if (/^(?:https?:\/\/|\p{Emoji_Presentation})/u.test(line) || /^https?:\/\/\S+$/.test(before)) return true;
  if (CLOCK.test(line) && CLOCK.test(before)) return true;
  if (width > NARROW && !fitsBeside(before, line, width)) return false;
  return /[.!?:…。！？]$/.test(before) || /^[\p{Lu}\p{Lo}\p{Nd}\p{Emoji_Presentation}#@]/u.test(line);
}

function fitsBeside(before: string, line: string, width: number): boolean {
  const [firstWord = ''] = line.split(' ', 1);
  return before.length + 1 + firstWord.length <= width;
}
