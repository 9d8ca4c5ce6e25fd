import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** What an operation counts for in its caller's limits. */
export interface OperationCost {
  kind: 'reads' | 'writes';
  points: number;
}

/** A document may hold several changes, and each counts; whatever it reads counts once. The operation has been measured before. */
export function operationCost(document: DocumentNode, { operation, selectionSet }: OperationDefinitionNode): OperationCost {
  if (operation !== 'mutation') return { kind: 'reads', points: 1 };
  return { kind: 'writes', points: countFields(document, selectionSet) };
}

function countFields(document: DocumentNode, { selections }: SelectionSetNode): number {
  return selections
    .map((selection) => {
      if (selection.kind === Kind.FIELD) return 1;
      if (selection.kind === Kind.INLINE_FRAGMENT) return countFields(document, selection.selectionSet);
      const fragment = document.definitions.find(
        (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
      );
      return fragment?.kind === Kind.FRAGMENT_DEFINITION ? countFields(document, fragment.selectionSet) : 0;
    })
    .reduce((sum, count) => sum + count, 0);
}
