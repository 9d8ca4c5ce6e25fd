import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('every dialog and drawer names its close button, or has none', () => {
  const opened = globSync('**/*.tsx', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/<(?:Dialog|Modal|Drawer)\s[^<]*?\n? *>\n/g)].map(([tag]) => ({ file, tag })),
  );
  expect(opened.length).toBeGreaterThan(12);
  expect(
    opened.filter(({ tag }) => !/closeButtonProps|withCloseButton=\{false\}|\{\.\.\.props\}/.test(tag)).map(({ file }) => file),
  ).toEqual([]);
});
