import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Plugin } from 'vite';

const ROUTER = 'src/app/router.tsx';
const SHELL = './shell/shell.tsx';
/** A screen behind the sign-in: its path, and the file that it is loaded from. */
const SCREEN = /getParentRoute: \(\) => shell,\s+path: '([^']+)',[^}]*?import\('([^']+)'\)/g;

/**
 * Writes down which files each screen behind the sign-in is made of, for a server that sees a session when the page is asked for: so they
 * are on their way with the first file, and not only once it runs and knows who is there.
 */
export function pageFiles(): Plugin {
  return {
    name: 'countersign:page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
      const filesOf = (fileName: string, found = new Set<string>()): Set<string> => {
        const chunk = chunks.get(fileName);
        if (!chunk || found.has(fileName)) return found;
        found.add(fileName);
        for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
        for (const other of chunk.imports) filesOf(other, found);
        return found;
      };
      const begunBy = (source: string): Set<string> => {
        const path = `/src/${posix.join('app', source)}`;
        const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
        if (!chunk) throw new Error(`No file of the build begins with ${path}.`);
        return filesOf(chunk.fileName);
      };
      const entry = [...chunks.values()].find(({ isEntry, name }) => isEntry && name === 'console');
      const first = filesOf(entry?.fileName ?? '');
      const screens = [...readFileSync(ROUTER, 'utf8').matchAll(SCREEN)].map(([, path = '', source = '']) => ({
        path,
        files: [...new Set([...begunBy(SHELL), ...begunBy(source)])].filter((file) => !first.has(file)),
      }));
      this.emitFile({ type: 'asset', fileName: '.page-files.json', source: JSON.stringify(screens) });
    },
  };
}
