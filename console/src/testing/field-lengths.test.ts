import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** Fields for finding or confirming something, which are not stored: the server has no rule for their length. */
const KEPT_NOWHERE = ['features/approvals/list/list-tools.tsx', 'features/shared/code-step.tsx'];

test('the maximum length of a field comes from the server’s rules', () => {
  const own = globSync('**/*.tsx', { cwd: SOURCES }).filter((file) =>
    /m(?:ax|in)Length=\{\d/.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(own.sort()).toEqual(KEPT_NOWHERE);
});
