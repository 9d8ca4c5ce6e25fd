import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/**
 * The folders from top to bottom. A file may import from its own folder and from lower layers; folders of one layer
 * do not import each other. Only publishing/ uses approvals, credits and safety together: permission and money meet
 * in one place.
 */
const LAYERS: string[][] = [
  ['testing'],
  ['cli'],
  ['backup'],
  ['.'],
  ['process'],
  ['mcp'],
  ['graphql', 'http', 'worker'],
  ['notices'],
  ['account-data'],
  ['publishing'],
  ['comments'],
  ['approvals', 'credits', 'safety', 'launch'],
  ['payloads'],
  ['mentions'],
  ['captions', 'connections', 'links', 'sandbox', 'webhooks'],
  ['drafts', 'platforms', 'media'],
  ['workspaces'],
  ['access'],
  ['audit', 'events', 'planning'],
  ['db', 'outbound'],
];

/** What every layer may import: files at the root of the source, and folders that depend only on these. */
const GROUND = [
  'config',
  'sealing',
  'languages',
  'long-work',
  'clock.ts',
  'context.ts',
  'error-table.ts',
  'errors.ts',
  'field-rules.ts',
  'coalesce.ts',
  'load-ahead.ts',
  'metrics.ts',
  'log.ts',
  'confusables.ts',
  'new-id.ts',
  'memoize.ts',
  'server-folder.ts',
  'csv.ts',
  'state-table.ts',
  'tracing.ts',
];

/** The list of tables is next to the ORM that needs it; otherwise `db` imports nothing above it. */
const WIRING = 'db/entities.ts';

/** `.` for the composition root: app.ts, main.ts, serve.ts, web.ts. */
const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '.') : '.');
const layerOf = (file: string): number => LAYERS.findIndex((layer) => layer.includes(folderOf(file)));
const isGround = (file: string): boolean => GROUND.includes(file) || GROUND.includes(folderOf(file));

function importsOf(file: string): string[] {
  const source = readFileSync(join(SOURCE, file), 'utf8');
  // Types vanish at run time and may point upwards, for instance from context.ts.
  const statements = source.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?from\s+['"](\.[^'"]+)['"]/gms);
  return [...statements].map(([, specifier = '']) => normalize(join(dirname(file), specifier)));
}

it('imports point downwards only', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !/\.(test|proof)\.ts$/.test(file) && folderOf(file) !== 'testing');
  expect(files.length).toBeGreaterThan(800);
  const wrong: string[] = [];
  for (const file of files) {
    if (file === WIRING) continue;
    if (!isGround(file) && layerOf(file) < 0) wrong.push(`${file} is in a folder without a layer`);
    for (const target of importsOf(file)) {
      if (isGround(target) || folderOf(file) === folderOf(target)) continue;
      if (isGround(file) || layerOf(target) <= layerOf(file)) wrong.push(`${file} -> ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Inside publishing/. The files at its root are its nouns and its entries, and may be used and use as they need. */
const PUBLISHING: string[][] = [
  ['evidence', 'standing'],
  ['review', 'reconciliation'],
  ['published'],
  ['sending'],
  ['jobs'],
  ['snapshot'],
  ['gates'],
];

it('the same holds inside publishing: approvals, sending and their foundations', () => {
  const partOf = (file: string): string | undefined => /^publishing\/([^/]+)\//.exec(file)?.[1];
  const levelOf = (part: string): number => PUBLISHING.findIndex((layer) => layer.includes(part));
  const files = globSync('publishing/*/**/*.ts', { cwd: SOURCE }).filter((file) => !/\.(test|proof)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(80);
  const wrong: string[] = [];
  for (const file of files) {
    const from = partOf(file) ?? '';
    if (levelOf(from) < 0) wrong.push(`${file} is in a folder without a layer`);
    for (const target of importsOf(file)) {
      const to = partOf(target);
      if (to !== undefined && to !== from && levelOf(to) <= levelOf(from)) wrong.push(`${file} -> ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});
