import { expect, it } from 'vitest';
import { findUndeclaredBreaks } from './emit-schema.ts';

const BEFORE = `
  enum Mode { QUEUE AUTO }
  type Draft { id: ID! text: String! }
  input DraftInput { text: String! mode: Mode }
  type Query { draft(id: ID!): Draft drafts(first: Int): [Draft!]! }
  type Mutation { createDraft(input: DraftInput!): Draft! }`;

it.each([
  ['a field that is gone', 'text: String! }\n  input', '}\n  input'],
  ['a field that may be missing now', 'id: ID! text: String! }', 'id: ID! text: String }'],
  ['an argument that has to be sent', 'drafts(first: Int)', 'drafts(first: Int!)'],
  ['a field that has to be sent', 'mode: Mode }', 'mode: Mode link: String! }'],
  ['a word that is gone', 'QUEUE AUTO', 'QUEUE'],
  ['a mutation that is gone', 'createDraft(', 'makeDraft('],
  ['another type', 'text: String! mode', 'text: Int! mode'],
])('names %s', (_what, from, to) => {
  expect(BEFORE).toContain(from);
  expect(findUndeclaredBreaks(BEFORE, BEFORE.replace(from, to))).toHaveLength(1);
});

it.each([
  ['a new field', 'id: ID! text', 'id: ID! note: String text'],
  ['a new argument that may be left out', 'drafts(first: Int)', 'drafts(first: Int after: String)'],
  ['a new input field that may be left out', 'mode: Mode }', 'mode: Mode link: String }'],
  ['nothing', 'QUEUE AUTO', 'QUEUE AUTO'],
])('accepts %s', (_what, from, to) => {
  expect(findUndeclaredBreaks(BEFORE, BEFORE.replace(from, to))).toEqual([]);
});
