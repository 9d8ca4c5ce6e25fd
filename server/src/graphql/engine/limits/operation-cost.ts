import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** The cost of an operation in its caller's limits. */
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
