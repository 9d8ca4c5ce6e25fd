import { expect } from 'vitest';
import { HOLDING_COMMENTS, INTERFERENCES, raceComment, raceSend } from '../../testing/proofs/gate-races.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();

prove('P7', 'gates cannot be raced', async (count) => {
  const lines: string[] = [];
  for (const name of Object.keys(INTERFERENCES)) {
    const { races, sent, held, after } = await raceSend(database, name, count(1_000, 10));
    expect([sent > 0, held > 0, after]).toEqual([true, true, 0]);
    lines.push(
      `${name} against the send, ${races} times: ${sent} were sent before it, ${held} not at all, ${after} intents committed after`,
    );
  }
  for (const name of HOLDING_COMMENTS) {
    const { races, sent, held, after } = await raceComment(database, name, count(200, 10));
    expect([sent > 0, held > 0, after]).toEqual([true, true, 0]);
    lines.push(
      `${name} against the first comment, ${races} times: ${sent} were sent before it, ${held} not, ${after} intents committed after`,
    );
  }
  return lines;
});
