import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'countersign-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('works without a single setting', () => {
  expect(loadConfig({ DATA_DIR: dataDir })).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4000',
    role: 'all',
    databaseUrl: null,
    trustedProxies: [],
    logLevel: 'info',
  });
});

it('makes a master key once, for its owner only, and keeps it', () => {
  const first = loadConfig({ DATA_DIR: dataDir }).masterKey;
  expect(loadConfig({ DATA_DIR: dataDir }).masterKey).toEqual(first);
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, 'master.key'), 'utf8').trim()).toBe(first.toString('base64'));
});

it.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['ROLE', 'boss'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['PUBLIC_URL', 'posts.example.org'],
  ['PUBLIC_URL', 'https://posts.example.org/path'],
  ['MASTER_KEY', 'c2hvcnQ='],
  ['LOG_LEVEL', 'loud'],
])('names %s when it is "%s"', (name, value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, [name]: value })).toThrow(name);
});
