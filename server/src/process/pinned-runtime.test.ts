import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

it('installs packages for the Node that they run on, not for the one that installs them', async () => {
  const { devDependencies } = JSON.parse(await read('package.json')) as { devDependencies: Record<string, string> };
  const [, nodeVersion] = /^nodeVersion: (\S+)$/m.exec(await read('pnpm-workspace.yaml')) ?? [];
  expect(nodeVersion).toBe(devDependencies.node);
  expect(process.version).toBe(`v${nodeVersion}`);
});
