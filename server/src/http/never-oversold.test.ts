import { expect, it } from 'vitest';
import { addCredits, correctCredits } from '../credits/add-credits.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine } from '../testing/engine.ts';
import { givenAgent } from '../testing/factories.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { buildServer } from './server.ts';

const database = useTestDatabase();
const AGENTS = 20;
const CREDITS = 25;

it('publishes only what was paid for when 20 agents submit concurrently over HTTP (P5)', async () => {
  const { services, deliver } = createEngine(database);
  const { accountId, workspace, workspaceId, ledger } = await givenStage(services, { packs: 0, workspace: { allowsAuto: true } });
  await actAs(services, { kind: 'operator' }, async (ctx) => {
    await addCredits(ctx, { accountId, product: 'api_autoposting_topup', quantity: 1 });
    await correctCredits(ctx, { accountId, bucket: 'topup', amount: CREDITS - 125, reason: 'For this test.' });
  });
  const app = await buildServer(services);
  const scopes = ['drafts:write', 'captions:write', 'jobs:write', 'read', 'publish:auto'] as const;
  // A client that gets Retry-After retries, with the same key.
  const post = async (authorization: string, number: number): Promise<number> => {
    const text = `Boat ${number} leaves at nine.`;
    const payload = {
      workspace_id: workspaceId,
      source_text: text,
      platforms: ['sandbox'],
      publish_mode: 'auto',
      approval_required: false,
    };
    const headers = { authorization, 'idempotency-key': `boat-${number}` };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/v1/drafts', headers, payload });
    return statusCode === 503 ? post(authorization, number) : statusCode;
  };
  const agents = await Promise.all(Array.from({ length: AGENTS }, () => givenAgent(services, workspace, { scopes: [...scopes] })));
  const answers = await Promise.all([...agents, ...agents].map(({ authorization }, number) => post(authorization, number)));
  expect(new Set(answers)).toEqual(new Set([201]));

  const waiting = await services.orm.em.fork().find(Publication, { accountId });
  const states = await Promise.all(waiting.map(({ id }) => deliver(id)));
  const published = states.filter((state) => state === 'published').length;
  console.log(`P5 over HTTP: ${AGENTS} agents asked for ${answers.length} posts on ${CREDITS} credits: ${published} published`);
  expect(published).toBe(CREDITS);
  expect(await services.orm.em.fork().count(Publication, { accountId, state: 'published' })).toBe(CREDITS);
  expect((await ledger()).problems).toEqual([]);
  await app.close();
});
