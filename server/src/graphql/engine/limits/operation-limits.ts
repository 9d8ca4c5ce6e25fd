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
export const ASSUMED_LIST_SIZE = 4;
