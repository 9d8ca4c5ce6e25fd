import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { Draft } from '../../drafts/draft.entity.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs } from '../../testing/actors.ts';
import { givenConnectionRow } from '../../testing/content.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { graphqlSchema } from './build-schema.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/graphql.md'), 'utf8');
/** The documents of the page, by the name of their operation. */
const DOCUMENTS = new Map(
  [...PAGE.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, text = '']) => [/^\w+ (\w+)/.exec(text)?.[1] ?? '', text] as const),
);
const documentOf = (name: string): string => DOCUMENTS.get(name) ?? '';

const database = useTestDatabase();
const graphql = useGraphql(database);
let stage: Stage;
let agent: Caller;

beforeAll(async () => {
  stage = await givenStage(graphql.services);
  const { authorization } = await givenAgent(graphql.services, stage.workspace);
  agent = { authorization };
});

const TEXT = 'The harbour festival opens on Friday at six, with music on the pier.';
const ask = async <Data>(name: string, variables: Record<string, unknown>, headers: Caller = {}): Promise<Data> => {
  const { data, errors } = await graphql.ask<Data>({ ...agent, ...headers }, documentOf(name), variables);
  expect({ name, errors }).toEqual({ name, errors: [] });
  return data;
};
const decide = async (draftId: string, decision: 'approved' | 'changes_requested', comment = 'Fine.') => {
  const { node } = await ask<{ node: { approval: unknown } }>('Decisions', { draftId });
  expect(node.approval).toMatchObject({ state: 'PENDING' });
  const approval = await graphql.ask<{ draft: { approval: { id: string; contentHash: string } } }>(
    agent,
    'query ($id: ID!) { draft(id: $id) { approval { id contentHash } } }',
    { id: draftId },
  );
  const { id: approvalId, contentHash } = approval.data.draft.approval;
  await actAs(graphql.services, stage.owner, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision, comment }));
};

interface Made {
  createDraft: { id: string; revision: number; publishJob: { id: string } };
}

it('refuses an agent in the names of this interface', async () => {
  const create = (input: object) => {
    const wanted = { workspaceId: stage.workspaceId, sourceText: TEXT, platforms: ['sandbox'], ...input };
    return graphql.ask<{ createDraft: { id: string } }>(
      agent,
      'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
      { input: wanted },
    );
  };
  const refusal = async (input: object) => {
    const [{ message, extensions } = { message: '', extensions: {} }] = (await create(input)).errors;
    const { fields = [], remedy } = extensions as { fields?: { pointer: string }[]; remedy?: string };
    return { message, remedy, pointers: fields.map(({ pointer }) => pointer) };
  };
  const late = await refusal({ scheduledAt: '2020-01-01T00:00:00Z' });
  expect(late).toEqual({
    message: '/scheduledAt must not lie in the past.',
    remedy: 'Correct the fields listed in `extensions.fields`.',
    pointers: ['/scheduledAt'],
  });
  expect((await refusal({ pictures: [{ mediaId: 'med_1' }] })).pointers).toEqual(['/pictures/0/mediaId']);
  const tooMany = await refusal({ pictures: Array.from({ length: 21 }, (_all, index) => ({ mediaId: `med_${index}` })) });
  expect([tooMany.message, tooMany.pointers]).toEqual([expect.stringMatching(/^\/pictures must not name more than/), ['/pictures']]);
  expect(await refusal({ words: [{ platform: 'bluesky', text: TEXT, tags: [], thread: [] }] })).toMatchObject({
    pointers: ['/words/0/platform'],
  });
  const externalId = `own-${randomUUID()}`;
  expect((await create({ externalId })).errors).toEqual([]);
  expect((await refusal({ externalId })).remedy).toContain('`extensions.draft_id` is its id, and `draft` returns it');
  const page = 'query ($id: ID!) { workspace(id: $id) { drafts(after: "nope") { edges { node { id } } } } }';
  const { errors } = await graphql.ask(agent, page, { id: stage.workspaceId });
  expect(JSON.stringify(errors)).not.toContain('`cursor`');
});

it('has eleven valid documents on the page', () => {
  expect(DOCUMENTS.size).toBe(11);
  for (const [name, text] of DOCUMENTS) expect({ name, faults: validate(graphqlSchema(), parse(text)) }).toEqual({ name, faults: [] });
});

