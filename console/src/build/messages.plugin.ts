import { join } from 'node:path';
import type { Plugin } from 'vite';
import { writeMessages } from './messages.ts';

const CATALOGUES = join(import.meta.dirname, '../languages');

/** Builds the messages from the catalogues, and again when one of them is changed. */
export function messages(): Plugin {
  return {
    name: 'messages',
    buildStart: writeMessages,
    configureServer({ watcher }) {
      watcher.on('change', (path) => {
        if (path.startsWith(CATALOGUES) && path.endsWith('.json')) writeMessages();
      });
    },
  };
}
