import type { Plugin } from 'vite';
import { ERRORS } from '../../../server/src/errors.ts';

/** The content that replaces each of these comments when a page is built. */
const PARTS: Record<string, () => string> = {
  '<!-- errors -->': renderErrors,
};

/** Fills the public pages at build time; the result is plain HTML without scripts. */
export function publicPages(): Plugin {
  return {
    name: 'countersign:public-pages',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => Object.entries(PARTS).reduce((page, [mark, render]) => page.replace(mark, render), html),
    },
  };
}

/**
 * A section for every error code, from the server's table: the target of a problem document's `type`, always in step
 * with the server.
 */
function renderErrors(): string {
  return Object.entries(ERRORS)
    .map(
      ([code, { status, message, remedy }]) =>
        `<section class="error" id="${code}"><h3><code>${code}</code> <span class="status">${status}</span></h3>` +
        `<p>${escapeHtml(message)} <strong>What to do:</strong> ${escapeHtml(remedy)}</p></section>`,
    )
    .join('\n');
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
