import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'service-worker.js';
/**
 * Where the desk begins; what these import on demand must be there without a connection too. So has the button on selected
 * words, which a shared file imports.
 */
const DESK = ['src/app/shell/shell.tsx', 'src/app/routes/approvals-route.tsx', 'src/components/comments/chosen-words.tsx'];

/** Writes into the service worker what it keeps: the version of this build, and the files that the desk loads on demand. */
export function serviceWorker(): Plugin {
  let [version, onDemand]: [string, string[]] = ['', []];
  return {
    name: 'countersign:service-worker',
    apply: 'build',
    generateBundle: {
      // Once every other file is there.
      order: 'post',
      handler(_options, bundle) {
        const hash = createHash('sha256');
        for (const fileName of Object.keys(bundle).toSorted()) {
          const file = bundle[fileName];
          hash.update(`${fileName}\n`).update(file?.type === 'asset' ? file.source : (file?.code ?? ''));
        }
        version = hash.digest('hex').slice(0, 16);
        const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
        const found = new Set<string>();
        const follow = (fileName: string): void => {
          const chunk = chunks.get(fileName);
          if (!chunk || found.has(fileName)) return;
          found.add(fileName);
          for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
          for (const other of chunk.imports) follow(other);
        };
        for (const source of DESK) {
          const begin = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
          if (!begin) throw new Error(`No file of the build begins with ${source}.`);
          for (const fileName of [begin.fileName, ...begin.dynamicImports]) follow(fileName);
        }
        onDemand = [...found].toSorted().map((fileName) => `/${fileName}`);
      },
    },
    writeBundle: {
      // Before it is compressed.
      order: 'pre',
      sequential: true,
      handler: async ({ dir = '' }) => {
        const path = join(dir, FILE);
        const source = await readFile(path, 'utf8');
        const written = source
          .replace("VERSION = 'development'", `VERSION = '${version}'`)
          .replace('ON_DEMAND = []', `ON_DEMAND = ${JSON.stringify(onDemand)}`);
        if (!written.includes(version) || !written.includes('ON_DEMAND = ["'))
          throw new Error(`${FILE} has no place for the version and the files.`);
        await writeFile(path, written);
      },
    },
  };
}
