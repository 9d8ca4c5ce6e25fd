import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../server/src/audit/audit-actions.ts';
import { actionWords, texts } from './texts.ts';

test('every action that the server records is named in words, and no other', () => {
  expect(AUDIT_ACTIONS.filter((action) => actionWords(action) === action)).toEqual([]);
  const named = Object.entries(texts.actions).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}`));
  expect(named.filter((action) => !AUDIT_ACTIONS.some((known) => known === action))).toEqual([]);
  expect(actionWords('publish_job.created')).toBe('Post created');
});

test('an action of a newer server is shown by its name', () => {
  expect(actionWords('draft.hidden')).toBe('draft.hidden');
});
