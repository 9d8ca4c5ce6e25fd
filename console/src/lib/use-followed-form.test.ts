import { expect, test } from 'vitest';
import { withNewer } from './use-followed-form.ts';

test('a form goes on with what was saved, and keeps what was typed since it was sent', () => {
  const sent = { tone: 'plain ', words: ['pier', ''], length: 'SHORT' };
  const saved = { tone: 'plain', words: ['pier'], length: 'SHORT' };
  expect(withNewer(saved, sent, sent)).toEqual(saved);
  expect(withNewer(saved, sent, { ...sent, tone: 'plain and warm' })).toEqual({ ...saved, tone: 'plain and warm' });
});
