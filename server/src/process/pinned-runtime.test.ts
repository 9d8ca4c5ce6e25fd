import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

it('installs packages for the Node that they run on, not for the one that installs them', async () => {
  const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> };
  const [, nodeVersion] = /^nodeVersion: (\S+)$/m.exec(await read('pnpm-workspace.yaml')) ?? [];
  expect(nodeVersion).toBe(dependencies.node);
  expect(process.version).toBe(`v${nodeVersion}`);
});

it('machines and containers start the service as npm start does', async () => {
  const { environmentOf, FLAGS } = (await import(join(ROOT, 'server/bin/toolchain.mjs'))) as {
    environmentOf(env: object): Record<string, string>;
    FLAGS: string[];
  };
  const unit = await read('docs/deploy/countersign.service');
  const image = await read('docs/deploy/Dockerfile');
  expect(unit).toContain(`node ${FLAGS.join(' ')} server/dist/main.js`);
  expect(image).toContain(`node", ${FLAGS.map((flag) => `"${flag}", `).join('')}"server/dist/main.js"]`);
  for (const [name, value] of Object.entries(environmentOf({})))
    for (const text of [unit, image]) expect(text).toContain(`${name}=${value}`);
});
