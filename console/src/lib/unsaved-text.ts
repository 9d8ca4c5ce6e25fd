/** Typed, unsaved text, kept in this browser to survive a reload or a crash. */
export interface Kept<Words> {
  words: Words;
  /** What the text is based on, such as a revision or a content hash; useless for another one. */
  base: string;
  /** RFC 3339. */
  keptAt: string;
}

const PREFIX = 'countersign-unsaved ';
/** Between the name of a form and the tab that it is filled in: two tabs of one draft have a text each. */
const IN_TAB = ' in tab ';
const KEPT_FOR_MS = 14 * 24 * 60 * 60_000;

/**
 * The text of this tab; else the newest of another, which is this tab's from now on. Null if there is none. Text for
 * another base is useless, and removed.
 */
export function readUnsaved<Words>(name: string, base: string): Kept<Words> | null {
  const own = keyOf(name);
  const found = keys()
    .filter((key) => key === PREFIX + name || key.startsWith(PREFIX + name + IN_TAB))
    .flatMap((key) => {
      const kept = parse<Words>(read(key));
      return kept ? [{ key, kept }] : [];
    });
  for (const { key, kept } of found) if (kept.base !== base) remove(key);
  const newestFirst = found.filter(({ kept }) => kept.base === base).sort((a, b) => b.kept.keptAt.localeCompare(a.kept.keptAt));
  const chosen = newestFirst.find(({ key }) => key === own) ?? newestFirst[0];
  if (!chosen) return null;
  if (chosen.key !== own && write(own, chosen.kept)) remove(chosen.key);
  return chosen.kept;
}

/** Returns whether the browser stored them: it may refuse storage, or have no space. */
export function saveUnsaved(name: string, base: string, words: unknown): boolean {
  const before = parse(read(keyOf(name)));
  if (before?.base === base && JSON.stringify(before.words) === JSON.stringify(words)) return true;
  return write(keyOf(name), { words, base, keptAt: new Date().toISOString() });
}

/** Those of this tab. */
export function removeUnsaved(name: string): void {
  remove(keyOf(name));
}

/** Whether any tab of this browser has text of a name that begins with `start`. */
export function hasUnsaved(start: string): boolean {
  return keys().some((key) => key.startsWith(PREFIX + start));
}

/** In all tabs, by the beginning of the name. */
export function removeAllUnsaved(start: string): void {
  for (const key of keys()) if (key.startsWith(PREFIX + start)) remove(key);
}

/** Removes text that is two weeks old. */
export function removeOldUnsaved(now = Date.now()): void {
  for (const key of keys().filter((each) => each.startsWith(PREFIX))) {
    const kept = parse(read(key));
    if (!kept || !(now - Date.parse(kept.keptAt) < KEPT_FOR_MS)) remove(key);
  }
}

const keyOf = (name: string): string => PREFIX + name + IN_TAB + tab();

/** The name of this tab, which outlasts a reload. */
function tab(): string {
  try {
    const known = sessionStorage.getItem(TAB) ?? crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '';
    sessionStorage.setItem(TAB, known);
    return known;
  } catch {
    return '';
  }
}

const TAB = 'countersign-tab';

function write(key: string, kept: Kept<unknown>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
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
