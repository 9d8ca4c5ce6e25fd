/** RFC 4180, every cell in quotes. What a spreadsheet would take for a formula gets a quote before it, so that it stays a text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replace(/^[\s]*[=+\-@\t\r]/, (start) => `'${start}`).replaceAll('"', '""')}"`).join(',')}\r\n`;
}
