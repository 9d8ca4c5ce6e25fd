import { beforeAll, expect, it } from 'vitest';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { OPERATION_LIMITS } from './limit-operation.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);
let person: Caller;

beforeAll(async () => {
  const { accountId } = await givenWorkspace(graphql.services);
  person = graphql.browserOf(await givenUser(graphql.services, accountId));
});

const times = (count: number, part: (n: number) => string): string => Array.from({ length: count }, (_, n) => part(n)).join(' ');
/** As many repetitions of a part as the limit of tokens allows. */
const filled = (tokensOfPart: number, part: (n: number) => string): string =>
  times(Math.floor((OPERATION_LIMITS.tokens - 20) / tokensOfPart), part);
const MUCH = 200_000;

/** Documents that are made to be costly to parse, validate or measure; the largest that the limit of tokens lets through, or larger. */
const HOSTILE: Record<string, string> = {
  'one field again and again': `{ ${filled(1, () => '__typename')} }`,
  'one field of an object again and again': `{ viewer { ${filled(1, () => 'id')} } }`,
  'one object again and again': `{ ${filled(4, () => 'platforms { id }')} }`,
  'inline fragments': `{ ${filled(4, () => '... { __typename }')} }`,
  'inline fragments in each other': `{ ${filled(3, () => '... {')} __typename ${filled(3, () => '}')} }`,
  'nested objects again and again': `{ ${filled(9, () => 'viewer { id viewer { id } }')} }`,
  'one fragment spread again and again': `{ ${filled(2, () => '...F')} } fragment F on Query { __typename }`,
  'many fragments': `{ ${filled(11, (n) => `...F${n}`)} } ${filled(11, (n) => `fragment F${n} on Query { __typename }`)}`,
  'fragments of many fields': `{ ${times(40, (n) => `...F${n}`)} } ${times(40, (n) => `fragment F${n} on Query { ${'__typename '.repeat(30)} }`)}`,
  'a chain of fragments': `{ ...F0 } ${filled(9, (n) => `fragment F${n} on Query { __typename ...F${n + 1} }`)}`,
  'fragments that double': `{ ...F0 } ${filled(11, (n) => `fragment F${n} on Query { __typename ...F${n + 1} ...F${n + 1} }`)}`,
  'a circle of fragments': `{ ...F0 } fragment F0 on Query { ...F1 } fragment F1 on Query { ...F0 }`,
  'unused fragments': `{ __typename } ${filled(7, (n) => `fragment F${n} on Query { __typename }`)}`,
  'unused variables': `query (${filled(4, (n) => `$v${n}: ID`)}) { __typename }`,
  'undefined variables': `{ ${filled(9, (n) => `workspace(id: $v${n}) { id }`)} }`,
  aliases: `{ ${filled(3, (n) => `a${n}: __typename`)} }`,
  'aliases in conflict': `{ ${filled(9, () => 'a: __typename a: viewer { id }')} }`,
  'unknown fields': `{ ${filled(1, (n) => `f${n}`)} }`,
  'unknown types': `{ ${filled(6, (n) => `... on T${n} { id }`)} }`,
  'unknown arguments': `{ ${filled(9, (n) => `platforms(a${n}: 1) { id }`)} }`,
  'one argument again and again': `{ workspace(${filled(3, () => 'id: "1"')}) { id } }`,
  'different arguments': `{ ${filled(9, (n) => `workspace(id: "${n}") { id }`)} }`,
  directives: `{ __typename ${filled(7, () => '@skip(if: true)')} }`,
  'unknown directives': `{ __typename ${filled(2, (n) => `@d${n}`)} }`,
  operations: filled(5, (n) => `query q${n} { __typename }`),
  'operations of one name': filled(5, () => 'query q { __typename }'),
  'a list of values': `{ workspace(id: [${filled(1, () => '1')}]) { id } }`,
  'lists in lists': `{ workspace(id: ${'['.repeat(900)}${']'.repeat(900)}) { id } }`,
  'an object of unknown fields': `mutation { createDraft(input: { ${filled(3, (n) => `a${n}: 1`)} }) { draft { id } } }`,
  'objects in each other': `{ ${filled(2, () => 'viewer {')} ${filled(2, () => '}')} }`,
  introspection: `{ ${filled(8, () => '__schema { types { name } }')} }`,
  'deep introspection': `{ __schema { types { ${'fields { type { '.repeat(100)} name ${'} } '.repeat(100)} } } }`,
  'a long name': `{ ${'a'.repeat(MUCH)} }`,
  'a long text': `{ workspace(id: "${'x'.repeat(MUCH)}") { id } }`,
  'escaped characters': `{ workspace(id: "${'\\u0041'.repeat(MUCH / 6)}") { id } }`,
  'a block of lines': `{ workspace(id: """${'\n  x'.repeat(MUCH / 4)}""") { id } }`,
  comments: `{ ${'#x\n'.repeat(MUCH / 3)} __typename }`,
  'nothing but commas': `{ ${','.repeat(MUCH)} __typename }`,
};

const MOST_MS = 50;

it.each(Object.entries(HOSTILE))(`keeps the thread busy for less than ${MOST_MS} ms with %s`, async (_, query) => {
  const taken: number[] = [];
  // The least of three: others share the processor's caches.
  for (let round = 0; round < 3; round += 1) {
    const before = process.threadCpuUsage();
    // Another document each time: valid ones are parsed once.
    await graphql.ask(person, `${query} # ${round}`).catch(() => null);
    const { user, system } = process.threadCpuUsage(before);
    taken.push((user + system) / 1_000);
  }
  expect(Math.min(...taken)).toBeLessThan(MOST_MS);
});
