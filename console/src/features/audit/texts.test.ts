import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../server/src/audit/audit-actions.ts';
import { actionWords, texts } from './texts.ts';

test('has a label for every action that the server records, and for no other', () => {
  expect(AUDIT_ACTIONS.filter((action) => actionWords(action) === action)).toEqual([]);
  const named = Object.entries(texts.actions).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}`));
  expect(named.filter((action) => !AUDIT_ACTIONS.some((known) => known === action))).toEqual([]);
  expect(actionWords('publish_job.created')).toBe('Post created');
});

test('an unknown action of a newer server is shown by its code', () => {
  expect(actionWords('draft.hidden')).toBe('draft.hidden');
});
