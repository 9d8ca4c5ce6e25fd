import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSecretFile, withSecretFile } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pathOf = (name: string): string => join(folder, name);

it('reads a secret without the line end that an editor adds, and with every space in it', async () => {
  writeFileSync(pathOf('unix'), ' a secret \n');
  writeFileSync(pathOf('windows'), 'a secret\r\n');
  expect(await readSecretFile(pathOf('unix'), 'f')).toBe(' a secret ');
  expect(await readSecretFile(pathOf('windows'), 'f')).toBe('a secret');
});

it('names the flag and the file when it cannot be read', async () => {
  await expect(readSecretFile(pathOf('none'), 'owner-password-file')).rejects.toThrow(
    `--owner-password-file: ${pathOf('none')} cannot be read (ENOENT).`,
  );
  await expect(readSecretFile(folder, 'f')).rejects.toThrow('EISDIR');
});

it('creates a new file readable only by its owner, empty before there is a secret', async () => {
  const result = await withSecretFile(pathOf('key'), 'key-file', async (write) => {
    expect(readFileSync(pathOf('key'), 'utf8')).toBe('');
    await write('the key');
    return 'done';
  });
  expect(result).toBe('done');
  expect(readFileSync(pathOf('key'), 'utf8')).toBe('the key\n');
  expect(statSync(pathOf('key')).mode & 0o777).toBe(0o600);
});

it('deletes the file when the work fails, even after the secret was written', async () => {
  const work = withSecretFile(pathOf('failed'), 'key-file', async (write) => {
    await write('the key');
    throw new Error('the commit failed');
  });
  await expect(work).rejects.toThrow('the commit failed');
  expect(existsSync(pathOf('failed'))).toBe(false);
});

it('refuses an existing file and a missing folder, before any work', async () => {
  writeFileSync(pathOf('mine'), 'mine');
  let worked = false;
  const work = async (): Promise<void> => {
    worked = true;
  };
  await expect(withSecretFile(pathOf('mine'), 'key-file', work)).rejects.toThrow('exists already');
  await expect(withSecretFile(pathOf('no/such'), 'key-file', work)).rejects.toThrow('ENOENT');
  expect(worked).toBe(false);
  expect(readFileSync(pathOf('mine'), 'utf8')).toBe('mine');
});

it('contains only the last secret if the work was repeated', async () => {
  await withSecretFile(pathOf('again'), 'key-file', async (write) => {
    await write('a longer key of a try that was given up');
    await write('the key');
  });
  expect(readFileSync(pathOf('again'), 'utf8')).toBe('the key\n');
});
