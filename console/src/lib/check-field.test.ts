import { expect, test } from 'vitest';
import { FIELD_RULES } from '../../../server/src/field-rules.ts';
import { faultOf } from './check-field.ts';

const { draft, voice, approvals } = FIELD_RULES;

test('an empty field is an error only if it is required', () => {
  expect(faultOf(draft.sourceText, ' \n', 'Write something first.')).toBe('Write something first.');
  expect(faultOf(draft.platforms, [])).not.toBeNull();
  expect(faultOf(draft.link, '')).toBeNull();
  expect(faultOf(approvals.approvalsRequired, '')).not.toBeNull();
  expect(faultOf(draft.scheduledAt, null)).toBeNull();
});

test('a link must be a complete web address', () => {
  expect(faultOf(draft.link, 'https://example.org/a?b#c')).toBeNull();
  for (const link of ['example.org', 'javascript:alert(1)', 'mailto:ada@example.org', 'https://exa mple.org', 'https://']) {
    expect(faultOf(draft.link, link), link).toMatch(/whole address/);
  }
});

test('the server’s maximum is accepted, and nothing above it', () => {
  expect(faultOf(draft.sourceText, 'x'.repeat(draft.sourceText.maxLength))).toBeNull();
  expect(faultOf(draft.sourceText, 'x'.repeat(draft.sourceText.maxLength + 1))).toMatch(/100,001/);
  expect(faultOf(voice.maxTags, 30)).toBeNull();
  for (const tags of [-1, 31, 1.5]) expect(faultOf(voice.maxTags, tags)).toBe('Enter a whole number from 0 to 30.');
  expect(faultOf(voice.bannedWords, ['fine', 'x'.repeat(201)])).toMatch(/x{40}…/);
});

test('a time must be in the future', () => {
  expect(faultOf(draft.scheduledAt, new Date(Date.now() + 60_000))).toBeNull();
  expect(faultOf(draft.scheduledAt, new Date(Date.now() - 60_000))).toMatch(/in the future/);
});
