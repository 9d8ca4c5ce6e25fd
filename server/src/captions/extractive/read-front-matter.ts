const LONGEST = 80;

/** The fields between two lines of "---" at the very top, where there are such, and the lines after them. */
export function readFrontMatter(lines: string[]): { frontMatter: Map<string, string>; lines: string[] } {
  const frontMatter = new Map<string, string>();
  const end = lines[0]?.trim() === '---' ? lines.slice(1, LONGEST).findIndex((line) => line.trim() === '---') : -1;
  const head = lines.slice(1, end + 1);
  if (end < 1 || !head.every((line) => /^\s|^[\w-]+:|^- |^#|^$/.test(line))) return { frontMatter, lines };
  for (const line of head) {
    const field = /^([\w-]+):\s*(\S.*)$/.exec(line);
    if (field) frontMatter.set((field[1] ?? '').toLowerCase(), (field[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  return { frontMatter, lines: lines.slice(end + 2) };
}
