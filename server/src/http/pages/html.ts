import { escapeHtml } from '../../escape-html.ts';

/** A text with `code` between backticks. */
export const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

export const codeBlock = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

/** A table whose cells are markup already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((name) => `<th scope="col">${name}</th>`).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
