import { beforeAll, describe, expect, it } from 'vitest';
import { agentActor, userActor } from '../../testing/actors.ts';
import { givenClient } from '../../testing/clients.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { recordMessages } from '../../testing/database/record-messages.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { type Person, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const ROW = `fragment Row on Approval {
  id state contentHash needsSignature missingApprovers isCurrent
  viewerCan { decide approveEdited reason }
  draft { id title platforms author { kind name } publishJob { id state } }
  findings { check severity message } cost { unit quantity available after }
  gates { code status message } decisions { decision by comment }
}`;
const PAGE = `query ($id: ID!, $state: ApprovalState, $sort: ApprovalSort, $hasFindings: Boolean, $platform: String) {
  workspace(id: $id) { approvals(state: $state, sort: $sort, hasFindings: $hasFindings, platform: $platform) { edges { node { ...Row } } } }
} ${ROW}`;
const ONE = `query ($id: ID!) { approval(id: $id) { ...Row } } ${ROW}`;
const IDS = 'query ($id: ID!) { workspace(id: $id) { approvals(state: null) { edges { node { id } } } } }';
const DECIDE = 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { state } }';

interface Row {
  id: string;
  draft: { author: { name: string } };
  findings: object[];
}
interface Page {
  workspace: { approvals: { edges: { node: Row }[] } } | null;
}

const people = usePeople(useTestDatabase());
let workspaceId: string;
let owner: Person;

const rowsOf = async (variables: object = {}, { browser } = owner): Promise<Row[]> =>
  (await browser.must<Page>(PAGE, { id: workspaceId, state: null, ...variables })).workspace?.approvals.edges.map(({ node }) => node) ?? [];
const rowOf = async (id: string): Promise<Row> => (await owner.browser.must<{ approval: Row }>(ONE, { id })).approval;

beforeAll(async () => {
  const { services } = people;
  const home = await givenWorkspace(services, { plan: 'starter', approvalsRequired: 2 });
  workspaceId = home.workspaceId;
  owner = await people.person({ accountId: home.accountId, role: 'owner' });
  const approver = await people.person({ accountId: home.accountId, role: 'approver' });
  const agent = await agentActor(services, home.workspace, { name: 'Newsroom' });
  const writer = await userActor(services, home.accountId);
  await givenConnectionRow(services, home.workspace);
  const submit = (by: Parameters<typeof givenSubmittedDraft>[1], text: string) =>
    givenSubmittedDraft(services, by, home.workspace, { text });
  const decide = (by: Person, { approval }: Awaited<ReturnType<typeof submit>>, decision: string, comment?: string) =>
    by.browser.must(DECIDE, { input: { approvalId: approval.id, contentHash: approval.contentHash, decision, comment } });

  await submit(agent, 'The pier opens on Friday.');
  await submit(writer, 'The pier opens on Saturday.');
  await submit(agent, 'Our card is 4111 1111 1111 1111, and the pier opens on Sunday.');
  const once = await submit(agent, 'The pier opens on Monday.');
  await decide(approver, once, 'APPROVED');
  const asked = await submit(agent, 'The pier opens on Tuesday.');
  await decide(approver, asked, 'CHANGES_REQUESTED', 'On Thursday, please.');
  const shared = await submit(agent, 'The pier opens on Wednesday.');
  await givenClient(services, home.workspace, writer, [shared.draft.id]);
});

describe('a page of the queue', () => {
  it('returns for each approval the same as the approval alone', async () => {
    const rows = await rowsOf();
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(row).toEqual(await rowOf(row.id));
    expect(new Set(rows.map(({ draft }) => draft.author.name)).size).toBe(2);
  });

  it('has the same rows when filtered and reversed', async () => {
    const all = await rowsOf({ sort: 'NEWEST' });
    expect(all.map(({ id }) => id)).toEqual((await rowsOf()).map(({ id }) => id).toReversed());
    expect(await rowsOf({ platform: 'sandbox' })).toEqual(all.toReversed());
    expect(await rowsOf({ platform: 'mastodon' })).toEqual([]);
    const withFindings = all.filter(({ findings }) => findings.length > 0);
    expect(withFindings).toHaveLength(1);
    expect(await rowsOf({ hasFindings: true })).toEqual(withFindings);
  });

  it('is null for people of other accounts', async () => {
    const elsewhere = await givenWorkspace(people.services);
    const stranger = await people.person({ accountId: elsewhere.accountId, role: 'owner' });
    expect((await stranger.browser.must<Page>(PAGE, { id: workspaceId })).workspace).toBeNull();
  });

  it('is independent of another page in the same document', async () => {
    const document = `query ($id: ID!) { workspace(id: $id) {
      asked: approvals(state: CHANGES_REQUESTED) { edges { node { ...Row } } }
      open: approvals(state: PENDING) { edges { node { ...Row } } }
    } } ${ROW}`;
    type Pages = Record<'asked' | 'open', { edges: { node: Row }[] }>;
    const { workspace } = await owner.browser.must<{ workspace: Pages }>(document, { id: workspaceId });
    const shown = (page: keyof Pages) => workspace[page].edges.map(({ node }) => node);
    expect(shown('asked')).toHaveLength(1);
    expect(shown('asked')).toEqual(await rowsOf({ state: 'CHANGES_REQUESTED' }));
    expect(shown('open')).toEqual(await rowsOf({ state: 'PENDING' }));
  });

  it('reads no related rows if only ids are selected', async () => {
    const asked = 'from "publish_jobs" as "t"';
    expect((await recordMessages(() => rowsOf())).join('\n')).toContain(asked);
    expect((await recordMessages(() => owner.browser.must(IDS, { id: workspaceId }))).join('\n')).not.toContain(asked);
  });

  it('refuses an invalid page size', async () => {
    const { code } = await owner.browser.ask('query ($id: ID!) { workspace(id: $id) { approvals(first: 0) { edges { node { id } } } } }', {
      id: workspaceId,
    });
    expect(code).toBe('bad_user_input');
  });
});
