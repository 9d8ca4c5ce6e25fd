import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraphqlSchema } from './build-schema.ts';

const HEAD = '# Generated from server/src/graphql. Do not edit: change the types there and emit it again.\n\n';

/** The text of schema.graphql: sorted, so that the order of the code does not show. */
export function printGraphqlSchema(): string {
  return `${HEAD}${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`;
}
