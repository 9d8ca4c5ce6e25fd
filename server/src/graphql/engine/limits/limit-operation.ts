import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { DomainError } from '../../../errors.ts';
import { measureOperation, type OperationMeasure } from './measure-operation.ts';
import { OPERATION_LIMITS } from './operation-limits.ts';

const SENTENCES = {
  depth: (value: number, limit: number) => `The operation is ${value} levels deep; at most ${limit} are allowed. Ask for less at once.`,
  fields: (value: number, limit: number) => `The operation has ${value} fields; at most ${limit} are allowed. Split it.`,
  aliases: (value: number, limit: number) => `The operation has ${value} aliases; at most ${limit} are allowed. Split it.`,
  objects: (value: number, limit: number) =>
    `The operation could return ${value} objects; at most ${limit} are allowed. Ask for a smaller page (first) or for fewer lists.`,
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
