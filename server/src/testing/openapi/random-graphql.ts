import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { anything, BY_NAME, type KnownIds, TIMES, text, words } from './random-requests.ts';

export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
}

/** A selected field, before its arguments are numbered as variables. */
interface Asked {
  name: string;
  args: { name: string; type: string; value: unknown }[];
  within: Asked[];
}

/** The depth of a query, and its number of fields on each level. */
const DEPTH = 4;
const WIDTH = 4;

/** A random request: a query or mutation with valid values, with an invalid one, or no GraphQL at all. */
export function randomOperation(schema: GraphQLSchema, known: () => KnownIds): fc.Arbitrary<RandomOperation> {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
  const fields = roots.flatMap((type) => Object.values(type.getFields()).map((field) => ({ kind: type.name.toLowerCase(), field })));
  const whole = fc
    .constantFrom(...fields)
    .chain(({ kind, field }) => askedFor(schema, field, known, DEPTH).map((asked) => written(kind, asked)));
  const broken = fc.tuple(whole, fc.nat(), anything).map(([operation, place, value]) => {
    const names = Object.keys(operation.variables);
    const name = names[place % Math.max(1, names.length)] ?? 'v0';
    return { ...operation, variables: { ...operation.variables, [name]: value } };
  });
  const cut = fc
    .tuple(whole, fc.nat(), text)
    .map(([{ query, variables }, at, more]) => ({ query: `${query.slice(0, at % query.length)}${more}`, variables }));
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 3, arbitrary: broken }, { weight: 1, arbitrary: cut });
}

function askedFor(
  schema: GraphQLSchema,
  { name, args, type }: GraphQLField<unknown, unknown>,
  known: () => KnownIds,
  depth: number,
): fc.Arbitrary<Asked> {
  const given = args.map((arg) =>
    fc.record({ name: fc.constant(arg.name), type: fc.constant(String(arg.type)), value: ofArgument(name, arg, known) }),
  );
  return fc
    .record({ name: fc.constant(name), args: fc.tuple(...given), within: selectionOf(schema, type, known, depth) })
    .map((asked) => ({ ...asked, args: asked.args.filter(({ type: declared, value }) => value !== undefined || declared.endsWith('!')) }));
}

function ofArgument(field: string, arg: GraphQLArgument, known: () => KnownIds): fc.Arbitrary<unknown> {
  // An `id` argument is of the kind that the field is named after.
  const name = arg.name === 'id' ? `${field}Id` : arg.name;
  return isNonNullType(arg.type) ? valuesOf(arg.type, name, known) : fc.option(valuesOf(arg.type, name, known), { nil: undefined });
}

function selectionOf(schema: GraphQLSchema, type: GraphQLOutputType, known: () => KnownIds, depth: number): fc.Arbitrary<Asked[]> {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return fc.constant([]);
  const typename: Asked = { name: '__typename', args: [], within: [] };
  if (!isObjectType(named) || depth === 0) return fc.constant([typename]);
  const fields = Object.values(named.getFields()).filter((field) => depth > 1 || !isCompositeType(getNamedType(field.type)));
  return fc
    .subarray(fields, { minLength: 0, maxLength: Math.min(WIDTH, fields.length) })
    .chain((chosen) => fc.tuple(...chosen.map((field) => askedFor(schema, field, known, depth - 1))))
    .map((within) => [typename, ...within]);
}

function valuesOf(type: GraphQLInputType, name: string, known: () => KnownIds): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valuesOf(type.ofType, name, known);
  if (isListType(type)) return fc.array(valuesOf(type.ofType, name.replace(/s$/, ''), known), { maxLength: 3 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (isInputObjectType(type)) return objectsOf(Object.values(type.getFields()), known);
  return scalarsOf(type.name, name, known);
}

function objectsOf(fields: readonly GraphQLInputField[], known: () => KnownIds): fc.Arbitrary<unknown> {
  const values = Object.fromEntries(fields.map(({ name, type }) => [name, valuesOf(type, name, known)]));
  const needed = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const least = Object.fromEntries(Object.entries(values).filter(([name]) => needed.includes(name)));
  return fc.oneof(fc.record(least), fc.record(values, { requiredKeys: needed }));
}

function scalarsOf(type: string, name: string, known: () => KnownIds): fc.Arbitrary<unknown> {
  if (type === 'Int') return fc.oneof(fc.integer({ min: -1, max: 30 }), fc.constantFrom(2_147_483_647, -2_147_483_648));
  if (type === 'Float') return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === 'Boolean') return fc.boolean();
  if (type === 'DateTime') return fc.oneof(fc.constantFrom(...TIMES), text);
  if (type === 'JSON') return anything;
  const key = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace('publish_', '');
  const value = fc.constant(null).map(() => known()[key] ?? Object.values(known())[0]);
  if (type === 'ID' || known()[key]) return fc.oneof({ weight: 8, arbitrary: value }, text);
  const named = BY_NAME[name];
  return fc.oneof(...(named ? [{ weight: 3, arbitrary: named }] : []), words, text);
}

/** The document, with every argument as a variable. */
function written(kind: string, root: Asked): RandomOperation {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const write = ({ name, args, within }: Asked, at: number): string => {
    const passed = args.map((arg) => {
      const variable = `v${declared.length}`;
      declared.push(`$${variable}: ${arg.type}`);
      variables[variable] = arg.value;
      return `${arg.name}: $${variable}`;
    });
    const fields = within.map(write);
    return `f${at}: ${name}${passed.length > 0 ? `(${passed.join(', ')})` : ''}${fields.length > 0 ? ` { ${fields.join(' ')} }` : ''}`;
  };
  const body = write(root, 0);
  return { query: `${kind}${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${body} }`, variables };
}
