import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { holdApproval } from '../../publishing/review/hold-approval.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft, givenWords } from '../../testing/content.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

const DECIDE = `mutation Decide($input: DecideApprovalInput!) {
  decideApproval(input: $input) { id state isCurrent viewerCan { decide reason } decisions { decision comment by } draft { state } }
}`;

interface Decided {
  decideApproval: {
    id: string;
    state: string;
    isCurrent: boolean;
    viewerCan: { decide: boolean; reason: string | null };
    decisions: { decision: string; comment: string | null; by: string }[];
    draft: { state: string };
  } | null;
}

let workspace: Workspace;
let agent: Actor;
let submitted: Awaited<ReturnType<typeof givenSubmittedDraft>>;

beforeEach(async () => {
  ({ workspace } = await givenWorkspace(graphql.services));
  agent = await agentActor(graphql.services, workspace);
  await givenConnectionRow(graphql.services, workspace);
  submitted = await givenSubmittedDraft(graphql.services, agent, workspace);
});

async function signIn(role: 'owner' | 'approver' | 'viewer', accountId = workspace.accountId): Promise<Caller & { name: string }> {
  const person = await givenUser(graphql.services, accountId, { role });
  return { ...graphql.browserOf(person), name: person.user.name };
}

function decide(caller: Caller, decision: string, input: { contentHash?: string; comment?: string } = {}) {
  const { name: _name, ...headers } = caller;
  return graphql.ask<Decided>(headers, DECIDE, {
    input: { approvalId: submitted.approval.id, contentHash: submitted.approval.contentHash, decision, ...input },
  });
}

describe('decideApproval', () => {
  it.each(['owner', 'approver'] as const)('lets an %s approve the content they saw', async (role) => {
    const person = await signIn(role);
    const { errors, data } = await decide(person, 'APPROVED', { comment: 'Good.' });
    expect(errors).toEqual([]);
    expect(data.decideApproval).toMatchObject({
      id: submitted.approval.id,
      state: 'APPROVED',
      isCurrent: true,
      viewerCan: { decide: false, reason: expect.stringMatching(/\.$/) },
      decisions: [{ decision: 'APPROVED', comment: 'Good.', by: person.name }],
      draft: { state: expect.stringMatching(/APPROVED|PUBLISHING/) },
    });
  });

  it('closes the approval with one rejection', async () => {
    const { data } = await decide(await signIn('owner'), 'REJECTED', { comment: 'Not ours.' });
    expect(data.decideApproval).toMatchObject({ state: 'REJECTED', draft: { state: 'REJECTED' } });
  });

  it('returns the draft with a change request', async () => {
    const { data } = await decide(await signIn('approver'), 'CHANGES_REQUESTED', { comment: 'Name the day.' });
    expect(data.decideApproval).toMatchObject({ state: 'CHANGES_REQUESTED', draft: { state: 'CHANGES_REQUESTED' } });
  });

  it('refuses another content hash', async () => {
    const { data, errors, status } = await decide(await signIn('owner'), 'APPROVED', { contentHash: 'f'.repeat(64) });
    expect(status).toBe(200);
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      { path: ['decideApproval'], extensions: { code: 'content_changed', status: 409, remedy: expect.any(String) } },
    ]);
  });

  it('refuses content that changed during the review', async () => {
    await givenWords(graphql.services, agent, submitted.draft.id, 'Doors open on Saturday.');
    const { errors } = await decide(await signIn('owner'), 'APPROVED');
    expect(errors).toMatchObject([{ extensions: { code: 'content_changed' } }]);
  });

  it('refuses a second decision', async () => {
    await decide(await signIn('owner'), 'APPROVED');
    const { errors } = await decide(await signIn('owner'), 'REJECTED');
    expect(errors).toMatchObject([{ extensions: { code: 'already_decided', status: 409 } }]);
  });

  it('refuses a viewer, and indicates it beforehand', async () => {
    const { name: _name, ...viewer } = await signIn('viewer');
    const shown = await graphql.ask<{ approval: object }>(
      viewer,
      `{ approval(id: "${submitted.approval.id}") { viewerCan { decide reason } } }`,
    );
    expect(shown.data.approval).toEqual({ viewerCan: { decide: false, reason: expect.stringMatching(/owner or approver/) } });
    const { errors } = await decide({ ...viewer, name: '' }, 'APPROVED');
    expect(errors).toMatchObject([{ extensions: { code: 'insufficient_role', status: 403 } }]);
  });

  it('refuses every agent, even with all scopes', async () => {
    const { authorization } = await givenAgent(graphql.services, workspace, {
      scopes: ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read', 'publish:auto', 'webhooks:write'],
    });
    const { errors } = await decide({ authorization }, 'APPROVED');
    expect(errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
  });

  it('does not find an approval of another account', async () => {
    const elsewhere = await givenWorkspace(graphql.services);
    const stranger = await signIn('owner', elsewhere.accountId);
    const foreign = await decide(stranger, 'APPROVED');
    const { name: _name, ...headers } = stranger;
    const unknown = await graphql.ask(headers, DECIDE, {
      input: { approvalId: 'apr_01990000-0000-7000-8000-000000000000', contentHash: submitted.approval.contentHash, decision: 'APPROVED' },
    });
    expect(foreign.errors).toMatchObject([{ extensions: { code: 'not_found', status: 404 } }]);
    expect(unknown.errors).toEqual(foreign.errors);
  });

  it('requires the workspace’s number of approvers', async () => {
    ({ workspace } = await givenWorkspace(graphql.services, { approvalsRequired: 2 }));
    agent = await agentActor(graphql.services, workspace);
    submitted = await givenSubmittedDraft(graphql.services, agent, workspace);
    const first = await signIn('owner');
    expect((await decide(first, 'APPROVED')).data.decideApproval?.state).toBe('PENDING');
    expect((await decide(first, 'APPROVED')).errors).toMatchObject([{ extensions: { code: 'already_decided' } }]);
    expect((await decide(await signIn('approver'), 'APPROVED')).data.decideApproval?.state).toBe('APPROVED');
  });

  it('refuses a cross-site request', async () => {
    const { cookie = '' } = await signIn('owner');
    const { status, errors } = await decide({ cookie, 'sec-fetch-site': 'cross-site' }, 'APPROVED');
    expect(status).toBe(403);
    expect(errors).toMatchObject([{ extensions: { code: 'cross_site_request' } }]);
  });
});

