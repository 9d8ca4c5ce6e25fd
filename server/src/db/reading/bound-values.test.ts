import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import { ask } from './ask.ts';
import { textArray } from './bound-values.ts';

const database = useTestDatabase();

it('writes an array as PostgreSQL reads it, whatever is in the texts', async () => {
  const letters = fc.constantFrom(',', '{', '}', '"', '\\', "'", ' ', '\n', 'null', 'NULL', '%', '$1', 'ä', '🦋');
  const texts = fc.array(
    fc.array(letters, { maxLength: 8 }).map((parts) => parts.join('')),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const [row] = await ask<{ found: string[] }>(database.orm.em.fork(), 'select to_json($1::text[]) as found', [textArray(all)]);
      expect(row?.found).toEqual(all);
    }),
    { numRuns: 200 },
  );
});
