import type { Plugin } from 'vite';
import { ERRORS } from '../../../server/src/errors.ts';

const MARK = '<!-- errors -->';

/**
 * Writes the section of every error code into the documentation, from the server's own table: what
 * `type` of a problem document leads to is always there, and always says what the server says.
 */
export function publicPages(): Plugin {
  return {
    name: 'countersign:public-pages',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(MARK, () => errorSections()) },
  };
}

/** One section a code, in the table's order, which is that of the HTTP statuses. */
function errorSections(): string {
  return Object.entries(ERRORS)
    .map(
      ([code, { status, message, remedy }]) =>
        `<section class="error" id="${code}"><h3><code>${code}</code> <span class="status">${status}</span></h3>` +
        `<p>${escapeHtml(message)} <strong>What to do:</strong> ${escapeHtml(remedy)}</p></section>`,
    )
    .join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
