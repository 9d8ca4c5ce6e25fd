import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SERVER_SOURCE } from './server-sources.mjs';

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/**
 * A plugin for the bundler. A package used by our sources is either bundled or loaded from node_modules: otherwise
 * there would be two copies, and `instanceof` would fail between them. `packages`: the names of those that are not
 * bundled.
 */
export function inOneWorld(packages) {
  return {
    name: 'in-one-world',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const asked = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
      const loaded = loadedWith(packages.filter((name) => asked.some((id) => id === name || id.startsWith(`${name}/`))));
      const ours = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith(SERVER_SOURCE));
      const imported = ours.flatMap((id) => {
        const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id);
        return [...importedIds, ...dynamicallyImportedIds];
      });
      const bundled = new Set(imported.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []).map((folder) => realpathSync(folder)));
      const inBoth = [...bundled]
        .filter((folder) => loaded.has(folder))
        .map((folder) => `${manifestOf(folder).name} (by ${loaded.get(folder)})`);
      if (inBoth.length > 0) this.error(`Bundled, and loaded from node_modules as well: ${inBoth.join(', ')}. See server-sources.mjs.`);
    },
  };
}

/** The folders of these packages and of all that they depend on, each with the one of them that loads it. */
function loadedWith(names) {
  const found = new Map();
  const add = (name, from, by) => {
    const paths = createRequire(from).resolve.paths(name) ?? [];
    const installed = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
    const folder = installed && realpathSync(installed);
    if (!folder || found.has(folder)) return;
    found.set(folder, by);
    const { dependencies, optionalDependencies, peerDependencies } = manifestOf(folder);
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(each, join(folder, '_'), by);
  };
  for (const name of names) add(name, join(SERVER_SOURCE, '_'), name);
  return found;
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
