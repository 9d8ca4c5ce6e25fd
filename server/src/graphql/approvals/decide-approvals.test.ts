import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { agentActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft, givenWords } from '../../testing/content.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

const DECIDE = `mutation ($input: DecideApprovalsInput!) {
  decideApprovals(input: $input) { approvalId approval { state draft { state } } refusal { code message remedy } }
}`;
interface Decided {
  decideApprovals: { approvalId: string; approval: { state: string; draft: { state: string } } | null; refusal: { code: string } | null }[];
}

let workspace: Workspace;
let agent: Actor;
let person: Caller;

beforeEach(async () => {
  ({ workspace } = await givenWorkspace(graphql.services));
  agent = await agentActor(graphql.services, workspace);
  await givenConnectionRow(graphql.services, workspace);
  person = graphql.browserOf(await givenUser(graphql.services, workspace.accountId, { role: 'approver' }));
});

const submit = async () => (await givenSubmittedDraft(graphql.services, agent, workspace)).approval;
const of = ({ id, contentHash }: { id: string; contentHash: string }, decision = 'APPROVED') => ({ approvalId: id, contentHash, decision });
const decide = (caller: Caller, decisions: object[], workspaceId = workspace.id) =>
  graphql.ask<Decided | null>(caller, DECIDE, { input: { workspaceId, decisions } });

it('returns a result for each decision, and continues after a refused one', async () => {
  const [first, changed, last] = [await submit(), await submit(), await submit()];
  await givenWords(graphql.services, agent, changed.draftId, 'Other words.');
  const unknown = { id: 'apr_unknown', contentHash: 'f'.repeat(64) };
  const { data, errors } = await decide(person, [of(first), of(changed), of(unknown), of(first), of(last, 'REJECTED')]);
  expect(errors).toEqual([]);
  expect(data?.decideApprovals.map(({ approval, refusal }) => approval?.state ?? refusal?.code)).toEqual([
    'APPROVED',
    'content_changed',
    'not_found',
    'already_decided',
    'REJECTED',
  ]);
  expect(data?.decideApprovals[4]?.approval?.draft.state).toBe('REJECTED');
});

it('decides nothing of another workspace, even of one where the person may decide', async () => {
  const { workspace: second } = await givenWorkspace(graphql.services);
  const foreign = (await givenSubmittedDraft(graphql.services, await agentActor(graphql.services, second), second)).approval;
  const both = await givenUser(graphql.services, workspace.accountId);
  await database.orm.em
    .fork()
    .execute(`insert into memberships (user_id, account_id, role, created_at) values (?, ?, 'owner', now())`, [
      both.userId,
      second.accountId,
    ]);
  const { data } = await decide(graphql.browserOf(both), [of(foreign)]);
  expect(data?.decideApprovals).toMatchObject([{ approval: null, refusal: { code: 'not_found' } }]);
  expect((await decide(person, [of(foreign)], second.id)).errors).toMatchObject([{ extensions: { code: 'not_found' } }]);
});

it('is refused to agents and viewers as a whole', async () => {
  const approval = await submit();
  const { authorization } = await givenAgent(graphql.services, workspace);
  const viewer = graphql.browserOf(await givenUser(graphql.services, workspace.accountId, { role: 'viewer' }));
  for (const caller of [{ authorization }, viewer]) {
    expect((await decide(caller, [of(approval)])).errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
  }
});

it('accepts 1 to 50 decisions', async () => {
  const approval = await submit();
  for (const many of [[], Array.from({ length: 51 }, () => of(approval))]) {
    expect((await decide(person, many)).errors).toMatchObject([{ extensions: { code: 'validation_failed' } }]);
  }
});
