import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isRequiredArgument } from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import type { Role } from '../../access/actor.ts';
import { givenAgent, givenUser } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { graphqlSchema } from './build-schema.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

/** What is read by its id alone, and what hangs below it and holds fields that not everybody may read. */
const PLACES: Readonly<Record<string, { open: string; inside?: string }>> = {
  Workspace: { open: '... on Workspace {' },
  Account: { open: '... on Workspace { account {', inside: 'account' },
  Credits: { open: '... on Workspace { credits {', inside: 'credits' },
  Draft: { open: '... on Draft {' },
  Approval: { open: '... on Approval {' },
  PublishJob: { open: '... on PublishJob {' },
};

/** As many names as one operation may have. */
const AT_ONCE = 20;

const ARGUMENTS: Readonly<Record<string, string>> = {
  platform: '"sandbox"',
  start: '"2026-11-01T00:00:00Z"',
  end: '"2026-11-08T00:00:00Z"',
  words: '[]',
  beside: '{}',
};

const callers = new Map<string, Caller>();
const ids: Record<string, string> = {};

beforeAll(async () => {
  const stage = await givenStage(graphql.services);
  const { draft, approval, job } = await stage.submit();
  const workspace = stage.workspaceId;
  Object.assign(ids, {
    Workspace: workspace,
    Account: workspace,
    Credits: workspace,
    Draft: draft.id,
    Approval: approval?.id,
    PublishJob: job?.id,
  });
  callers.set('an agent', { authorization: (await givenAgent(graphql.services, stage.workspace)).authorization });
  for (const role of ['owner', 'viewer'] satisfies Role[])
    callers.set(role, graphql.browserOf(await givenUser(graphql.services, stage.accountId, { role })));
});

/** The field under a `node` of its own, so that what is lost with it is seen. */
function askFor(type: string, field: GraphQLField<unknown, unknown>, at: number): string {
  const given = field.args.filter(isRequiredArgument).map(({ name }) => `${name}: ${ARGUMENTS[name] ?? 'null'}`);
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  const { open = '' } = PLACES[type] ?? {};
  const close = '}'.repeat(open.split('{').length - 1);
  return `f${at}: node(id: $id) { ${open} __typename ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection} ${close} }`;
}

it('a refused field leaves the other fields intact', async () => {
  const lost: string[] = [];
  const refused = new Set<string>();
  for (const [name, { inside }] of Object.entries(PLACES)) {
    const fields = Object.values((graphqlSchema().getType(name) as GraphQLObjectType).getFields());
    for (const [who, caller] of callers) {
      for (let from = 0; from < fields.length; from += AT_ONCE) {
        const some = fields.slice(from, from + AT_ONCE);
        const query = `query ($id: ID!) { ${some.map((field, at) => askFor(name, field, at)).join(' ')} }`;
        const { data, errors } = await graphql.ask<Record<string, Record<string, unknown> | null>>(caller, query, { id: ids[name] });
        for (const { path = [], message, extensions } of errors) {
          const [alias] = path;
          if (alias === undefined) throw new Error(`${name} as ${who}: ${message}`);
          const holder = inside ? data[String(alias)]?.[inside] : data[String(alias)];
          const which = `${name}.${String(path.at(-1))} (${who}: ${extensions.code})`;
          refused.add(which);
          if (!holder) lost.push(which);
        }
      }
    }
  }
  expect(lost).toEqual([]);
  expect(refused.size).toBeGreaterThan(3);
});