it('lets an agent follow the page: request approval, read the decision, edit and resubmit, all in the same job', async () => {
  const { workspaceId } = stage;
  const { node: workspace } = await ask<{ node: object }>('Workspace', { workspaceId });
  expect(workspace).toMatchObject({ id: workspaceId, connections: [{ platform: { id: 'sandbox' } }] });
  const { createDraft: made } = await ask<Made>('CreateDraft', { workspaceId, text: TEXT });
  const draftId = made.id;
  const { workspace: waiting } = await ask<{ workspace: { approvals: { edges: { node: { draft: object } }[] } } }>('PendingApprovals', {
    workspaceId,
  });
  expect(waiting.approvals.edges.map(({ node }) => node.draft)).toContainEqual(expect.objectContaining({ id: draftId }));

  await decide(draftId, 'changes_requested', 'Say on which pier.');
  const { node: draft } = await ask<{ node: { revision: number; approval: { decisions: { comment: string }[] } } }>('Decisions', {
    draftId,
  });
  expect(draft.approval.decisions).toMatchObject([{ decision: 'CHANGES_REQUESTED', comment: 'Say on which pier.' }]);
  await ask('Comment', { draftId, text: 'The north pier; I will edit the draft.' });
  await ask('EditDraft', { draftId, revision: draft.revision, text: TEXT.replace('the pier', 'the north pier') });
  const { submitDraft: again } = await ask<{ submitDraft: object }>('Submit', { draftId });
  expect(again).toMatchObject({ approval: { state: 'PENDING' }, publishJob: { id: made.publishJob.id } });

  await decide(draftId, 'approved');
  const { node: job } = await ask<{ node: object }>('Job', { jobId: made.publishJob.id });
  expect(job).toMatchObject({ state: 'QUEUED', publications: [{ platform: { id: 'sandbox' } }] });
  const { workspace: mine } = await ask<{ workspace: object }>('Drafts', { workspaceId, after: null });
  expect(mine).toMatchObject({ drafts: { pageInfo: { hasNextPage: expect.any(Boolean) } } });
});

it('lets a person’s own program follow the page and read the use of credits, which an agent may not', async () => {
  const { services } = graphql;
  const { workspaceId, workspace } = stage;
  const { userId: personUserId } = await givenUser(services, workspace.accountId, { role: 'viewer' });
  const expiresAt = new Date(services.clock.now().getTime() + 86_400_000);
  const { authorization } = await givenAgent(services, workspace, { scopes: ['read'], expiresAt, personUserId });
  const credits = await ask('Credits', { workspaceId, days: 7 }, { authorization });
  expect(credits).toMatchObject({ workspace: { credits: { use: { entries: expect.any(Array) }, ledger: { edges: expect.any(Array) } } } });
  const refused = await graphql.ask(agent, documentOf('Credits'), { workspaceId, days: 7 });
  expect(refused.errors).toMatchObject([{ extensions: { code: 'insufficient_role' } }, { extensions: { code: 'insufficient_role' } }]);
});

describe('node', () => {
  const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';

  it('reads each object by its id alone, with its type', async () => {
    const { draft, approval, job } = await stage.submit();
    for (const [id, type] of [
      [stage.workspaceId, 'Workspace'],
      [draft.id, 'Draft'],
      [approval?.id, 'Approval'],
      [job?.id, 'PublishJob'],
      [stage.connection?.id, 'Connection'],
    ])
      expect((await graphql.ask(agent, NODE, { id })).data).toEqual({ node: { __typename: type, id } });
  });

  it('is null for an object of another account, as for a missing one', async () => {
    const foreign = await givenWorkspace(graphql.services);
    const { id: connection } = await givenConnectionRow(graphql.services, foreign.workspace);
    for (const id of [foreign.workspaceId, connection, 'drf_unknown', 'con_unknown', 'whe_unknown', 'xyz', '']) {
      const { data, errors } = await graphql.ask(agent, NODE, { id });
      expect({ id, data, errors }).toEqual({ id, data: { node: null }, errors: [] });
    }
  });
});

