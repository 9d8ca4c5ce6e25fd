import { buildSchema, findBreakingChanges } from 'graphql';

/** A change that breaks documents of before, in graphql-js's words, with its day and its reason: without a line here schema.graphql is not written. */
interface DeclaredBreak {
  change: string;
  on: string;
  why: string;
}

const DECLARED_BREAKS: readonly DeclaredBreak[] = [];

/** What breaks documents that were written for `before`, a sentence each, without what is declared. */
export function findUndeclaredBreaks(before: string, after: string): string[] {
  const declared = new Set<string>(DECLARED_BREAKS.map(({ change }) => change));
  return findBreakingChanges(buildSchema(before), buildSchema(after))
    .map(({ description }) => description)
    .filter((change) => !declared.has(change));
}
