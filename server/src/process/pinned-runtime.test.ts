import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

it('installs packages for the Node that they run on, not for the one that installs them', async () => {
  const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> };
  const [, nodeVersion] = /^nodeVersion: (\S+)$/m.exec(await read('pnpm-workspace.yaml')) ?? [];
  expect(nodeVersion).toBe(dependencies.node);
  expect(process.version).toBe(`v${nodeVersion}`);
});

/** Exports that Node 18 lacks, of the modules that scripts use. */
const NEWER_THAN_18 = {
  fs: ['glob', 'globSync', 'mkdtempDisposableSync', 'openAsBlob', 'openAsBlobSync', 'Utf8Stream'],
  'fs/promises': ['glob', 'mkdtempDisposable'],
  path: ['matchesGlob'],
  url: ['URLPattern', 'fileURLToPathBuffer'],
  util: ['styleText', 'getCallSites', 'parseEnv', 'diff', 'debounce', 'throttle', 'getSystemErrorMessage'],
  crypto: ['argon2', 'argon2Sync', 'randomUUIDv7', 'hash'],
  module: ['registerHooks', 'enableCompileCache', 'findPackageJSON', 'stripTypeScriptTypes'],
};

it('every script can be started by Node 18, which then starts the pinned one', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const files = new Set(Object.values(scripts).flatMap((script) => /^node (\S+)/.exec(script)?.[1] ?? []));
  expect(files.size).toBeGreaterThan(10);
  const newer: string[] = [];
  // A set is walked with what is added to it meanwhile.
  for (const file of files) {
    const source = await read(file);
    for (const [, names, module] of source.matchAll(/^import (?:\{ ?([^}]*?) ?\} from )?'([^']+)';$/gm)) {
      if (module?.startsWith('.')) files.add(join(dirname(file), module));
      const missing = NEWER_THAN_18[module?.replace('node:', '') as keyof typeof NEWER_THAN_18] ?? [];
      newer.push(
        ...(names ?? '')
          .split(', ')
          .filter((name) => missing.includes(name))
          .map((name) => `${file}: ${name}`),
      );
    }
    if (source.includes('import.meta.dirname')) newer.push(`${file}: import.meta.dirname`);
  }
  expect(newer).toEqual([]);
});

it('machines and containers start the service as npm start does', async () => {
  const { environmentOf, FLAGS } = (await import(join(ROOT, 'server/bin/toolchain.mjs'))) as {
    environmentOf(env: object): Record<string, string>;
    FLAGS: string[];
  };
  const launcher = await read('server/bin/package.mjs');
  expect(launcher).toContain("FLAGS.join(' ')");
  expect(FLAGS).toContain('--enable-source-maps');
  for (const [name, value] of Object.entries(environmentOf({}))) expect(launcher).toContain(`${name}=${value} exec`);
  expect(await read('docs/deploy/countersign.service')).toContain('ExecStart=/opt/countersign/bin/countersign\n');
  expect(await read('docs/deploy/Dockerfile')).toContain('CMD ["/opt/countersign/bin/countersign"]');
});
