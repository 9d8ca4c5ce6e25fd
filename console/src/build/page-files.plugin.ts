import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Plugin } from 'vite';

const ROUTER = 'src/app/router.tsx';
const SHELL = './shell/shell.tsx';
/** Of index.html: nothing is drawn before it. */
const COLOR_SCHEME = 'color-scheme.js';

/** The lazily loaded screens behind the sign-in: path and source file. */
function screensIn(router: string): { path: string; source: string }[] {
  const routes = router.split('createRoute(').filter((route) => route.includes('getParentRoute: () => shell') && route.includes('import('));
  return routes.map((route) => {
    const [, path] = /path: '([^']+)'/.exec(route) ?? [];
    const [, source] = /import\('([^']+)'\)/.exec(route) ?? [];
    if (!path || !source) throw new Error(`A screen of ${ROUTER} has no path or no file that can be read here:\n${route}`);
    return { path, source };
  });
}

/**
 * Lists the files of each screen behind the sign-in, for a server that sees a session when the page is requested:
 * they are preloaded with the entry, rather than once it runs and knows the viewer.
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
      // First what the first paint needs, then what all code needs.
      const first = [...filesOf(entry?.fileName ?? '')].sort((a, b) => Number(b.endsWith('.css')) - Number(a.endsWith('.css')));
      const screens = screensIn(readFileSync(ROUTER, 'utf8')).map(({ path, source }) => ({
        path,
        first: [COLOR_SCHEME, ...first],
        files: [...new Set([...begunBy(SHELL), ...begunBy(source)])].filter((file) => !first.includes(file)),
      }));
      this.emitFile({ type: 'asset', fileName: '.page-files.json', source: JSON.stringify(screens) });
    },
  };
}
