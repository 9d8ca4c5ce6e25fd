/** Typed, unsaved text, kept in this browser to survive a reload or a crash. */
export interface Kept<Words> {
  words: Words;
  /** What the text is based on, such as a revision or a content hash; useless for another one. */
  base: string;
  /** RFC 3339. */
  keptAt: string;
}

const PREFIX = 'countersign-unsaved ';
const KEPT_FOR_MS = 14 * 24 * 60 * 60_000;

/** Null if there is none. Text for another base is useless, and removed. */
export function readUnsaved<Words>(name: string, base: string): Kept<Words> | null {
  const kept = parse<Words>(read(PREFIX + name));
  if (kept && kept.base !== base) remove(PREFIX + name);
  return kept?.base === base ? kept : null;
}

/** Returns whether the browser stored them: it may refuse storage, or have no space. */
export function saveUnsaved(name: string, base: string, words: unknown): boolean {
  const before = parse(read(PREFIX + name));
  if (before?.base === base && JSON.stringify(before.words) === JSON.stringify(words)) return true;
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ words, base, keptAt: new Date().toISOString() } satisfies Kept<unknown>));
    return true;
  } catch {
    return false;
  }
}

export function removeUnsaved(name: string): void {
  remove(PREFIX + name);
}

/** The names that begin with `start`; all of them for an empty one. */
export function unsavedNames(start: string): string[] {
  return keys()
    .filter((key) => key.startsWith(PREFIX + start))
    .map((key) => key.slice(PREFIX.length));
}

/** Removes text that is two weeks old. */
export function removeOldUnsaved(now = Date.now()): void {
  for (const name of unsavedNames('')) {
    const kept = parse(read(PREFIX + name));
    if (!kept || !(now - Date.parse(kept.keptAt) < KEPT_FOR_MS)) removeUnsaved(name);
  }
}

function parse<Words>(text: string | null): Kept<Words> | null {
  try {
    return text === null ? null : (JSON.parse(text) as Kept<Words>);
  } catch {
    return null;
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept either.
  }
}

function keys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
