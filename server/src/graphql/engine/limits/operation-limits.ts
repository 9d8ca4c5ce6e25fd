/**
 * What one operation may ask for. The console's largest ones stay below half of these, save for the
 * depth; console-operations.test.ts watches over that.
 */
export const OPERATION_LIMITS = {
  /** Names, brackets and punctuation of the whole document; checked while it is parsed. */
  tokens: 2_000,
  /** Levels of fields, from 1. */
  depth: 14,
  /** Fields, with every fragment counted wherever it is spread. */
  fields: 500,
  aliases: 30,
  /** Objects that the answer may hold, by an upper estimate. */
  objects: 24_000,
} as const;

/** How many members a list without `first` is taken to have. */
export const ASSUMED_LIST_SIZE = 4;
