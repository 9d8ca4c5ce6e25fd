import { expect } from 'vitest';
import { AMBIGUITIES, DUPLICATE_CLASSES, publishInDoubt } from '../../testing/proofs/ambiguity.ts';
import { inWords, NETWORK_DOUBTS, publishInDoubtOnNetworks } from '../../testing/proofs/every-network.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();

prove('P2', 'ambiguity is named', async (count) => {
  const jobs = count(1_000, 2);
  const lines: string[] = [];
  for (const duplicateClass of DUPLICATE_CLASSES) {
    const words: string[] = [];
    for (const failure of AMBIGUITIES) {
      const { states, ...counts } = await publishInDoubt(database, duplicateClass, failure, jobs);
      expect(counts).toEqual({ jobs, duplicates: 0, nameless: 0, wrong: 0, problems: [] });
      words.push(
        `${failure}: ${Object.entries(states)
          .map(([state, times]) => `${times} ${state}`)
          .join(' ')}`,
      );
    }
    lines.push(`${duplicateClass}: ${words.join('; ')}`);
  }
  const total = jobs * AMBIGUITIES.length * DUPLICATE_CLASSES.length;
  return [`${total} jobs, ${jobs} of each kind: 0 duplicates, all in a named state within 5 minutes, every sum right`, ...lines];
});

prove('doubts', 'no network has a post twice whose answer was unclear', async (count) => {
  const jobs = count(20);
  const lines: string[] = [];
  for (const knob of NETWORK_DOUBTS) {
    const { networks, states, unknown, ...faults } = await publishInDoubtOnNetworks(database, knob, jobs);
    expect(faults, knob).toEqual({ duplicates: [], wrong: [], nameless: [], problems: [] });
    lines.push(`each of ${networks} networks ${knob}: ${inWords(states)}; unknown: ${inWords(unknown)}`);
  }
  return lines;
});
