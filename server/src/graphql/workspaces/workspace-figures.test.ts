import { expect, it } from 'vitest';
import { figuresOf } from '../../publishing/jobs/workspace-figures.ts';
import { agentActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

interface Answer {
  workspace: {
    figures: { goingOut: number; heldBack: number; unknown: number; failed: number };
    agentRecords: { agentId: string; asked: number; approved: number; sentBack: number; rejected: number }[];
    credits: { promised: { unit: string; promised: number; asked: number }[] };
    approvals: { edges: { node: { id: string; contentHash: string; promisedCredits: number } }[] };
  };
}

const QUERY = `query Figures($id: ID!) { workspace(id: $id) {
  figures { goingOut heldBack unknown failed }
  agentRecords { agentId asked approved sentBack rejected }
  credits { promised { unit promised asked } }
  approvals(first: 10) { edges { node { id contentHash promisedCredits } } } } }`;

it('counts what is held back, what the credits are promised to, and how the work of an agent was judged', async () => {
  const { services } = graphql;
  const { workspace, accountId } = await givenWorkspace(services);
  const agent = await agentActor(services, workspace);
  await givenConnectionRow(services, workspace);
  // Bluesky has no account here: what is approved for it waits.
  for (let count = 0; count < 3; count += 1) await givenSubmittedDraft(services, agent, workspace, { platforms: ['bluesky'] });
  const person = graphql.browserOf(await givenUser(services, accountId));
  const read = async () => (await graphql.ask<Answer>(person, QUERY, { id: workspace.id })).data.workspace;

  const before = await read();
  expect(before.figures).toEqual({ goingOut: 0, heldBack: 0, unknown: 0, failed: 0 });
  expect(before.credits.promised).toEqual([
    { unit: 'PUBLICATION', promised: 0, asked: 3 },
    { unit: 'AUTOPOSTING', promised: 0, asked: 0 },
  ]);

  const decide = `mutation Decide($input: DecideApprovalInput!) { decideApproval(input: $input) { id } }`;
  const [first, second] = before.approvals.edges.map(({ node }) => node);
  const input = (node: typeof first, decision: string) => ({
    input: { approvalId: node?.id, contentHash: node?.contentHash, decision, comment: decision === 'APPROVED' ? null : 'No.' },
  });
  await graphql.ask(person, decide, input(first, 'APPROVED'));
  await graphql.ask(person, decide, input(second, 'REJECTED'));

  const after = await read();
  expect(after.figures).toEqual({ goingOut: 0, heldBack: 1, unknown: 0, failed: 0 });
  expect(after.credits.promised[0]).toEqual({ unit: 'PUBLICATION', promised: 1, asked: 1 });
  expect(after.approvals.edges.map(({ node }) => node.promisedCredits)).toEqual([1]);
  expect(after.agentRecords).toEqual([{ agentId: agent.agentId, asked: 3, approved: 1, sentBack: 0, rejected: 1 }]);
});

it('counts what nobody knows of once, and not among what goes out', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { sandbox: { failure: 'mute_instead_of_acting' } });
  const { publicationIds } = await givenQueued(stage);
  const read = async () => (await figuresOf(contextFor(stage.services, stage.owner), [stage.workspace.id])).get(stage.workspace.id);
  expect(await read()).toMatchObject({ goingOut: 1, unknown: 0 });
  for (const id of publicationIds) await engine.deliver(id);
  expect(await read()).toMatchObject({ goingOut: 0, unknown: 1 });
});
