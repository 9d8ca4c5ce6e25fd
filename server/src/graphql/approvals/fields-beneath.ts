import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
} from 'graphql';

/** The fields selected beneath these, including those of fragments, without those that a directive excludes. */
export function fieldsBeneath(info: Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>, fields: readonly FieldNode[]): FieldNode[] {
  const { fragments, variableValues } = info;
  const isIn = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
  const open = (node: SelectionNode): FieldNode[] => {
    if (!isIn(node)) return [];
    if (node.kind === Kind.FIELD) return [node];
    const set = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet;
    return (set?.selections ?? []).flatMap(open);
  };
  return fields.flatMap(({ selectionSet }) => (selectionSet?.selections ?? []).flatMap(open));
}
