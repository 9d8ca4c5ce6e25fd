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
  const launcher = await read('server/bin/package.mjs');
  expect(launcher).toContain("FLAGS.join(' ')");
  expect(FLAGS).toContain('--enable-source-maps');
  for (const [name, value] of Object.entries(environmentOf({}))) expect(launcher).toContain(`${name}=${value} exec`);
  expect(await read('docs/deploy/countersign.service')).toContain('ExecStart=/opt/countersign/bin/countersign\n');
  expect(await read('docs/deploy/Dockerfile')).toContain('CMD ["/opt/countersign/bin/countersign"]');
});
