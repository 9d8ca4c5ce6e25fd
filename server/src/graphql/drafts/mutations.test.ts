import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import { holdCredit } from '../../credits/credit-holds.ts';
import { publicationsOf } from '../../publishing/jobs/job-queries.ts';
import { createSandboxFeed } from '../../sandbox/sandbox-feed.ts';
import { actAs, agentActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

let workspace: Workspace;
let agent: Actor;
let owner: Caller;
let operator: Caller;

beforeEach(async () => {
  ({ workspace } = await givenWorkspace(graphql.services));
  agent = await agentActor(graphql.services, workspace);
  owner = await signIn('owner');
  const elsewhere = await givenWorkspace(graphql.services);
  operator = graphql.browserOf(await givenUser(graphql.services, elsewhere.accountId, { isOperator: true }));
});

async function signIn(role: 'owner' | 'approver' | 'viewer'): Promise<Caller> {
  return graphql.browserOf(await givenUser(graphql.services, workspace.accountId, { role }));
}

const DRAFT = `id state revision title author { kind name } captions { platform text tags origin } approval { id state } publishJob { id state approvalState }
  viewerCan { submit edit archive }`;

interface DraftAnswer {
  id: string;
  state: string;
  revision: number;
  captions: { platform: string; text: string; origin: string }[];
  approval: { id: string; state: string } | null;
  publishJob: { id: string; state: string; approvalState: string } | null;
  viewerCan: { submit: boolean; edit: boolean; archive: boolean };
}

describe('drafts', () => {
  const CREATE = `mutation Create($input: CreateDraftInput!) { createDraft(input: $input) { ${DRAFT} } }`;
  const SUBMIT = `mutation Submit($id: ID!) { submitDraft(draftId: $id) { ${DRAFT} } }`;
  const WRITE = `mutation Write($input: WriteCaptionInput!) { writeCaption(input: $input) { ${DRAFT} } }`;
  const ARCHIVE = `mutation Archive($id: ID!) { archiveDraft(draftId: $id) { ${DRAFT} } }`;

  const create = (input: object = {}) =>
    graphql.ask<{ createDraft: DraftAnswer }>(owner, CREATE, {
      input: {
        workspaceId: workspace.id,
        sourceText: '# The harbour festival\n\nIt opens on Friday at nine.',
        platforms: ['sandbox'],
        ...input,
      },
    });

  it('name the author of the note to the reviewer, with its exact text', async () => {
    const { draft } = await givenSubmittedDraft(graphql.services, agent, workspace);
    const CHANGE =
      'mutation ($input: ChangeDraftInput!) { changeDraft(input: $input) { noteToReviewer author { name } noteBy { kind name } } }';
    const { authorization, agent: other } = await givenAgent(graphql.services, workspace);
    const input = { draftId: draft.id, revision: draft.revision, noteToReviewer: 'The lawyer said\u202E no\u2066.' };
    const { data } = await graphql.ask<{ changeDraft: object }>({ authorization }, CHANGE, { input });
    expect(data.changeDraft).toMatchObject({
      noteToReviewer: 'The lawyer said no.',
      author: { name: agent.kind === 'agent' && agent.agentName },
      noteBy: { kind: 'AGENT', name: other.name },
    });
  });

  it('are created in the person’s name', async () => {
    const { data, errors } = await create();
    expect(errors).toEqual([]);
    expect(data.createDraft).toMatchObject({
      state: 'DRAFT',
      title: 'The harbour festival',
      author: { kind: 'PERSON', name: expect.stringMatching(/^Person/) },
      captions: [],
      approval: null,
      publishJob: null,
      viewerCan: { submit: true, edit: true, archive: true },
    });
  });

  it('can be submitted when they are created', async () => {
    const { data, errors } = await create({ publishMode: 'APPROVAL_QUEUE' });
    expect(errors).toEqual([]);
    expect(data.createDraft).toMatchObject({
      state: 'IN_REVIEW',
      approval: { state: 'PENDING' },
      publishJob: { state: 'BLOCKED', approvalState: 'pending' },
    });
  });

  it('can be submitted later', async () => {
    const { data } = await create();
    const submitted = await graphql.ask<{ submitDraft: DraftAnswer }>(owner, SUBMIT, { id: data.createDraft.id });
    expect(submitted.errors).toEqual([]);
    expect(submitted.data.submitDraft).toMatchObject({ state: 'IN_REVIEW', approval: { state: 'PENDING' } });
  });

  it('are refused for an unknown platform', async () => {
    const { errors } = await create({ platforms: ['sandbox', 'carrier_pigeon'] });
    expect(errors).toMatchObject([{ extensions: { code: 'unknown_platform', status: 422 } }]);
  });

  it('are refused with every fault, named by its input field', async () => {
    const { errors } = await create({ sourceText: ' ', link: 'ftp://x', scheduledAt: '2001-01-01T00:00:00Z' });
    const fields = ['/sourceText', '/link', '/scheduledAt'].map((pointer) => ({ pointer, message: expect.any(String) }));
    expect(errors).toMatchObject([{ extensions: { code: 'validation_failed', status: 422, fields } }]);
    const noTime = await create({ scheduledAt: 'tomorrow' });
    expect(noTime).toMatchObject({ status: 400, errors: [{ extensions: { code: 'bad_user_input' } }] });
  });

  it("accept a person's captions, which require approval again", async () => {
    const { draft, approval } = await givenSubmittedDraft(graphql.services, agent, workspace);
    const input = { draftId: draft.id, revision: draft.revision, platform: 'sandbox', text: 'A better sentence.', tags: [] };
    const { data, errors } = await graphql.ask<{ writeCaption: DraftAnswer }>(await signIn('approver'), WRITE, { input });
    expect(errors).toEqual([]);
    expect(data.writeCaption).toMatchObject({ state: 'IN_REVIEW', revision: draft.revision + 1, approval: { state: 'PENDING' } });
    expect(data.writeCaption.captions).toMatchObject([{ platform: 'sandbox', text: 'A better sentence.', origin: 'PERSON' }]);
    expect(data.writeCaption.approval?.id).not.toBe(approval.id);

    const stale = await graphql.ask(owner, WRITE, { input });
    expect(stale.errors).toMatchObject([{ extensions: { code: 'stale_revision', status: 412 } }]);
  });

  it('show the latest state to every mutation of one document', async () => {
    const { draft } = await givenSubmittedDraft(graphql.services, agent, workspace);
    const input = { draftId: draft.id, revision: draft.revision, platform: 'sandbox', text: 'Once more.', tags: [] };
    const { data, errors } = await graphql.ask<{ written: DraftAnswer; archived: DraftAnswer }>(
      owner,
      `mutation Both($input: WriteCaptionInput!, $id: ID!) {
        written: writeCaption(input: $input) { state approval { id state } publishJob { state } }
        archived: archiveDraft(draftId: $id) { state approval { id state } publishJob { state } }
      }`,
      { input, id: draft.id },
    );
    expect(errors).toEqual([]);
    expect(data.written).toMatchObject({ state: 'IN_REVIEW', approval: { state: 'PENDING' }, publishJob: { state: 'BLOCKED' } });
    expect(data.archived).toEqual({
      state: 'ARCHIVED',
      approval: { id: data.written.approval?.id, state: 'SUPERSEDED' },
      publishJob: { state: 'CANCELLED' },
    });
  });

  it('cannot be archived twice', async () => {
    const { data } = await create();
    await graphql.ask(owner, ARCHIVE, { id: data.createDraft.id });
    const { errors } = await graphql.ask(owner, ARCHIVE, { id: data.createDraft.id });
    expect(errors).toMatchObject([{ extensions: { code: 'invalid_state', status: 409, from: 'archived', to: 'archived' } }]);
  });

  it('cannot be created by viewers', async () => {
    const viewer = await signIn('viewer');
    const { draft } = await givenSubmittedDraft(graphql.services, agent, workspace);
    for (const [query, variables] of [
      [SUBMIT, { id: draft.id }],
      [ARCHIVE, { id: draft.id }],
      [WRITE, { input: { draftId: draft.id, revision: draft.revision, platform: 'sandbox', text: 'x', tags: [] } }],
    ] as const) {
      expect((await graphql.ask(viewer, query, variables)).errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
    }
  });
});

describe('cancelPublishJob', () => {
  const CANCEL = 'mutation Cancel($id: ID!) { cancelPublishJob(jobId: $id) { state viewerCan { cancel } publications { state } } }';

  it('cancels a job once', async () => {
    const { job } = await givenSubmittedDraft(graphql.services, agent, workspace);
    const { data, errors } = await graphql.ask(owner, CANCEL, { id: job.id });
    expect(errors).toEqual([]);
    expect(data).toEqual({
      cancelPublishJob: { state: 'CANCELLED', viewerCan: { cancel: false }, publications: [{ state: 'CANCELLED' }] },
    });
    const again = await graphql.ask(owner, CANCEL, { id: job.id });
    expect(again.errors).toMatchObject([{ extensions: { code: 'invalid_state', status: 409 } }]);
  });
});

describe('connections', () => {
  const ADD = `mutation Add($input: AddConnectionInput!) { addConnection(input: $input) { id handle health platform { id label } } }`;
  const add = (caller: Caller, input: object = {}) =>
    graphql.ask<{ addConnection: { id: string } }>(caller, ADD, {
      input: { workspaceId: workspace.id, platform: 'sandbox', credentials: { handle: 'harbour' }, ...input },
    });

  it('are added and removed by owners', async () => {
    const { data, errors } = await add(owner);
    expect(errors).toEqual([]);
    expect(data.addConnection).toMatchObject({ handle: 'harbour', health: 'HEALTHY', platform: { id: 'sandbox', label: 'Sandbox' } });
    await graphql.ask(owner, 'mutation Away($id: ID!) { disconnect(connectionId: $id) { id } }', { id: data.addConnection.id });
    const left = await graphql.ask(owner, `{ workspace(id: "${workspace.id}") { connections { id } } }`);
    expect(left.data).toEqual({ workspace: { connections: [] } });
  });

  it.each(['approver', 'viewer'] as const)('are refused to a person with the role %s', async (role) => {
    expect((await add(await signIn(role))).errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
  });

  it('are refused for unknown platforms and invalid credentials', async () => {
    expect((await add(owner, { platform: 'carrier_pigeon' })).errors).toMatchObject([{ extensions: { code: 'unknown_platform' } }]);
    expect((await add(owner, { credentials: 'x' })).errors).toMatchObject([
      { extensions: { code: 'validation_failed', fields: [{ pointer: '/input/credentials' }] } },
    ]);
  });
});

describe('credits', () => {
  const ADD = `mutation Add($input: AddCreditsInput!) {
    addCredits(input: $input) { balances { bucket unit available held } ledger { edges { node { kind product availableDelta jobId } } } }
  }`;
  const input = () => ({ workspaceId: workspace.id, product: 'api_publication_pack' });

  it('are added by the operator, who need not belong to the account', async () => {
    const { data, errors } = await graphql.ask<{ addCredits: { balances: object[]; ledger: { edges: object[] } } }>(operator, ADD, {
      input: { ...input(), quantity: 2 },
    });
    expect(errors).toEqual([]);
    expect(data.addCredits.balances).toContainEqual({ bucket: 'PACK', unit: 'PUBLICATION', available: 140, held: 0 });
    expect(data.addCredits.ledger.edges).toEqual([
      { node: { kind: 'PURCHASE', product: 'api_publication_pack', availableDelta: 140, jobId: null } },
    ]);
  });

  it('are not added by owners', async () => {
    expect((await graphql.ask(owner, ADD, { input: input() })).errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
  });

  it.each([{ product: 'gold' }, { quantity: 0 }, { quantity: 1_001 }])('are refused with invalid arguments: %o', async (wrong) => {
    expect((await graphql.ask(operator, ADD, { input: { ...input(), ...wrong } })).errors).toMatchObject([
      { extensions: { code: 'bad_user_input' } },
    ]);
  });
});

describe('the ledger', () => {
  it('names the job that a credit was reserved for', async () => {
    await graphql.ask(operator, 'mutation Add($input: AddCreditsInput!) { addCredits(input: $input) { products { id } } }', {
      input: { workspaceId: workspace.id, product: 'api_publication_pack' },
    });
    await givenConnectionRow(graphql.services, workspace);
    const { job } = await givenSubmittedDraft(graphql.services, agent, workspace);
    const publicationId = await actAs(graphql.services, { kind: 'system' }, async (tx) => {
      const [publication] = (await publicationsOf(tx, [job.id])).get(job.id) ?? [];
      if (!publication) throw new Error('The job has no publication.');
      await holdCredit(tx, {
        accountId: job.accountId,
        publicationId: publication.id,
        unit: 'publication',
        credits: 1,
        workspaceId: null,
        grantId: null,
      });
      return publication.id;
    });
    const { data, errors } = await graphql.ask<{ workspace: { credits: { ledger: { edges: { node: object }[] } } } }>(
      owner,
      `{ workspace(id: "${workspace.id}") { credits { ledger(first: 1) { edges { node { kind availableDelta heldDelta publicationId jobId } } pageInfo { hasNextPage } } } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.workspace.credits.ledger).toEqual({
      edges: [{ node: { kind: 'HOLD', availableDelta: -1, heldDelta: 1, publicationId, jobId: job.id } }],
      pageInfo: { hasNextPage: true },
    });
  });
});

describe('the operator', () => {
  it('signs launch steps', async () => {
    const { data, errors } = await graphql.ask<{ signLaunchStep: { launchSteps: object[] } }>(
      operator,
      'mutation { signLaunchStep(step: "terms_published") { launchSteps { id isSigned signedAt } } }',
    );
    expect(errors).toEqual([]);
    expect(data.signLaunchStep.launchSteps).toContainEqual({ id: 'terms_published', isSigned: true, signedAt: expect.any(String) });
    const unknown = await graphql.ask(operator, 'mutation { signLaunchStep(step: "x") { launchSteps { id } } }');
    expect(unknown.errors).toMatchObject([{ extensions: { code: 'validation_failed', fields: [{ pointer: '/step' }] } }]);
  });

  it('suspends and approves accounts, and sees all of them', async () => {
    const SET = 'mutation Set($id: ID!, $state: AccountState!) { setAccountState(accountId: $id, state: $state) { id state } }';
    const id = workspace.accountId;
    const { data, errors } = await graphql.ask(operator, SET, { id, state: 'SUSPENDED' });
    expect(errors).toEqual([]);
    expect(data).toEqual({ setAccountState: { id, state: 'SUSPENDED' } });
    expect((await graphql.ask(operator, SET, { id, state: 'PENDING' })).errors).toMatchObject([{ extensions: { code: 'invalid_state' } }]);
    const { data: seen } = await graphql.ask<{ operator: { accounts: { edges: { node: object }[] } } }>(
      operator,
      '{ operator { accounts(first: 100) { edges { node { id state } } } } }',
    );
    expect(seen.operator.accounts.edges).toContainEqual({ node: { id, state: 'SUSPENDED' } });
    // Members still see it, and change nothing.
    const refused = await graphql.ask(
      owner,
      'mutation M($id: ID!) { createDraft(input: { workspaceId: $id, sourceText: "x", platforms: ["sandbox"] }) { id } }',
      { id: workspace.id },
    );
    expect(refused.errors).toMatchObject([{ extensions: { code: 'account_not_approved' } }]);
  });

  it('does not count as a second approver', async () => {
    expect((await graphql.ask(owner, '{ operator { launchSteps { id } } }')).data).toEqual({ operator: null });
    for (const field of [
      'signLaunchStep(step: "terms_published") { launchSteps { id } }',
      `setAccountState(accountId: "${workspace.accountId}", state: SUSPENDED) { id }`,
    ]) {
      expect((await graphql.ask(owner, `mutation { ${field} }`)).errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }]);
    }
  });
});

describe('the sandbox feed', () => {
  it("shows the workspace's own posts, also of disconnected accounts, and no one else's", async () => {
    const mine = await givenConnectionRow(graphql.services, workspace, { handle: 'harbour', disconnectedAt: new Date() });
    const other = await givenConnectionRow(graphql.services, (await givenWorkspace(graphql.services)).workspace);
    const feed = createSandboxFeed(graphql.services.orm, 'http://localhost', graphql.services.log);
    await feed.post(mine.externalId, 'pub_1', 'Ours.');
    await feed.post(other.externalId, 'pub_2', 'Theirs.');
    const { data } = await graphql.ask(
      owner,
      `{ workspace(id: "${workspace.id}") { sandboxPosts { edges { node { text handle } } pageInfo { hasNextPage } } } }`,
    );
    expect(data).toEqual({
      workspace: { sandboxPosts: { edges: [{ node: { text: 'Ours.', handle: 'harbour' } }], pageInfo: { hasNextPage: false } } },
    });
  });

  it('shows a video with its published cover and subtitles', async () => {
    const { externalId } = await givenConnectionRow(graphql.services, workspace);
    const feed = createSandboxFeed(graphql.services.orm, 'http://localhost', graphql.services.log);
    const film = { media_id: 'med_film', sha256: 'f1', mime_type: 'video/mp4', alt_text: 'Boats.' };
    const subtitles = { media_id: 'med_words', sha256: 'd3', language: 'de' };
    await feed.post(externalId, 'pub_1', 'With a picture.', {
      images: [{ ...film, cover: { media_id: 'med_pier', sha256: 'c2' }, subtitles }],
    });
    await feed.post(externalId, 'pub_2', 'With a moment.', { images: [{ ...film, cover: { at_ms: 1500 } }] });
    const { data } = await graphql.ask(
      owner,
      `{ workspace(id: "${workspace.id}") { sandboxPosts { edges { node { images { url cover { url atMs } subtitles { url language } } } } } } }`,
    );
    const url = '/api/media/med_film/f1';
    expect(data).toEqual({
      workspace: {
        sandboxPosts: {
          edges: [
            { node: { images: [{ url, cover: { url: null, atMs: 1500 }, subtitles: null }] } },
            {
              node: {
                images: [
                  {
                    url,
                    cover: { url: '/api/media/med_pier/c2', atMs: null },
                    subtitles: { url: '/api/media/med_words/d3', language: 'de' },
                  },
                ],
              },
            },
          ],
        },
      },
    });
  });
});
