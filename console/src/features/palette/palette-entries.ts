/** One thing to go to or to do. */
export interface PaletteEntry {
  key: string;
  /** A page, an action, or what a result of the server is. */
  group: 'pages' | 'actions' | 'approval' | 'draft' | 'job';
  label: string;
  run: () => void;
}

/** Entries matching every word of the query by prefix; results from the server stay unchanged. */
export function matchEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const wanted = wordsOf(query);
  return entries.filter(({ group, label }) => {
    if (group !== 'pages' && group !== 'actions') return true;
    const words = wordsOf(label);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
