import { escapePointer } from '../errors.ts';

/** A position in a JSON text that parsers could read differently. */
export interface JsonFault {
  /** RFC 6901 pointer; empty for the text itself. */
  at: string;
  message: string;
}

/** Any double can be written with this many digits. */
const MOST_DIGITS = 17;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;

/**
 * Parses signed JSON as I-JSON (RFC 7493): a signature over the parsed value proves nothing about a text that another
 * parser reads differently. Reports duplicate members, invalid UTF-8, unpaired surrogates and numbers that a double
 * cannot represent. Throws SyntaxError for invalid JSON.
 */
export function parseSignedJson(source: string | Uint8Array): { value: unknown; faults: JsonFault[] } {
  const faults: JsonFault[] = [];
  const text = typeof source === 'string' ? source : decode(source, faults);
  const value: unknown = JSON.parse(text);
  return { value, faults: [...faults, ...ambiguities(text)] };
}

function decode(bytes: Uint8Array, faults: JsonFault[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    faults.push({ at: '', message: 'The file is not valid UTF-8.' });
    return new TextDecoder().decode(bytes);
  }
}

interface Level {
  pointer: string;
  /** The names seen; null in a list. */
  names: Set<string> | null;
  /** The member or element being read. */
  at: string | number;
}

/** Only for a text that JSON.parse has accepted: the tokens are known to be in a valid order. */
function ambiguities(text: string): JsonFault[] {
  const faults: JsonFault[] = [];
  const levels: Level[] = [];
  let isName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push({ pointer: pointerIn(level), names: token === '{' ? new Set() : null, at: 0 });
      isName = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
      isName = false;
    } else if (token === ',') {
      isName = level?.names != null;
      if (level && typeof level.at === 'number') level.at += 1;
    } else if (token.startsWith('"')) {
      const read: string = JSON.parse(token);
      if (isName && level?.names) {
        level.at = read;
        if (level.names.has(read)) faults.push({ at: pointerIn(level), message: 'This member occurs twice.' });
        level.names.add(read);
        isName = false;
      }
      if (!read.isWellFormed()) faults.push({ at: pointerIn(level), message: 'This text has half of a surrogate pair.' });
    } else if (token !== ':' && !isExact(token)) {
      faults.push({ at: pointerIn(level), message: 'Readers would round this number differently.' });
    }
  }
  return faults;
}

function pointerIn(level: Level | undefined): string {
  return level ? `${level.pointer}/${escapePointer(String(level.at))}` : '';
}

function isExact(number: string): boolean {
  if (/^-?\d+$/.test(number)) return Number.isSafeInteger(Number(number));
  const digits = (/^[\d.-]*/.exec(number)?.[0] ?? '').replace(/[.-]/g, '').replace(/^0+/, '');
  return Number.isFinite(Number(number)) && digits.length <= MOST_DIGITS;
}
