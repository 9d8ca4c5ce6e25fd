// Builds the server: types are stripped, and everything that a start loads, including packages, is bundled into a few
// files under dist/. Types are checked by npm test: that takes more memory than a small machine has. Runs on the
// pinned Node.js, after the install.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolldown, watch } from 'rolldown';
import { inOneWorld } from './in-one-world.mjs';
import { PACKAGES, PROGRAMS, SERVER_SOURCE as SOURCE } from './server-sources.mjs';

const BUILT = join(import.meta.dirname, '..', 'dist');
/** The files of the last build. */
const LIST = join(BUILT, '.built-files.json');

/** Every connector as it is shipped, for the tests that run against the build (bin/from-the-build.mjs). */
const CONNECTORS = 'connectors-for-tests';

const IS_OF_PACKAGE = /[\\/]node_modules[\\/]/;
/** The name of chunks with packages only. */
const OF_PACKAGES = 'packages';

/** `--also testing/x.ts`: another program that a soak test starts, built with the service. */
const also = process.argv.flatMap((argument, index, all) => (all[index - 1] === '--also' ? [argument] : []));

const options = {
  input: {
    ...Object.fromEntries([...PROGRAMS, ...also].map((file) => [nameOf(file), join(SOURCE, file)])),
    'platforms/connectors': CONNECTORS,
  },
  platform: 'node',
  tsconfig: false,
  external: (id, importer) =>
    id === 'class-validator' || (PACKAGES.some((name) => id === name || id.startsWith(`${name}/`)) && isOurVersion(id, importer)),
  resolve: { alias: { punycode: punycodePackage() } },
  transform: { target: 'es2024', decorator: { legacy: true }, typescript: { onlyRemoveTypeImports: true } },
  plugins: [connectorsForTests(), inOneWorld(PACKAGES), withoutMapsOfPackages(), inAscii(), keepingTheLastBuild()],
  output: {
    dir: BUILT,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    keepNames: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => (name.startsWith(OF_PACKAGES) ? `parts/${OF_PACKAGES}-[hash].js` : 'parts/[name]-[hash].js'),
    // Apart from ours, and only with the programs that want them.
    codeSplitting: { groups: [{ name: OF_PACKAGES, test: IS_OF_PACKAGE, entriesAware: true }] },
  },
};

if (process.argv.includes('--watch')) {
  watch(options).on('event', async ({ code, error, result }) => {
    if (code === 'ERROR') process.stderr.write(`${error.message}\n`);
    await result?.close();
  });
} else {
  const bundle = await rolldown(options);
  await bundle.write(options.output);
  await bundle.close();
}

function nameOf(file) {
  return file.replace(/\.ts$/, '').replaceAll('\\', '/');
}

function isOurs(file) {
  return file?.startsWith(SOURCE) ?? false;
}

/** Another version required by a package is bundled with it. */
function isOurVersion(id, importer) {
  if (isOurs(importer)) return true;
  const resolve = (from) => createRequire(from).resolve(id);
  return resolve(importer) === resolve(SOURCE);
}

/** Added by the bundler itself. */
function isHelper(id) {
  return id.startsWith('\0');
}

/** Node.js has a deprecated built-in of this name, which warns; resolves the npm package instead. */
function punycodePackage() {
  const ours = createRequire(import.meta.url);
  return createRequire(ours.resolve('twitter-text')).resolve('punycode/');
}

function connectorsForTests() {
  return {
    name: 'connectors-for-tests',
    resolveId: (id) => (id === CONNECTORS ? join(SOURCE, 'platforms', 'connectors.js') : undefined),
    load(id) {
      if (id !== join(SOURCE, 'platforms', 'connectors.js')) return undefined;
      const files = ['outbound/outbound.ts', ...globSync('platforms/*/*-platform.ts', { cwd: SOURCE })];
      return files.map((file) => `export * from ${JSON.stringify(join(SOURCE, file))};`).join('\n');
    },
  };
}

/**
 * Stack traces name our sources, but only the chunk for packages: their source maps would take a tenth of the
 * service's memory, and even an empty one makes Node.js store the length of each line.
 */
function withoutMapsOfPackages() {
  return {
    name: 'without-maps-of-packages',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.moduleIds.every((id) => IS_OF_PACKAGE.test(id) || isHelper(id))) continue;
        file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
        delete bundle[`${file.fileName}.map`];
      }
    },
    load: {
      filter: { id: /[\\/]node_modules[\\/].*\.[cm]?js$/ },
      handler: (id) => ({ code: readFileSync(id, 'utf8'), map: { mappings: '' } }),
    },
  };
}

/** One non-Latin character makes V8 store a whole file with two bytes per character: 27 MB of an idle service. */
function inAscii() {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'in-ascii',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    },
  };
}

/** A running service keeps loading chunks of its own build: these are deleted by the build after this one. */
function keepingTheLastBuild() {
  return {
    name: 'keeping-the-last-build',
    writeBundle(_options, bundle) {
      const files = Object.keys(bundle).map((name) => join(name));
      const last = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [];
      const kept = new Set([...files, ...last]);
      for (const file of globSync('**/*.{js,map}', { cwd: BUILT })) if (!kept.has(file)) rmSync(join(BUILT, file));
      writeFileSync(LIST, JSON.stringify(files));
      // V8's code cache of other builds (process/keep-compiled.ts) is useless now.
      rmSync(join(BUILT, '.compiled'), { recursive: true, force: true });
    },
  };
}
