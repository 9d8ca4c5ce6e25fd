import { expect } from 'vitest';
import { systemClock } from '../clock.ts';
import { addCredits } from '../credits/add-credits.ts';
import { buildServer } from '../http/server.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { SandboxPost } from '../sandbox/sandbox.entities.ts';
import { actAs } from '../testing/actors.ts';
import { givenAgent } from '../testing/factories.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createQueue } from './queue.ts';
import { startWorker } from './start-worker.ts';

const AGENTS = 20;
const CREDITS = 125;

const database = useTestDatabase();

prove('P5', 'credits are never oversold over HTTP', async (count) => {
  const drafts = count(2_000, 160);
  const base = createTestServices(database, { clock: systemClock });
  const queue = createQueue({ url: database.url, role: 'all', log: base.log });
  await queue.start();
  const services = { ...base, queue };
  const stage = await givenStage(services, { packs: 0, workspace: { allowsAuto: true } });
  await actAs(services, { kind: 'operator' }, (ctx) =>
    addCredits(ctx, { accountId: stage.accountId, product: 'api_autoposting_topup', quantity: 1 }),
  );
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, () =>
      givenAgent(services, stage.workspace, { scopes: ['drafts:write', 'captions:write', 'jobs:write', 'publish:auto'] }),
    ),
  );
  const app = await buildServer(services);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const worker = await startWorker(services, queue);
  const statuses = await Promise.all(
    agents.map(({ authorization }, agent) => submitMany(url, authorization, stage.workspaceId, agent, drafts / AGENTS)),
  );
  const published = () => services.orm.em.fork().count(Publication, { state: 'published' });
  await expect.poll(published, { timeout: 300_000, interval: 200 }).toBe(CREDITS);
  // Time for one too many, if there were one.
  await worker.stop();
  const [posts, ledger] = [await services.orm.em.fork().count(SandboxPost, {}), await stage.ledger()];
  await app.close();
  await queue.stop();
  const taken = statuses.flat().filter((status) => status === 201).length;
  expect([taken, await published(), posts, ledger.problems]).toEqual([Math.ceil(drafts / AGENTS) * AGENTS, CREDITS, CREDITS, []]);
  return `${AGENTS} agents queued ${taken} posts over HTTP on ${CREDITS} credits: ${posts} went out, the rest waits for credits, every sum right`;
});

async function submitMany(url: string, authorization: string, workspaceId: string, agent: number, drafts: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < drafts; number += 1) {
    const body = {
      workspace_id: workspaceId,
      source_text: `Pier ${agent} opens on day ${number}, and everyone who likes boats may come.`,
      platforms: ['sandbox'],
      approval_required: false,
      publish_mode: 'auto',
    };
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/drafts`, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}
