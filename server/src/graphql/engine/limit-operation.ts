import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { DomainError } from '../../errors.ts';

/**
 * Limits of one operation. The console's largest ones stay below half of these, except for the depth;
 * console-operations.test.ts checks that.
 */
export const OPERATION_LIMITS = {
  /** Names, brackets and punctuation of the whole document; checked while parsing. */
  tokens: 2_000,
  /** Levels of fields, from 1. */
  depth: 14,
  /** Fields, with every fragment counted wherever it is spread. */
  fields: 500,
  aliases: 30,
  /** Objects that the response may contain, by an upper estimate. */
  objects: 24_000,
} as const;

/** The assumed length of a list without `first`. */
const ASSUMED_LIST_SIZE = 4;

interface OperationMeasure {
  depth: number;
  fields: number;
  aliases: number;
  objects: number;
  /** Whether it queries the schema itself. */
  isIntrospection: boolean;
}

interface Measuring {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
  /** Each fragment is measured once, however often it is spread: the time stays linear in the document. */
  measured: Map<string, OperationMeasure>;
}

const NOTHING: OperationMeasure = { depth: 0, fields: 0, aliases: 0, objects: 0, isIntrospection: false };

/** Measures a validated operation before any of it runs. Needs neither resolvers nor the database. */
function measureOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): OperationMeasure {
  const root = schema.getRootType(operation.operation);
  if (!root) return NOTHING;
  const given = { ...numbersByDefault(operation), ...variables };
  return measureSelections({ schema, fragments, variables: given, measured: new Map() }, operation.selectionSet, root);
}

const numbersByDefault = ({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, number> =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
    ),
  );

function measureSelections(measuring: Measuring, selections: SelectionSetNode, parent: GraphQLCompositeType): OperationMeasure {
  return selections.selections
    .map((selection) => {
      if (selection.kind === Kind.FIELD) return measureField(measuring, selection, parent);
      if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(measuring, selection.name.value);
      const type = selection.typeCondition ? typeFromAST(measuring.schema, selection.typeCondition) : parent;
      return measureSelections(measuring, selection.selectionSet, isCompositeType(type) ? type : parent);
    })
    .reduce(add, NOTHING);
}

function measureFragment(measuring: Measuring, name: string): OperationMeasure {
  const known = measuring.measured.get(name);
  if (known) return known;
  const fragment = measuring.fragments.get(name);
  const type = fragment && typeFromAST(measuring.schema, fragment.typeCondition);
  // Validation has refused unknown fragments and cycles; this only prevents an endless loop if it failed to.
  measuring.measured.set(name, NOTHING);
  const measure = fragment && isCompositeType(type) ? measureSelections(measuring, fragment.selectionSet, type) : NOTHING;
  measuring.measured.set(name, measure);
  return measure;
}

function measureField(measuring: Measuring, field: FieldNode, parent: GraphQLCompositeType): OperationMeasure {
  const aliases = field.alias ? 1 : 0;
  const name = field.name.value;
  // graphql-js bounds the depth of introspection itself.
  if (name === '__schema' || name === '__type') return { ...NOTHING, depth: 1, fields: 1, aliases, isIntrospection: true };
  const type = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name]?.type : undefined;
  const target = type && getNamedType(type);
  if (!field.selectionSet || !isCompositeType(target)) return { ...NOTHING, depth: 1, fields: 1, aliases };

  const inner = measureSelections(measuring, field.selectionSet, target);
  const first = pageSize(measuring, field, parent);
  const times = first ?? (isListType(getNullableType(type)) && name !== 'edges' ? ASSUMED_LIST_SIZE : 1);
  return {
    depth: inner.depth + 1,
    fields: inner.fields + 1,
    aliases: inner.aliases + aliases,
    objects: times * (inner.objects + 1),
    isIntrospection: inner.isIntrospection,
  };
}

/** The `first` of a paged field, its default included; null if the field has none. */
function pageSize({ variables }: Measuring, field: FieldNode, parent: GraphQLCompositeType): number | null {
  const fields = isObjectType(parent) ? parent.getFields() : {};
  const definition = fields[field.name.value]?.args.find(({ name }) => name === 'first');
  if (!definition) return null;
  const given = field.arguments?.find(({ name }) => name.value === 'first')?.value;
  const value = given?.kind === Kind.INT ? Number(given.value) : given?.kind === Kind.VARIABLE ? variables[given.name.value] : undefined;
  const size = typeof value === 'number' ? value : definition.defaultValue;
  return Math.max(1, Number(size) || 1);
}

function add(a: OperationMeasure, b: OperationMeasure): OperationMeasure {
  return {
    depth: Math.max(a.depth, b.depth),
    fields: a.fields + b.fields,
    aliases: a.aliases + b.aliases,
    objects: a.objects + b.objects,
    isIntrospection: a.isIntrospection || b.isIntrospection,
  };
}

const SENTENCES = {
  depth: (value: number, limit: number) => `The operation is ${value} levels deep; at most ${limit} are allowed. Request less at once.`,
  fields: (value: number, limit: number) => `The operation has ${value} fields; at most ${limit} are allowed. Split it.`,
  aliases: (value: number, limit: number) => `The operation has ${value} aliases; at most ${limit} are allowed. Split it.`,
  objects: (value: number, limit: number) =>
    `The operation could return ${value} objects; at most ${limit} are allowed. Request a smaller page (first) or fewer lists.`,
};

/** Refuses an operation that requests too much, as `bad_user_input`, before any of it runs. */
export function limitOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): OperationMeasure {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  const measure = measureOperation(schema, operation, fragments, variables);
  for (const name of ['depth', 'fields', 'aliases', 'objects'] as const) {
    const limit = OPERATION_LIMITS[name];
    if (measure[name] <= limit) continue;
    throw new DomainError('bad_user_input', {
      message: SENTENCES[name](measure[name], limit),
      details: { measure: name, value: measure[name], limit },
    });
  }
  return measure;
}

/** The cost of an operation in its caller's rate limits. */
export interface OperationCost {
  kind: 'reads' | 'writes';
  points: number;
}

/**
 * A document may contain several changes, each of which counts; all its reads count once. The operation has been
 * measured before.
 */
export function operationCost(document: DocumentNode, { operation, selectionSet }: OperationDefinitionNode): OperationCost {
  if (operation !== 'mutation') return { kind: 'reads', points: 1 };
  return { kind: 'writes', points: rootFields(document, selectionSet).length };
}

/** The names of the operation's root fields, through all fragments; a repeated field is listed twice. */
export function rootFields(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(document, selection.selectionSet);
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? rootFields(document, fragment.selectionSet) : [];
  });
}
