export type Emoji = readonly [emoji: string, name: string, keywords: string];

/** Those of which every word of the query begins a word of the name or a keyword. */
export function findEmojis(all: readonly Emoji[], query: string): readonly Emoji[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return all;
  return all.filter(([, name, keywords]) => {
    const words = plain(`${name} ${keywords}`).split(/[\s-]+/);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
