import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'es2023', module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  },
  include: ['**/*.ts'],
};

/** The errors of the compiler with "strict" for all TypeScript in a folder; empty if there are none. */
export async function compileStrictly(folder: string): Promise<string> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], { maxBuffer: 10_000_000 }, (error, stdout) =>
      resolve(error ? stdout || error.message : ''),
    );
  });
}
