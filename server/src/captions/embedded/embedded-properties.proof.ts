import { prove } from '../../testing/proofs/prove.ts';
import { WORDS_OF_ANY_SOURCE } from '../../testing/proofs/words-of-any-source.ts';

prove('sources', 'whatever the source, nothing is invented and no limit is exceeded', async (count) => {
  const sources = count(5_000, 300);
  const lines: string[] = [];
  for (const [promise, holds] of Object.entries(WORDS_OF_ANY_SOURCE)) {
    await holds(sources);
    lines.push(`${promise}: ${sources} random sources`);
  }
  return lines;
});
