// Builds the server: types are taken off and what runs stays file by file, under dist/. Checking types is npm test's part:
// it takes more memory than a small machine has, and what runs needs none of it. Runs on the pinned Node, after the install.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'oxc-transform';
import { builtSources, isBuilt, SERVER_SOURCE as SOURCE } from './server-sources.mjs';

const BUILT = join(import.meta.dirname, '..', 'dist');

/** `--also testing/x.ts`: an entry that a proof starts beside the service. */
const also = process.argv.flatMap((argument, index, all) => (all[index - 1] === '--also' ? [argument] : []));
const files = [...builtSources(), ...also];
const wanted = new Set(files.map(builtName));
for (const file of existsSync(BUILT) ? globSync('**/*.js', { cwd: BUILT }) : []) {
  // Of a source that is gone, or was moved.
  if (!wanted.has(file)) for (const name of [file, `${file}.map`]) rmSync(join(BUILT, name), { force: true });
}
for (const file of files) build(file);

if (process.argv.includes('--watch')) {
  watch(SOURCE, { recursive: true }, (_event, file) => {
    if (file && isBuilt(file) && existsSync(join(SOURCE, file))) build(file);
  });
}

function builtName(file) {
  return file.replace(/\.ts$/, '.js');
}

function build(file) {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  const { code, map, errors } = transformSync(join(SOURCE, file), text, {
    target: 'es2024',
    sourcemap: true,
    decorator: { legacy: true },
    typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
  });
  if (errors.length > 0) {
    process.stderr.write(`${file}: ${errors.map(({ message }) => message).join('; ')}\n`);
    process.exitCode = 1;
    return;
  }
  const target = join(BUILT, builtName(file));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.map`, JSON.stringify(map));
  writeFileSync(target, `${code}\n//# sourceMappingURL=${builtName(file).split(/[\\/]/).at(-1)}.map\n`);
}
