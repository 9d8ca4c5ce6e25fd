import { describe, expect, it } from 'vitest';
import { AMBIGUITIES, DUPLICATE_CLASSES, publishInDoubt } from '../../testing/proofs/ambiguity.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Promise P2 in short. */
const database = useTestDatabase();

describe.each(DUPLICATE_CLASSES)('on a network that is %s', (duplicateClass) => {
  it.each(AMBIGUITIES)('%s creates no second post, and has a named outcome', async (failure) => {
    const { states, ...counts } = await publishInDoubt(database, duplicateClass, failure, 1);
    expect(counts).toEqual({ jobs: 1, duplicates: 0, nameless: 0, wrong: 0, problems: [] });
    // Only platforms without a reliable lookup may leave the outcome to a person.
    const isSure = failure === 'double_answer' || failure === 'rate_limited' || ['idempotent', 'askable'].includes(duplicateClass);
    if (isSure) expect(states).toEqual({ published: 1 });
  });
});
