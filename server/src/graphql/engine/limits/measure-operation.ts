import {
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
import { ASSUMED_LIST_SIZE } from './operation-limits.ts';

export interface OperationMeasure {
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
export function measureOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): OperationMeasure {
  const root = schema.getRootType(operation.operation);
  if (!root) return NOTHING;
  return measureSelections({ schema, fragments, variables, measured: new Map() }, operation.selectionSet, root);
}

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
