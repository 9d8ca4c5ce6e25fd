import { afterEach, expect } from 'vitest';
import { type Fleet, letFleetAgentIn, startFleet } from '../../../testing/proofs/fleet.ts';
import { prove } from '../../../testing/proofs/prove.ts';

let fleet: Fleet | undefined;
afterEach(() => fleet?.close());

prove('H3', 'repeating a batch completes it after the process was killed', async (count) => {
  const kills = count(100, 2);
  fleet = await startFleet({ web: 1, workers: 0 });
  const { orm } = fleet;
  const agent = await letFleetAgentIn(fleet, 1);
  const [web] = fleet.programs;
  const made = async () => (await orm.em.fork().execute<{ n: number }[]>('select count(*)::int as n from drafts'))[0]?.n ?? 0;
  let [complete, inTheMiddle] = [0, 0];
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await made();
    const drafts = Array.from({ length: 100 }, (_, place) => ({ source_text: `Pier ${kill}, berth ${place}.`, platforms: ['sandbox'] }));
    const send = () =>
      fetch(`${web?.url}/api/v1/drafts/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json', 'idempotency-key': `batch-${kill}` },
        body: JSON.stringify({ workspace_id: agent.workspaceId, drafts }),
      });
    const broken = send().catch(() => 'died');
    await expect.poll(made, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + (kill % 90));
    await web?.kill();
    if ((await broken) === 'died' && (await made()) < before + 100) inTheMiddle += 1;
    await web?.start();
    const answer = (await (await send()).json()) as { created: number };
    if (answer.created === 100 && (await made()) === before + 100) complete += 1;
  }
  expect(complete).toBe(kills);
  // Else it would prove nothing.
  expect(inTheMiddle).toBeGreaterThan(kills / 2);
  return `killed ${kills} times while it made 100 drafts, ${inTheMiddle} of them with some made and some not: after the repeat there were exactly 100, ${complete} of ${kills}`;
});