describe('an Idempotency-Key', () => {
  const CREATE = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { id revision publishJob { id } notices { code } } }';
  const count = () => graphql.services.orm.em.fork().count(Draft, { workspaceId: stage.workspaceId });
  const input = (text = TEXT) => ({ input: { workspaceId: stage.workspaceId, sourceText: text, platforms: ['sandbox'] } });
  const create = (key: string, variables: object = input(), caller = agent) =>
    graphql.ask<Made>({ ...caller, 'idempotency-key': key }, CREATE, variables as Record<string, unknown>);

  it('creates one draft for a repeated request, and returns the first response again', async () => {
    const before = await count();
    const key = randomUUID();
    const first = await create(key);
    const again = await create(key);
    expect(again.data).toEqual(first.data);
    expect([first, again].map(({ response }) => response.headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(await count()).toBe(before + 1);
  });

  it('creates one draft for many concurrent requests, and tells the others to retry', async () => {
    const before = await count();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key)));
    const made = new Set(answers.filter(({ errors }) => errors.length === 0).map(({ data }) => data.createDraft.id));
    const codes = new Set(answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code)));
    expect([made.size, await count()]).toEqual([1, before + 1]);
    expect([...codes].filter((code) => code !== 'idempotency_in_flight')).toEqual([]);
    expect((await create(key)).data.createDraft.id).toBe([...made][0]);
  });

  it('is refused for a different request, for several mutations, and if it is invalid', async () => {
    const key = randomUUID();
    await create(key);
    expect((await create(key, input('Something else.'))).errors[0]?.extensions.code).toBe('idempotency_key_reused');
    const several = 'mutation ($input: CreateDraftInput!) { a: createDraft(input: $input) { id } b: createDraft(input: $input) { id } }';
    const before = await count();
    const { errors } = await graphql.ask({ ...agent, 'idempotency-key': randomUUID() }, several, input());
    expect(errors[0]?.extensions.code).toBe('bad_user_input');
    expect((await create('"half')).errors[0]?.extensions.code).toBe('malformed_idempotency_key');
    expect(await count()).toBe(before);
  });

  it('can be reused if the mutation was refused', async () => {
    const key = randomUUID();
    const wrong = { input: { workspaceId: stage.workspaceId, sourceText: TEXT, platforms: ['myspace'] } };
    expect((await create(key, wrong)).errors[0]?.extensions.code).toBe('unknown_platform');
    expect((await create(key)).errors).toEqual([]);
  });

  it('stores no response with an internal error, and creates no second draft for it', async () => {
    const [before, key] = [await count(), randomUUID()];
    const em = graphql.services.orm.em.fork();
    const READ = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { id comments { id } } }';
    const createAndRead = () => graphql.ask({ ...agent, 'idempotency-key': key }, READ, input());
    await em.execute('alter table comments rename to comments_away');
    const first = await createAndRead();
    await em.execute('alter table comments_away rename to comments');
    const again = await createAndRead();
    expect([first, again].map(({ errors }) => errors[0]?.extensions.code)).toEqual(['internal_error', 'idempotency_in_flight']);
    expect(await count()).toBe(before + 1);
  });

  it('of one agent is independent of another agent’s', async () => {
    const key = randomUUID();
    const { authorization } = await givenAgent(graphql.services, stage.workspace);
    const [mine, theirs] = [await create(key), await create(key, input(), { authorization })];
    expect(theirs.data.createDraft.id).not.toBe(mine.data.createDraft.id);
  });

  it('changes nothing twice if the process died before its response, and reports it', async () => {
    const key = randomUUID();
    await create(key);
    const before = await count();
    await graphql.services.orm.em.fork().execute(`update idempotency_keys set body = '' where key = ?`, [key]);
    const { errors } = await create(key);
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('the response was lost'),
      extensions: { code: 'idempotency_in_flight' },
    });
    expect(await count()).toBe(before);
  });
});

it('a list with the revisions of each draft costs as many statements as one with more drafts', async () => {
  const REVISIONS =
    'query ($id: ID!, $first: Int) { workspace(id: $id) { drafts(first: $first) { edges { node { id revisions(first: 1) { edges { node { id captions { text } } } pageInfo { hasNextPage } } } } } } }';
  const [first] = [await stage.submit(), await stage.submit(), await stage.submit()];
  interface Listed {
    workspace: { drafts: { edges: { node: { id: string; revisions: { edges: { node: object }[]; pageInfo: object } } }[] } };
  }
  const list = async (count: number) => {
    let answer: Listed | undefined;
    const statements = await recordStatements(graphql.services, async () => {
      answer = (await graphql.ask<Listed>(agent, REVISIONS, { id: stage.workspaceId, first: count })).data;
    });
    return { statements: statements.length, edges: answer?.workspace.drafts.edges ?? [] };
  };
  const [one, many] = [await list(1), await list(10)];
  expect(many.statements).toBe(one.statements);
  const mine = many.edges.find(({ node }) => node.id === first.draft.id);
  expect(mine?.node.revisions).toMatchObject({ edges: [{ node: { captions: [{ text: expect.any(String) }] } }] });
});
