import { beforeAll, describe, expect, it } from 'vitest';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { OPERATION_LIMITS } from './limit-operation.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
let person: Caller;
let workspaceId: string;

beforeAll(async () => {
  const home = await givenWorkspace(graphql.services);
  workspaceId = home.workspaceId;
  person = graphql.browserOf(await givenUser(graphql.services, home.accountId));
});

/** Draft, approval and job name each other, so that a query can go round in circles. */
function circle(rounds: number): string {
  return `{ draft(id: "drf_1") { ${'approval { draft { '.repeat(rounds)} id ${'} }'.repeat(rounds)} } }`;
}

/** Twenty fragments, each of which spreads the next one twice: a million fields in some hundred tokens. */
function doubling(): string {
  const last = 20;
  const links = Array.from({ length: last }, (_, n) => `fragment F${n} on Viewer { ...F${n + 1} ...F${n + 1} }`);
  return `{ viewer { ...F0 } } ${links.join(' ')} fragment F${last} on Viewer { id }`;
}

const TOO_MUCH: [string, () => string, RegExp][] = [
  ['too deep', () => circle(20), /levels deep/],
  ['full of aliases', () => `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: viewer { id }`).join(' ')} }`, /31 aliases/],
  ['full of fields', () => `{ viewer { ${'id '.repeat(600)} } }`, /fields/],
  ['of 10,000 tokens', () => `{ viewer { ${'id '.repeat(10_000)} } }`, /tokens/],
  ['of fragments that double', doubling, /fields/],
  ['of fragments in a circle', () => '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }', /itself/],
  [
    'too large in its answer',
    () =>
      `{ viewer { workspaces { drafts(first: 100) { edges { node { approval { payloads { preview { parts { facets { kind } } } } } } } } } } }`,
    /objects/,
  ],
];

describe('an operation that exceeds the limits', () => {
  it.each(TOO_MUCH)('is refused if it is %s, before anything is read', async (_name, query, message) => {
    const statements = await recordStatements(graphql.services, async () => {
      const { status, data, errors } = await graphql.ask(person, query());
      expect(status).toBe(400);
      expect(data).toBeNull();
      expect(errors[0]).toMatchObject({ message: expect.stringMatching(message), extensions: { code: 'bad_user_input', status: 400 } });
    });
    expect(statements).toEqual([]);
  });

  it('names the exceeded limit', async () => {
    const { errors } = await graphql.ask(person, circle(20));
    expect(errors[0]?.extensions).toMatchObject({ measure: 'depth', value: 42, limit: OPERATION_LIMITS.depth });
  });

  it('counts a page size in a variable', async () => {
    const query = `query Q($first: Int) { viewer { workspaces { drafts(first: $first) { edges { node { approval { payloads { preview { parts { facets { kind } } } } } } } } } } }`;
    expect((await graphql.ask(person, query, { first: 100 })).errors[0]?.message).toMatch(/objects/);
    expect((await graphql.ask(person, query, { first: 5 })).errors).toEqual([]);
    // By its default too, where none is sent.
    const byDefault = (size: number) => graphql.ask(person, query.replace('$first: Int', `$first: Int = ${size}`));
    expect((await byDefault(100)).errors[0]?.message).toMatch(/objects/);
    expect((await byDefault(5)).errors).toEqual([]);
  });
});

describe('a page', () => {
  it.each([0, 101, -1])('of %i is refused', async (first) => {
    const { errors } = await graphql.ask(person, `{ workspace(id: "${workspaceId}") { drafts(first: ${first}) { edges { cursor } } } }`);
    expect(errors).toMatchObject([{ message: expect.stringMatching(/from 1 to 100/), extensions: { code: 'bad_user_input' } }]);
  });

  it('after an invalid cursor is refused', async () => {
    const { errors } = await graphql.ask(person, `{ workspace(id: "${workspaceId}") { drafts(after: "zzz") { edges { cursor } } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'bad_user_input' } }]);
  });
});

describe('the schema', () => {
  const INTROSPECTION = '{ __schema { queryType { name } } }';

  it('is shown to signed-in people and to agents', async () => {
    const home = await givenWorkspace(graphql.services);
    const { authorization } = await givenAgent(graphql.services, home.workspace);
    for (const caller of [person, { authorization }]) {
      expect((await graphql.ask(caller, INTROSPECTION)).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
    }
  });

  it.each([
    INTROSPECTION,
    '{ __type(name: "Draft") { name } }',
    '{ viewer { id } ...F } fragment F on Query { __schema { types { name } } }',
  ])('is hidden from others: %s', async (query) => {
    const { status, errors } = await graphql.ask({}, query);
    expect(status).toBe(401);
    expect(errors).toMatchObject([{ extensions: { code: 'unauthenticated' } }]);
  });

  it('is not revealed by suggestions', async () => {
    const { errors } = await graphql.ask({}, '{ viewer { nmae } }');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toBe('Cannot query field "nmae" on type "Viewer".');
  });
});
