import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const MODULE = 'virtual:emojis/';
/** The twelve of skin tones and the letters that flags are made of. */
const COMPONENTS = 2;

interface Emoji {
  unicode: string;
  label: string;
  tags?: string[];
  group?: number;
  order?: number;
}

/** `virtual:emojis/de`: the emojis with their names and keywords in that language, without what a picker does not show. */
export function emojis(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'countersign:emojis',
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    load: (id) => {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      const file = resolve(`emojibase-data/${id.slice(MODULE.length + 1)}/compact.json`);
      const all = JSON.parse(readFileSync(file, 'utf8')) as Emoji[];
      const shown = all.filter(({ group }) => group !== undefined && group !== COMPONENTS).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
      return `export default ${JSON.stringify(shown.map(({ unicode, label, tags = [] }) => [unicode, label, tags.join(' ')]))};`;
    },
  };
}