const STANDING = 'id state hold { reason } viewerCanHold viewerCanRelease';

describe('holdApproval', () => {
  it('checks who may release with as many statements for three posts as for two', async () => {
    const { workspace: own } = await givenWorkspace(graphql.services, { refusesSelfApproval: true });
    const maker = await agentActor(graphql.services, own);
    await givenConnectionRow(graphql.services, own);
    const holder = await userActor(graphql.services, own.accountId);
    const hold = async () => {
      const { approval } = await givenSubmittedDraft(graphql.services, maker, own);
      await actAs(graphql.services, holder, async (ctx) => {
        await recordDecision(ctx, { approvalId: approval.id, contentHash: approval.contentHash, decision: 'approved' });
        await holdApproval(ctx, { approvalId: approval.id, reason: 'The storm.' });
      });
    };
    const { name: _name, ...viewer } = await signIn('approver', own.accountId);
    const query = `{ workspace(id: "${own.id}") { approvals(state: APPROVED, first: 10) { edges { node { viewerCanRelease } } } } }`;
    const counts: number[] = [];
    await hold();
    for (const posts of [2, 3]) {
      await hold();
      const said = await recordStatements(graphql.services, async () => {
        const { data } = await graphql.ask<{ workspace: { approvals: { edges: object[] } } }>(viewer, query);
        expect(data.workspace.approvals.edges).toEqual(Array.from({ length: posts }, () => ({ node: { viewerCanRelease: true } })));
      });
      counts.push(said.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('shows people and agents the hold and its reason until it is released', async () => {
    const owner = await signIn('owner');
    await decide(owner, 'APPROVED');
    const approvalId = submitted.approval.id;
    const hold = `mutation Hold($input: HoldApprovalInput!) { holdApproval(input: $input) { ${STANDING} } }`;
    const { name: _name, ...browser } = owner;
    const { data, errors } = await graphql.ask<object>(browser, hold, { input: { approvalId, reason: 'The storm.' } });
    expect(errors).toEqual([]);
    const held = { state: 'APPROVED', hold: { reason: 'The storm.' }, viewerCanHold: false, viewerCanRelease: true };
    expect(data).toMatchObject({ holdApproval: held });

    const { authorization } = await givenAgent(graphql.services, workspace);
    const read = async (path: string) => (await graphql.app.inject({ url: `/api/v1${path}`, headers: { authorization } })).json();
    const gateOf = async () => {
      const { publishing_readiness: readiness } = await read(`/publish-jobs/${submitted.job.id}`);
      return readiness.gates.find(({ gate }: { gate: string }) => gate === 'approval');
    };
    expect(await gateOf()).toMatchObject({ status: 'wait', code: 'held', remedy: expect.stringContaining('releases it in the console') });
    expect(await read(`/approvals/${approvalId}`)).toMatchObject({ state: 'approved', hold: { reason: 'The storm.' } });

    const release = `mutation Release($approvalId: ID!) { releaseApproval(approvalId: $approvalId) { ${STANDING} } }`;
    const released = await graphql.ask<object>(browser, release, { approvalId });
    expect(released.data).toMatchObject({ releaseApproval: { hold: null, viewerCanHold: true, viewerCanRelease: false } });
    expect(await gateOf()).toMatchObject({ status: 'pass', code: 'approved' });
    expect(await read(`/approvals/${approvalId}`)).toMatchObject({ hold: null });
  });
});
