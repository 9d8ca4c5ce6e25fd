import { expect } from 'vitest';
import { prove } from '../proofs/prove.ts';
import { useTestDatabase } from '../test-database.ts';
import { everyQuery, useReading } from './reading.ts';

const reading = useReading(useTestDatabase());

prove('K6', 'no query of GraphQL changes a row, for any caller', async () => {
  const { asked, answered, changed } = await reading.askAll(everyQuery(reading), () => reading.readers);
  expect(changed).toEqual([]);
  return `${asked} queries by ${reading.readers.length} callers, ${answered} answered, ${changed.length} changed a row`;
});
