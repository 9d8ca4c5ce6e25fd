const MAX_LENGTH = 80;

/** The first non-empty line, without Markdown's heading marks, cut between words. */
export function draftTitle(sourceText: string): string {
  const line =
    sourceText
      .split(/\r?\n/, 50)
      .map((text) => text.replace(/^[#>*\-\s]+/, '').trim())
      .find((text) => text !== '') ?? sourceText.trim();
  if (line.length <= MAX_LENGTH) return line;
  const head = Array.from(line.slice(0, MAX_LENGTH)).slice(0, -1).join('');
  const lastSpace = head.lastIndexOf(' ');
  return `${(lastSpace > MAX_LENGTH / 2 ? head.slice(0, lastSpace) : head).trimEnd()}…`;
}
