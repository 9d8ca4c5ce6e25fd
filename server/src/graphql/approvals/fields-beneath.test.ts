import { type FieldNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { fieldsBeneath } from './approvals-page.ts';

function namesBeneath(document: string, variableValues: Record<string, unknown> = {}): string[] {
  const { definitions } = parse(document);
  const fragments = Object.fromEntries(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const [operation] = definitions as readonly [OperationDefinitionNode];
  return fieldsBeneath({ fragments, variableValues }, operation.selectionSet.selections as readonly FieldNode[]).map(
    ({ name }) => name.value,
  );
}

it.each([
  ['fields by their own names', '{ a { b other: c } }', ['b', 'c']],
  [
    'those of fragments, also within fragments',
    '{ a { ...F } } fragment F on A { b ...G } fragment G on A { c ... on A { d } }',
    ['b', 'c', 'd'],
  ],
  ['of every field that is named', '{ a { b } a { c } }', ['b', 'c']],
  ['none beneath what has none', '{ a }', []],
])('finds %s', (_, document, names) => {
  expect(namesBeneath(document)).toEqual(names);
});

it.each([
  ['@skip(if: $is)', true, []],
  ['@skip(if: $is)', false, ['b']],
  ['@include(if: $is)', false, []],
  ['@include(if: $is)', true, ['b']],
])('respects %s if %s, on a field and on a fragment', (directive, is, names) => {
  const of = (beneath: string) => namesBeneath(`query ($is: Boolean!) { a { ${beneath} } } fragment F on A { b }`, { is });
  expect([of(`b ${directive}`), of(`...F ${directive}`), of(`... ${directive} { b }`)]).toEqual([names, names, names]);
});
