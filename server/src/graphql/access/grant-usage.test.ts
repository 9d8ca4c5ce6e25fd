import { expect, it } from 'vitest';
import type { Scope } from '../../access/actor.ts';
import { DAY_MS } from '../../clock.ts';
import { obtainKey, startDevice, useOauth } from '../../testing/oauth.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const stage = useOauth(useTestDatabase());

const grants = (browser: Record<string, string>) =>
  stage.graphql(browser, 'query ($id: ID!) { workspace(id: $id) { grants { jobsToday creditsThisMonth } } }', {
    id: stage.home.workspaceId,
  });

async function submit(key: string): Promise<void> {
  const answer = await fetch(`${stage.url}/api/v1/drafts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      workspace_id: stage.home.workspaceId,
      source_text: 'The ferry runs every ten minutes from Monday.',
      platforms: ['sandbox'],
      approval_required: true,
      publish_mode: 'approval_queue',
    }),
  });
  expect(answer.status).toBe(201);
}

it('counts the jobs of each grant today, starting from zero each day', async () => {
  const scopes: Scope[] = ['read', 'drafts:write', 'captions:write', 'payloads:write', 'jobs:write'];
  const busy = await obtainKey(stage, { scopes });
  await submit(busy);
  await submit(busy);
  const idle = await obtainKey(stage, { scopes });
  const counted = (jobsToday: number) => ({ jobsToday, creditsThisMonth: 0 });
  expect((await grants(stage.owner)).body).toEqual({ data: { workspace: { grants: [counted(0), counted(2)] } } });
  const asAgent = { authorization: `Bearer ${idle}` };
  expect((await grants(asAgent)).body).toEqual({ data: { workspace: { grants: [counted(0)] } } });
  stage.clock.advance(DAY_MS);
  expect((await grants(await stage.signedIn())).body).toEqual({ data: { workspace: { grants: [counted(0), counted(0)] } } });
});

it('reports when an agent registered, and null for an unregistered one', async () => {
  const owner = await stage.signedIn();
  const ask = async (clientId: string) => {
    const { user_code: userCode } = await startDevice(stage, { client_id: clientId });
    return stage.graphql(owner, 'query ($userCode: String) { grantRequest(userCode: $userCode) { registeredAt } }', { userCode });
  };
  expect((await ask('tide')).body).toEqual({ data: { grantRequest: { registeredAt: null } } });
  const registered = await fetch(`${stage.url}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Tide', grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] }),
  });
  const registeredAt = stage.clock.now().toISOString();
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  stage.clock.advance(60_000);
  expect((await ask(clientId)).body).toEqual({ data: { grantRequest: { registeredAt } } });
});
