import { beforeAll, expect, it } from 'vitest';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

let person: Caller;
let workspaceId: string;
let jobs: Record<'sandboxByTide' | 'blueskyByTide' | 'bothByWave', string>;
let waveId: string;

beforeAll(async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const [tide, wave] = [await agentActor(services, workspace), await agentActor(services, workspace)];
  await givenConnectionRow(services, workspace);
  const submit = async (agent: typeof tide, ...platforms: string[]) =>
    (await givenSubmittedDraft(services, agent, workspace, { platforms })).job.id;
  jobs = {
    sandboxByTide: await submit(tide, 'sandbox'),
    blueskyByTide: await submit(tide, 'bluesky'),
    bothByWave: await submit(wave, 'sandbox', 'bluesky'),
  };
  workspaceId = workspace.id;
  waveId = wave.agentId;
  person = graphql.browserOf(await givenUser(services, accountId));
});

async function list(filter: { platform?: string; agentId?: string; state?: string; first?: number; after?: string | null }) {
  const { data } = await graphql.ask<{
    workspace: { publishJobs: { edges: { node: { id: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
  }>(
    person,
    `query Jobs($id: ID!, $platform: String, $agentId: ID, $state: PublishJobState, $first: Int, $after: String) {
      workspace(id: $id) { publishJobs(platform: $platform, agentId: $agentId, state: $state, first: $first, after: $after) {
        edges { node { id } } pageInfo { hasNextPage endCursor } } } }`,
    { id: workspaceId, ...filter },
  );
  const { edges, pageInfo } = data.workspace.publishJobs;
  return { ids: edges.map(({ node }) => node.id), pageInfo };
}

it('lists the jobs of a platform, of an agent and in a state, newest first', async () => {
  const { sandboxByTide, blueskyByTide, bothByWave } = jobs;
  expect((await list({})).ids).toEqual([bothByWave, blueskyByTide, sandboxByTide]);
  expect((await list({ platform: 'sandbox' })).ids).toEqual([bothByWave, sandboxByTide]);
  expect((await list({ agentId: waveId })).ids).toEqual([bothByWave]);
  expect((await list({ platform: 'bluesky', agentId: waveId, state: 'BLOCKED' })).ids).toEqual([bothByWave]);
  expect((await list({ state: 'PUBLISHED' })).ids).toEqual([]);
});

it('lists approved jobs that are held back, however many await a decision', async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const agent = await agentActor(services, workspace);
  const submit = () => givenSubmittedDraft(services, agent, workspace, { platforms: ['bluesky'] });
  const { approval, job } = await submit();
  await submit();
  const { id: approvalId, contentHash } = approval;
  const decider = await userActor(services, accountId);
  await actAs(services, decider, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'approved' }));
  const { data } = await graphql.ask<{ workspace: { publishJobs: { edges: { node: { id: string } }[] } } }>(
    graphql.browserOf(await givenUser(services, accountId)),
    'query ($id: ID!) { workspace(id: $id) { publishJobs(isHeldBack: true) { edges { node { id } } } } }',
    { id: workspace.id },
  );
  expect(data.workspace.publishJobs.edges.map(({ node }) => node.id)).toEqual([job.id]);
});

it('lists sent, failed and held jobs by default, and finds posts by their text', async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const agent = await agentActor(services, workspace);
  const submit = (sourceText: string) => givenSubmittedDraft(services, agent, workspace, { platforms: ['bluesky'], sourceText });
  const [held, refused] = [await submit('The pier reopens on Saturday.'), await submit('The pier is closed.')];
  const waiting = await submit('The lighthouse is open.');
  const decider = await userActor(services, accountId);
  for (const [{ approval }, decision] of [
    [held, 'approved'],
    [refused, 'rejected'],
  ] as const) {
    const { id: approvalId, contentHash } = approval;
    await actAs(services, decider, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision }));
  }
  const reader = graphql.browserOf(await givenUser(services, accountId));
  const idsOf = async (filter: string) => {
    const { data } = await graphql.ask<{ workspace: { publishJobs: { edges: { node: { id: string } }[] } } }>(
      reader,
      `query ($id: ID!) { workspace(id: $id) { publishJobs(${filter}) { edges { node { id } } } } }`,
      { id: workspace.id },
    );
    return data.workspace.publishJobs.edges.map(({ node }) => node.id);
  };
  expect(await idsOf('isSentOrHeld: true')).toEqual([held.job.id]);
  expect(await idsOf('search: "light open"')).toEqual([waiting.job.id]);
  expect(await idsOf('search: "pier", isSentOrHeld: true')).toEqual([held.job.id]);
  expect(await idsOf('search: "harbour"')).toEqual([]);
});

it('continues after a page with the same filter', async () => {
  const first = await list({ platform: 'sandbox', first: 1 });
  expect(first.pageInfo.hasNextPage).toBe(true);
  const second = await list({ platform: 'sandbox', first: 1, after: first.pageInfo.endCursor });
  expect([...first.ids, ...second.ids]).toEqual([jobs.bothByWave, jobs.sandboxByTide]);
});

it('describes pending gates in the accepted language', async () => {
  const query = '{ node(id: "$ID") { ... on PublishJob { readiness { gates { gate message remedy } } } } }'.replace(
    '$ID',
    jobs.blueskyByTide,
  );
  const connectionIn = async (languages: string) => {
    const { data } = await graphql.ask<{ node: { readiness: { gates: { gate: string; message: string; remedy: string }[] } } }>(
      { ...person, 'accept-language': languages },
      query,
    );
    return data.node.readiness.gates.find(({ gate }) => gate === 'CONNECTION');
  };
  expect(await connectionIn('en')).toMatchObject({ message: 'No Bluesky account is connected.' });
  expect(await connectionIn('de-AT, en;q=0.8')).toMatchObject({
    message: 'Bei Bluesky ist kein Konto verbunden.',
    remedy: 'Ein Inhaber kann unter „Verbindungen“ ein Konto bei Bluesky verbinden.',
  });
});
