const LONGEST = 80;
const FIELD = /^([\w-]+):\s*(\S.*)$/;
/** What generators of pages know; "Note: we are closed" between two lines is a notice on a door. */
const KNOWN =
  /^(?:title|date|published|updated|author|authors|tags?|categor(?:y|ies)|layout|slug|permalink|description|summary|excerpt|draft|lang|language|id|weight|image|cover|keywords|canonical_url)$/;

/** The fields between two lines of "---" at the very top, where a generator of pages knows one of them, and the lines after them. */
export function readFrontMatter(lines: string[]): { frontMatter: Map<string, string>; lines: string[] } {
  const frontMatter = new Map<string, string>();
  const end = lines[0]?.trim() === '---' ? lines.slice(1, LONGEST).findIndex((line) => line.trim() === '---') : -1;
  const head = lines.slice(1, end + 1);
  if (end < 1 || !head.every((line) => /^\s|^[\w-]+:|^- |^#|^$/.test(line)) || !head.some(isKnown)) return { frontMatter, lines };
  for (const line of head) {
    const field = FIELD.exec(line);
    if (field) frontMatter.set((field[1] ?? '').toLowerCase(), (field[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  return { frontMatter, lines: lines.slice(end + 2) };
}

/** Whether a text begins with such fields. */
export function hasFrontMatter(text: string): boolean {
  if (!text.startsWith('---\n')) return false;
  const lines = text.split('\n', LONGEST + 1);
  return readFrontMatter(lines).lines.length < lines.length;
}

const isKnown = (line: string): boolean => KNOWN.test(line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase());
